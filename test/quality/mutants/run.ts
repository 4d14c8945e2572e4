/**
 * Breaks the code of folders in small ways and counts what their tests notice: `npm run mutants -- transport errors`, or all
 * without a name. `--mutate src/client/send.ts` takes a file, `src/client/send.ts:70-90` some lines of it.
 */
import { parseArgs } from "node:util";
import { FOLDERS } from "./folders.ts";
import { runMutants } from "./run-mutants.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: "string", default: "2" },
    incremental: { type: "boolean", default: false },
    mutate: { type: "string" },
  },
});

for (const name of positionals.length > 0 ? positionals : Object.keys(FOLDERS)) {
  const folder = FOLDERS[name];
  if (!folder) throw new Error(`${name} is none of ${Object.keys(FOLDERS).join(", ")}`);
  const { incremental, concurrency } = values;
  const options = { incremental, concurrency: Number(concurrency), bar: folder.bar };
  await runMutants(name, folder, values.mutate?.split(","), options);
}
