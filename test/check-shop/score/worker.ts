/** Runs `checkShop` on mutants of a shop, one after the other: each message names one, each answer says what found it. */
import { checkShop, Sandbox, type ShopFunctions } from "payments-client/sandbox";
import { storyText } from "../../../src/check-shop/scenario/story.ts";
import { KNOWN_STORIES } from "../../../src/check-shop/search/known-stories.ts";

/** How long a story waits for what the shop should do, and how long the whole search runs, in milliseconds. */
const [TIMEOUT, BUDGET] = [2500, 20_000];

/** How many stories are played at the same time, each on a shop of its own. */
const SIDE_BY_SIDE = 10;

const STORIES = [...new Set(KNOWN_STORIES.flat().map(storyText))];

const state = await new Sandbox().state();

interface Task {
  readonly file: string;
  readonly id: string;
}

type Open = (sandbox: Sandbox) => Promise<ShopFunctions>;

async function searchIn(open: Open): Promise<string | undefined> {
  const check = async (options: {
    story?: string;
    seed?: number;
    budget?: number;
  }): Promise<string | undefined> => {
    const sandbox = new Sandbox({ state });
    const { failures } = await checkShop({
      sandbox,
      ...(await open(sandbox)),
      timeout: TIMEOUT,
      ...options,
    });
    return failures[0] && `${failures[0].replay}: ${failures[0].observed}`;
  };
  for (let start = 0, size = 1; start < STORIES.length; start += size, size = SIDE_BY_SIDE) {
    const batch = STORIES.slice(start, start + size);
    const found = await Promise.all(
      batch.map(async (story) => ((await check({ story })) ? story : undefined)),
    );
    // Again, alone: while others are played, a shop may be slow.
    for (const story of found) {
      const again = story === undefined ? undefined : await check({ story });
      if (again !== undefined) return again;
    }
  }
  return check({ seed: 1, budget: BUDGET });
}

/** Searches in all ways in which the shop can be opened. */
async function findIn({ file, id }: Task): Promise<string | undefined> {
  Reflect.set(globalThis, "__stryker__", { activeMutant: id });
  const { OPENINGS }: { OPENINGS: readonly Open[] } = await import(`${file}?mutant=${id}`);
  for (const open of OPENINGS) {
    const found = await searchIn(open);
    if (found !== undefined) return found;
  }
  return undefined;
}

process.on("message", async (task: Task) => {
  const found = await findIn(task).catch((error: unknown) => `the shop ended with ${error}`);
  process.send?.({ id: task.id, found });
});
process.on("unhandledRejection", () => undefined);
setInterval(() => process.send?.({ isAlive: true }), 1000);
