/** Makes one refund with the documented function, as a merchant's process would after a crash. */
import { readFile, writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { PaymentsClient } from "../../src/index.ts";

const [pattern = "", row = ""] = process.argv.slice(2);

// The documented examples use a client of this name.
Object.assign(globalThis, { payments: new PaymentsClient() });

const { refundOnce } = await import(pathToFileURL(pattern).href);
const refund = JSON.parse(await readFile(row, "utf8"));
const { uid } = await refundOnce(refund);
await writeFile(row, JSON.stringify({ ...refund, uid }));
