/** No law accuses a right shop, whatever its policies, and each mistake breaks its law. Virtual time, no network. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { storyText } from "../../src/check-shop/stories/story.ts";
import { useVirtualTime } from "./model/clock.ts";
import { findMistake, playAll, playModel, randomPolicy, shorten, storiesOf } from "./model/play.ts";
import { MISTAKES } from "./model/policies.ts";

/** Number of random policies. `npm run check-shop:model` plays more. */
const SEEDS = 20;

let end: () => void;

beforeAll(() => {
  end = useVirtualTime();
});

afterAll(() => end());

test("no law accuses a right shop", { timeout: 120_000 }, async () => {
  const accused: string[] = [];
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const policy = randomPolicy(seed);
    for (const { story } of await playAll(policy, storiesOf(policy, seed))) {
      // Alone, with more time, as a finding is confirmed.
      const { verdict, failed } = await playModel(policy, story);
      if (failed) accused.push(failed);
      if (!verdict) continue;
      const { law, story: shortest, policy: choices } = await shorten(policy, story);
      accused.push(`${law?.text} "${storyText(shortest)}" ${JSON.stringify(choices)}`);
    }
  }
  expect(accused).toStrictEqual([]);
});

test.each(MISTAKES.map(([mistake, law, needed]) => ({ mistake, law, needed })))(
  "a law finds a shop that $mistake",
  { timeout: 60_000 },
  async ({ mistake, law, needed }) => {
    expect(await findMistake(mistake, law, needed)).toBeDefined();
  },
);
