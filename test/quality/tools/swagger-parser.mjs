import { argv } from "node:process";
import SwaggerParser from "@apidevtools/swagger-parser";

await SwaggerParser.validate(argv[2]);
