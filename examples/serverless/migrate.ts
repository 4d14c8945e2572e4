/** Makes the tables. Run it before the first deployment: `npm run migrate` */
import { database } from "./database.ts";
import { SCHEMA } from "./schema.ts";

await database.executeMultiple(SCHEMA);
