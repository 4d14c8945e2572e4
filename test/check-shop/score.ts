/** `checkShop` as a test of right shops: `npm run check-shop:score` counts in how many changed shops it fails. */
import { expect, test } from "vitest";
import { checkShop, Sandbox } from "../../src/sandbox.ts";
import { freshState } from "../support/fresh-state.ts";
import { RIGHT_SHOPS } from "./right-shops.ts";

/** How long the shop may take for an order, in milliseconds. Less than the default, because most changed shops are wrong. */
const TIMEOUT = 5000;

test.each(RIGHT_SHOPS)("checkShop passes $name", { timeout: 240_000 }, async ({ open }) => {
  const sandbox = new Sandbox({ state: freshState });
  const report = await checkShop({ sandbox, ...(await open(sandbox)), timeout: TIMEOUT, seed: 1 });
  expect(report.passed, String(report)).toBe(true);
});
