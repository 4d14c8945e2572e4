import { expect, test } from "vitest";
import { SCENARIOS } from "../../src/sandbox/check-shop/scenarios.ts";
import { checkShop, Sandbox, type ShopReport } from "../../src/sandbox/index.ts";
import { freshState } from "../support/fresh-state.ts";
import { MISTAKES, type Mistake } from "./shops/mistakes.ts";
import { openShop } from "./shops/right-shop.ts";

async function check({ pieces, without = [] }: Mistake): Promise<ShopReport> {
  const sandbox = new Sandbox({ state: freshState });
  const functions = await openShop(sandbox, pieces);
  const missing = Object.fromEntries(without.map((name) => [name, undefined]));
  return checkShop({ sandbox, ...functions, ...missing, timeout: 4000 });
}

const failuresOf = ({ scenarios }: ShopReport): string[] =>
  scenarios.flatMap(({ name, passed, skipped }) => (passed || skipped ? [] : name));

// Both mostly wait.
test.concurrent("a right shop passes all scenarios, without a remark", { timeout: 120_000 }, async () => {
  const sandbox = new Sandbox({ state: freshState });
  const report = await checkShop({ sandbox, ...(await openShop(sandbox)) });
  expect(report.scenarios.filter(({ passed, advice }) => !passed || advice)).toStrictEqual([]);
  expect(report.passed).toBe(true);
});

test.concurrent("a shop with one mistake fails the scenarios of this mistake, and no other", {
  timeout: 300_000,
}, async () => {
  const reports = await Promise.all(
    Object.entries(MISTAKES).map(async ([name, mistake]) => ({
      name,
      mistake,
      report: await check(mistake),
    })),
  );
  for (const { name, mistake, report } of reports) {
    expect([name, ...failuresOf(report)], String(report)).toStrictEqual([name, ...mistake.fails]);
    expect(report.passed).toBe(false);
  }
});

test("every scenario is failed by a shop", () => {
  const failed = new Set(Object.values(MISTAKES).flatMap(({ fails }) => fails));
  expect(SCENARIOS.map(({ name }) => name).filter((name) => !failed.has(name))).toStrictEqual([]);
});
