import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { playEverything } from "./play.ts";
import { openRecipes } from "./shops/recipes.ts";
import { openSubscriptions } from "./shops/subscriptions.ts";

beforeAll(() => {
  for (const level of ["log", "warn", "error"] as const) vi.spyOn(console, level).mockReturnValue();
});
afterAll(() => {
  vi.restoreAllMocks();
});

const SHOPS = {
  recipes: openRecipes,
  subscriptions: openSubscriptions,
};

test.each(Object.entries(SHOPS))(
  "%s charges, fulfills and refunds once, whatever is killed or lost",
  async (_, open) => {
    for (const knowsKeys of [true, false]) expect(await playEverything(open, knowsKeys)).toBeGreaterThan(10);
  },
);
