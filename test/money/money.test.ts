import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { playEverything } from "./play.ts";
import { openExpressShop } from "./shops/express-shop.ts";
import { openNextjs } from "./shops/nextjs.ts";
import { openRecipes } from "./shops/recipes.ts";
import { openServerless } from "./shops/serverless.ts";
import { openSubscriptions } from "./shops/subscriptions.ts";
import { openTesting } from "./shops/testing.ts";

beforeAll(() => {
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const SHOPS = {
  recipes: openRecipes,
  subscriptions: openSubscriptions,
  "express-shop": openExpressShop,
};

test.each(Object.entries(SHOPS))(
  "%s charges, fulfils and refunds once, whatever is killed or lost",
  async (_, open) => {
    for (const knowsKeys of [true, false]) expect(await playEverything(open, knowsKeys)).toBeGreaterThan(10);
  },
);

// They neither refund nor charge a saved card, for which keys would matter.
test.each(Object.entries({ serverless: openServerless, nextjs: openNextjs, testing: openTesting }))(
  "%s fulfils once, and notices each second payment, whatever is killed or lost",
  async (_, open) => {
    expect(await playEverything(open, true)).toBeGreaterThan(5);
  },
);
