/** CPU and memory for reading a list of products, compared with parsing its text. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import product from "../../test/fixtures/product.json" with { type: "json" };
import { type Group, inTurn } from "./group.ts";

const folder = mkdtempSync(join(tmpdir(), "payments-bench-"));
const groups: Group[] = [];
for (const [products, rounds] of [
  [1_000, 11],
  [10_000, 11],
  [100_000, 5],
] as const) {
  const file = join(folder, `${products}.json`);
  writeFileSync(file, JSON.stringify(Array.from({ length: products }, () => product)));
  const reading = (who: string) => async (): Promise<readonly number[]> => {
    const args = [join(import.meta.dirname, "read-list.ts"), who, file];
    return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
  };
  const contenders = ["JSON.parse", "response.json", "payments-client"].map((who) => [who, reading(who)]);
  const [milliseconds = {}, megabytes = {}] = await inTurn(Object.fromEntries(contenders), rounds, 0);
  const targets = [{ who: "payments-client", times: 1.1, of: "response.json" }];
  groups.push({ title: `A list of ${products} products, ms of CPU`, rows: milliseconds, targets });
  groups.push({ title: `A list of ${products} products, MB of the process at its peak`, rows: megabytes });
}
rmSync(folder, { recursive: true });
process.send?.(groups);
