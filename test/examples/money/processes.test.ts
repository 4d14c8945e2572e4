import { expect, test } from "vitest";
import { type OpenShop, playEverything } from "./play.ts";
import { openStarter } from "./shops/starter.ts";
import { openPhpShop, openPythonShop } from "./shops/whole-shop.ts";

const SHOPS: Record<string, OpenShop> = {
  "the starter": openStarter,
  "the shop in PHP": openPhpShop,
  "the shop in Python": openPythonShop,
};

// None of them relies on keys.
test.each(Object.entries(SHOPS))(
  "%s charges, fulfills and refunds once, whatever is killed or lost",
  async (_, open) => {
    expect(await playEverything(open, false)).toBeGreaterThan(10);
  },
);
