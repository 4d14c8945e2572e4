/** The search for stories, as a test of right shops: `npm run check-shop:score` counts in how many changed shops it fails. */
import { test } from "vitest";
import { VOCABULARY } from "../../src/check-shop/player/moves/moves.ts";
import { knownStories } from "../../src/check-shop/stories/known-stories.ts";
import { checkShop, Sandbox, type ShopFailure } from "../../src/sandbox.ts";
import { freshState } from "../support/fresh-state.ts";
import { type Open, RIGHT_SHOPS } from "./right-shops.ts";

/** How long a story waits for what the shop should do, when others run and when it is played alone, in milliseconds. */
const [TIMEOUT, TIMEOUT_ALONE] = [5000, 8000];

/** How long the whole search runs, in milliseconds. */
const BUDGET = 20_000;

/** How many stories are played at the same time, each on a shop of its own. */
const SIDE_BY_SIDE = 10;

const STORIES = [...new Set(Object.values(knownStories(VOCABULARY.groups)).flat())];

async function check(
  open: Open,
  options: { story?: string; seed?: number; budget?: number; timeout?: number },
): Promise<readonly ShopFailure[]> {
  const sandbox = new Sandbox({ state: freshState });
  const { failures } = await checkShop({ sandbox, ...(await open(sandbox)), timeout: TIMEOUT, ...options });
  return failures;
}

/** What fails when it is played alone on a fresh shop. While others are played, a shop may be slow. */
async function confirm(open: Open, stories: readonly string[]): Promise<string | undefined> {
  for (const story of stories) {
    const [failure] = await check(open, { story, timeout: TIMEOUT_ALONE });
    if (failure) return `${story}: ${failure.observed}`;
  }
  return undefined;
}

/** What the search finds in a shop: the known stories first, of which the first is played alone. */
async function searchIn(open: Open): Promise<string | undefined> {
  for (let start = 0, size = 1; start < STORIES.length; start += size, size = SIDE_BY_SIDE) {
    const batch = STORIES.slice(start, start + size);
    const found = await Promise.all(batch.map((story) => check(open, { story })));
    const failed = batch.filter((_, index) => found[index]?.length);
    const confirmed = await confirm(open, failed);
    if (confirmed !== undefined) return confirmed;
  }
  const failures = await check(open, { seed: 1, budget: BUDGET });
  const replays = failures.map(({ replay }) => replay);
  return confirm(open, replays);
}

test.each(RIGHT_SHOPS)("the search finds nothing in $name", { timeout: 240_000 }, async ({ open }) => {
  const found = await searchIn(open);
  if (found !== undefined) throw new Error(found);
});
