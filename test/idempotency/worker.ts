/** Makes one transaction with the key that is stored with it, as a merchant's process would after a crash. */
import { readFile, rename, writeFile } from "node:fs/promises";
import { PaymentsClient } from "../../src/index.ts";
import { call } from "./call.ts";

const [file = ""] = process.argv.slice(2);
const row = JSON.parse(await readFile(file, "utf8"));
const { uid } = await call(new PaymentsClient({ idempotencyKeys: true }), row.method, row.params, row.key);
// In one step: a process that is killed while it writes would leave half of the file.
await writeFile(`${file}.new`, JSON.stringify({ ...row, uid }));
await rename(`${file}.new`, file);
