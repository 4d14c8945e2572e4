/** Shops with one mistake each, and the stories that show it. The search itself is judged by `npm run check-shop:score`. */
import { expect, test } from "vitest";
import { LAWS } from "../../src/check-shop/laws/laws.ts";
import { FAULTS } from "../../src/check-shop/moves/faults.ts";
import { MOVES } from "../../src/check-shop/moves/moves.ts";
import { parseStory } from "../../src/check-shop/search/story.ts";
import { checkShop, Sandbox, type ShopReport } from "../../src/sandbox/index.ts";
import { freshState } from "../support/fresh-state.ts";
import { openChangedShop } from "./open-changed-shop.ts";
import { WRONG_SHOPS } from "./wrong-shops.ts";

/** How long a story waits for what a wrong shop never does, in milliseconds. */
const TIMEOUT = 400;

async function play(changes: (typeof WRONG_SHOPS)[string], story: string): Promise<ShopReport> {
  const sandbox = new Sandbox({ state: freshState });
  const functions = await openChangedShop(sandbox, changes.changes);
  const missing = Object.fromEntries((changes.without ?? []).map((name) => [name, undefined]));
  return checkShop({ sandbox, ...functions, ...missing, story, timeout: TIMEOUT });
}

for (const [name, shop] of Object.entries(WRONG_SHOPS)) {
  test.concurrent(`a shop that ${name} breaks a law in each story that shows it`, async () => {
    const broken = await Promise.all(
      shop.stories.map(async (story) => {
        const { failures } = await play(shop, story);
        return `${story}: ${failures.map(({ law }) => law.slice(0, shop.law.length)).join()}`;
      }),
    );
    expect(broken).toStrictEqual(shop.stories.map((story) => `${story}: ${shop.law}`));
  });
}

test("every move, fault and law is shown by a wrong shop", () => {
  const steps = Object.values(WRONG_SHOPS).flatMap(({ stories }) => stories.flatMap(parseStory));
  const moves = new Set(steps.flatMap((step) => step.moves));
  expect([...MOVES.keys()].filter((name) => !moves.has(name))).toStrictEqual([]);
  const faults = new Set(steps.map(({ fault }) => fault));
  expect(FAULTS.map(({ name }) => name).filter((name) => !faults.has(name))).toStrictEqual([]);
  const shops = Object.values(WRONG_SHOPS).filter(({ stories }) => stories.length > 0);
  const isShown = (text: string): boolean => shops.some(({ law }) => text.startsWith(law));
  expect(LAWS.map(({ text }) => text).filter((text) => !isShown(text))).toStrictEqual([]);
});
