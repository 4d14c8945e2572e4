/** The search for stories, as a test of right shops: `npm run check-shop:score` counts in how many changed shops it fails. */
import { test } from "vitest";
import { storyText } from "../../src/check-shop/scenario/story.ts";
import { KNOWN_STORIES } from "../../src/check-shop/search/known-stories.ts";
import { checkShop, Sandbox } from "../../src/sandbox.ts";
import { freshState } from "../support/fresh-state.ts";
import { type Open, RIGHT_SHOPS } from "./right-shops.ts";

/** How long a story waits for what the shop should do, and how long the whole search runs, in milliseconds. */
const [TIMEOUT, BUDGET] = [5000, 20_000];

/** How many stories are played at the same time, each on a shop of its own. */
const SIDE_BY_SIDE = 10;

const STORIES = [...new Set(KNOWN_STORIES.flat().map(storyText))];

async function check(
  open: Open,
  options: { story?: string; seed?: number; budget?: number },
): Promise<string | undefined> {
  const sandbox = new Sandbox({ state: freshState });
  const { failures } = await checkShop({ sandbox, ...(await open(sandbox)), timeout: TIMEOUT, ...options });
  return failures[0] && `${failures[0].replay}: ${failures[0].observed}`;
}

/** What the search finds in a shop: the known stories first, of which the first is played alone. */
async function searchIn(open: Open): Promise<string | undefined> {
  for (let start = 0, size = 1; start < STORIES.length; start += size, size = SIDE_BY_SIDE) {
    const batch = STORIES.slice(start, start + size);
    const found = await Promise.all(batch.map((story) => check(open, { story })));
    // Again, alone: while others are played, a shop may be slow.
    for (const story of batch.filter((_, index) => found[index] !== undefined)) {
      const again = await check(open, { story });
      if (again !== undefined) return again;
    }
  }
  return check(open, { seed: 1, budget: BUDGET });
}

test.each(RIGHT_SHOPS)("the search finds nothing in $name", { timeout: 240_000 }, async ({ open }) => {
  const found = await searchIn(open);
  if (found !== undefined) throw new Error(found);
});
