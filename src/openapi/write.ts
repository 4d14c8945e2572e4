/** Writes `dist/openapi.json` in the build. No bundle contains this file. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readComments } from "./comments.ts";
import { createDocument } from "./document.ts";

const ROOT = join(import.meta.dirname, "../..");

const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

const document = createDocument(version, readComments());

mkdirSync(join(ROOT, "dist"), { recursive: true });
writeFileSync(join(ROOT, "dist/openapi.json"), `${JSON.stringify(document, null, 2)}\n`);
