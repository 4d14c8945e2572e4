/**
 * Breaks the code of folders in small ways and counts what their tests notice: `npm run mutants -- transport errors`, or all
 * without a name. `--mutate src/client/send/send.ts` takes a file, `src/client/send/send.ts:70-90` some lines of it.
 * `npm run check-shop:score` does it with right shops, whose test is the search of `checkShop`. It takes hours, and
 * `-- --every 3` takes only each third line.
 */
import { parseArgs } from "node:util";
import { FOLDERS } from "./folders.ts";
import { linesOf, runMutants } from "./run-mutants.ts";
import { readScore } from "./score.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    concurrency: { type: "string", default: "2" },
    every: { type: "string", default: "1" },
    incremental: { type: "boolean", default: false },
    mutate: { type: "string" },
  },
});

const all = Object.keys(FOLDERS).filter((name) => name !== "check-shop-score");

for (const name of positionals.length > 0 ? positionals : all) {
  const folder = FOLDERS[name];
  if (!folder) throw new Error(`${name} is none of ${Object.keys(FOLDERS).join(", ")}`);
  const { incremental, concurrency } = values;
  const options = { incremental, concurrency: Number(concurrency) };
  const mutate =
    values.mutate?.split(",") ?? (values.every === "1" ? undefined : linesOf(folder, Number(values.every)));
  await runMutants(name, folder, mutate, options);
  const { score, unexplained } = await readScore(name);
  for (const text of unexplained) console.log(`No reason in survivors.ts: ${text}`);
  console.log(`${name}: ${score.toFixed(1)} % without harmless ones, and ${folder.bar} % are needed`);
  if (score < folder.bar) process.exitCode = 1;
}
