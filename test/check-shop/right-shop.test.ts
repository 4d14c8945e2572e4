import { expect, test } from "vitest";
import { checkShop, Sandbox } from "../../src/sandbox/index.ts";
import { openShop } from "./shops/right-shop.ts";

test("a right shop passes all scenarios, without a remark", { timeout: 120_000 }, async () => {
  const sandbox = new Sandbox();
  const report = await checkShop({ sandbox, ...(await openShop(sandbox)) });
  expect(report.scenarios.filter(({ passed, advice }) => !passed || advice)).toStrictEqual([]);
  expect(report.passed).toBe(true);
});
