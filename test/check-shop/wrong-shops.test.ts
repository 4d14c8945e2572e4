/** Shops with one mistake each, and the stories that show it. The search itself is judged by `npm run check-shop:score`. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { LAWS } from "../../src/check-shop/laws/laws.ts";
import { FAULTS } from "../../src/check-shop/player/moves/faults.ts";
import { MOVES } from "../../src/check-shop/player/moves/moves.ts";
import { parseStory } from "../../src/check-shop/stories/story.ts";
import { checkShop, Sandbox, type ShopReport } from "../../src/sandbox.ts";
import { freshState } from "../support/fresh-state.ts";
import { openWrongShop } from "./open-changed-shop.ts";
import type { WrongShop } from "./wrong-shops/wrong-shop.ts";
import { WRONG_SHOPS } from "./wrong-shops.ts";

/** How long a story waits for what a wrong shop never does, in milliseconds. */
const TIMEOUT = 400;

beforeAll(() => {
  // How long the shops wait before they send a request again.
  vi.stubEnv("PAYMENTS_UNDER_WAY", "2000");
});

afterAll(() => {
  vi.unstubAllEnvs();
});

async function play(shop: WrongShop, story: string): Promise<ShopReport> {
  const sandbox = new Sandbox({ state: freshState });
  const functions = await openWrongShop(sandbox, shop);
  return checkShop({ sandbox, ...functions, story, timeout: shop.timeout ?? TIMEOUT });
}

/** Each story that shows a shop's mistake, after the law that it breaks. */
const storiesOf = ({ breaks }: WrongShop): [law: string, story: string][] => {
  const shown = new Map(Object.entries(breaks));
  return LAWS.flatMap(({ name, text }) =>
    (shown.get(name) ?? []).map((story): [string, string] => [text, story]),
  );
};

/** How often a story is played whose kill may come too early or too late while other shops are checked. */
const KILLS = 5;

test.concurrent.each(Object.entries(WRONG_SHOPS))(
  "a shop that %s breaks a law in each story that shows it",
  async (_, shop) => {
    const shown = storiesOf(shop);
    const broken = await Promise.all(
      shown.map(async ([, story]) => {
        let laws = "";
        for (let times = story.includes("+ restart") ? KILLS : 1; times > 0 && laws === ""; times -= 1) {
          const { failures } = await play(shop, story);
          laws = failures.map((failure) => failure.law).join();
        }
        return [laws, story];
      }),
    );
    expect(broken).toStrictEqual(shown);
  },
);

test("every move, fault and law is shown by a wrong shop", () => {
  const shown = Object.values(WRONG_SHOPS).flatMap(storiesOf);
  const steps = shown.flatMap(([, story]) => parseStory(story));
  const moves = new Set(steps.flatMap((step) => step.moves));
  expect([...MOVES.keys()].filter((name) => !moves.has(name))).toStrictEqual([]);
  const faults = new Set(steps.map(({ fault }) => fault));
  expect([...FAULTS.keys()].filter((name) => !faults.has(name))).toStrictEqual([]);
  const laws = new Set(shown.map(([law]) => law));
  expect(LAWS.filter(({ text }) => !laws.has(text))).toStrictEqual([]);
});
