/** No law accuses a right shop, whatever its policies, and each mistake breaks its law. Virtual time, no network. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { storyText } from "../../src/check-shop/stories/story.ts";
import { useVirtualTime } from "./model/clock.ts";
import { generatedOf, knownOf, playAll, playModel, policyOf, randomPolicy, shorten } from "./model/play.ts";
import { MISTAKES, POLICIES, type Policy } from "./model/shop.ts";

/** Number of random policies. `MODEL_SEEDS=60000-65000` plays 100,000 histories. */
const [FROM = 1, TO = 40] = (process.env["MODEL_SEEDS"] ?? "")
  .split("-")
  .flatMap((text) => (text ? Number(text) : []));

let end: () => void;

beforeAll(() => {
  end = useVirtualTime();
});

afterAll(() => end());

test("no law accuses a right shop", { timeout: 3_600_000 }, async () => {
  const accused: string[] = [];
  for (let seed = FROM; seed < TO; seed += 1) {
    const policy = randomPolicy(seed);
    const known = knownOf(policy);
    const some = Array.from({ length: 6 }, (_, index) => known[(seed * 7 + index * 31) % known.length] ?? []);
    for (const { story } of await playAll(policy, [...some, ...generatedOf(policy, seed, 14)])) {
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

test.each(Object.entries(MISTAKES))(
  "a law finds a shop that %s",
  { timeout: 60_000 },
  async (mistake, [law, needed]) => {
    const found = new Set<string>();
    const isFound = () => found.has(law);
    const look = async (policy: Policy, stories: ReturnType<typeof knownOf>) => {
      for (const story of isFound() ? [] : stories) {
        for (const { verdict } of await playAll(policy, [story], mistake)) found.add(verdict?.law.name ?? "");
        if (isFound()) return;
      }
    };
    for (const orders of needed?.orders ? [needed.orders] : POLICIES.orders) {
      const policy = policyOf({ ...needed, orders });
      await look(policy, knownOf(policy));
    }
    for (let seed = 1; seed <= 100 && !isFound(); seed += 1) {
      const policy = { ...randomPolicy(seed), ...needed };
      await look(policy, generatedOf(policy, seed, 10));
    }
    expect([...found]).toContain(law);
  },
);
