/** No law accuses a right shop, whatever its policies, and each mistake breaks its law. Virtual time, no network. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseStory, storyText } from "../../src/check-shop/stories/story.ts";
import { useVirtualTime } from "./model/clock.ts";
import {
  findMistake,
  playAll,
  playModel,
  playSideBySide,
  policyOf,
  randomPolicy,
  shorten,
  storiesOf,
} from "./model/play.ts";
import { MISTAKES, type Policy } from "./model/policies.ts";

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

const BY_STAFF: Partial<Policy> = { orders: "hold by staff", cancels: "all orders" };

/** Stories in which a law accused right shops before, or that never ended. */
const ONCE_ACCUSED: readonly { readonly story: string; readonly changes?: Partial<Policy> }[] = [
  {
    story: "order, pay again, capture rest @422",
    changes: { orders: "hold by staff", refused: "unknown" },
  },
  { story: "order, pay, deliver, renew twice + refund rest, renew", changes: { refunded: "takes back" } },
  { story: "order, pay two apart, cancel order @422", changes: BY_STAFF },
  { story: "order, pay, return, cancel order @declined", changes: BY_STAFF },
  { story: "order, pend, settle, office refund unfulfilled" },
  {
    story: "order, begin again + pay, office refund early, deliver, deliver rewritten, repeat first, pay",
    changes: { reviews: "none", refunded: "takes back", body: "asks later" },
  },
  { story: "order, pay, deliver, refund rest, renew", changes: { renews: "no refunded order" } },
  // Two waits of one moment.
  { story: "order, go down, come back + come back" },
];

test.each(ONCE_ACCUSED)("no law accuses a right shop in $story", async ({ story, changes }) => {
  const { verdict, failed } = await playModel(policyOf(changes), parseStory(story));
  expect([verdict?.observed, failed]).toStrictEqual([undefined, undefined]);
});

test("no law accuses a right shop that ends its open orders while another one is placed", async () => {
  const stories = ["order, pay, deliver, other, pay other, job", "order, pay, deliver, expire orders, job"];
  const found = await playSideBySide(policyOf({ fulfills: "in the job" }), stories.map(parseStory));
  expect(found.map(({ lines, verdict, failed }) => [lines, verdict?.observed, failed])).toStrictEqual([]);
});

test.each(MISTAKES.map(([mistake, law, needed]) => ({ mistake, law, needed })))(
  "a law finds a shop that $mistake",
  { timeout: 60_000 },
  async ({ mistake, law, needed }) => {
    expect(await findMistake(mistake, law, needed)).toBeDefined();
  },
);
