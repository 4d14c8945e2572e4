/** Runs `checkShop` on mutants of a shop, one after the other: each message names one, each answer says what found it. */
import { checkShop, Sandbox, type ShopFunctions } from "payments-client/sandbox";
import { KNOWN_STORIES } from "../../../src/check-shop/search/known-stories.ts";

/** How long a story waits for what the shop should do, and how long other stories are made up, in milliseconds. */
const [TIMEOUT, BUDGET] = [2500, 10_000];

/** How many stories are played at the same time, each on a shop of its own. */
const SIDE_BY_SIDE = 10;

const state = await new Sandbox().state();

interface Task {
  readonly file: string;
  readonly id: string;
}

async function findIn({ file, id }: Task): Promise<string | undefined> {
  Reflect.set(globalThis, "__stryker__", { activeMutant: id });
  const { openShop } = await import(`${file}?mutant=${id}`);
  const check = async (options: {
    story?: string;
    seed?: number;
    budget?: number;
  }): Promise<string | undefined> => {
    const sandbox = new Sandbox({ state });
    const functions: ShopFunctions = await openShop(sandbox);
    const { failures } = await checkShop({ sandbox, ...functions, timeout: TIMEOUT, ...options });
    return failures[0] && `${failures[0].replay}: ${failures[0].observed}`;
  };
  const simplest = await check({ story: "paid once" });
  if (simplest !== undefined) return simplest;
  const stories = [...KNOWN_STORIES.keys()];
  for (let start = 0; start < stories.length; start += SIDE_BY_SIDE) {
    const batch = stories.slice(start, start + SIDE_BY_SIDE);
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

process.on("message", async (task: Task) => {
  const found = await findIn(task).catch((error: unknown) => `the shop ended with ${error}`);
  process.send?.({ id: task.id, found });
});
process.on("unhandledRejection", () => undefined);
process.send?.({ ready: true });
