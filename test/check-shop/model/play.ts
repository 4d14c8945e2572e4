/** Plays stories with the model shop by the real player: its moves, its faults, its end of a story and its laws. */

import type { LawName } from "../../../src/check-shop/laws/laws.ts";
import type { PlacedOrder } from "../../../src/check-shop/options.ts";
import { CallRouter } from "../../../src/check-shop/player/calls.ts";
import { FAULTS } from "../../../src/check-shop/player/moves/faults.ts";
import { VOCABULARY } from "../../../src/check-shop/player/moves/moves.ts";
import { sleep } from "../../../src/check-shop/player/pace.ts";
import { type Played, playStory, type Setup } from "../../../src/check-shop/player/play.ts";
import { CheckedShop } from "../../../src/check-shop/player/shop.ts";
import {
  createRandom,
  firstStories,
  generatedStories,
  type ShopFacts,
} from "../../../src/check-shop/stories/plan.ts";
import { PAID, parseStory, type Story, storyText } from "../../../src/check-shop/stories/story.ts";
import { shortenedStories } from "../../../src/check-shop/verdict/shorten.ts";
import { simulate } from "./clock.ts";
import { ModelGateway } from "./gateway.ts";
import { type Mistake, POLICIES, type Policy } from "./policies.ts";
import { ModelShop } from "./shop.ts";

/** How long a shop may take for an order. Virtual time costs nothing. */
const TIMEOUT = 10_000;

/** The usual policy, with other choices. */
export const policyOf = (changes: Partial<Policy> = {}): Policy => ({
  ...(Object.fromEntries(
    Object.entries(POLICIES).map(([name, [usual]]) => [name, usual]),
  ) as unknown as Policy),
  ...changes,
});

/** A random choice of each policy. */
export function randomPolicy(seed: number): Policy {
  const random = createRandom(seed);
  const choices = Object.entries(POLICIES).map(([name, values]) => [
    name,
    random() < 0.5 ? values[0] : values[Math.floor(random() * values.length)],
  ]);
  return Object.fromEntries(choices);
}

/** The choices that are not the usual ones. */
export const unusual = (policy: Policy): Partial<Policy> =>
  Object.fromEntries(
    Object.entries(policy).filter(([name, value]) => POLICIES[name as keyof Policy][0] !== value),
  );

/** A shop, and the gateway that it calls. @param placing How long an order takes after it is stored, in milliseconds. */
function openWorld(policy: Policy, mistake?: Mistake, placing = 0): Setup {
  const calls = new CallRouter();
  const gateway = new ModelGateway(calls);
  const model = new ModelShop(policy, gateway, mistake);
  gateway.receiver = model;
  const placeOrder = async (): Promise<PlacedOrder> => {
    const placed = await model.functions.placeOrder();
    if (placing > 0) await sleep(placing);
    return placed;
  };
  const shop = new CheckedShop({ ...model.functions, placeOrder }, TIMEOUT);
  return {
    ...{ gateway, shop, calls, faults: FAULTS, terms: undefined },
    count: { stories: 0, moves: 0, orders: 0 },
  };
}

/** Plays a story with a new shop, after the simplest one, as `checkShop({ story })`. */
export async function playModel(policy: Policy, story: Story, mistake?: Mistake): Promise<Played> {
  const setup = openWorld(policy, mistake);
  const first = await simulate(playStory(setup, parseStory(PAID), TIMEOUT));
  return first.verdict ? first : simulate(playStory(setup, story, TIMEOUT));
}

const factsOf = (policy: Policy): ShopFacts => {
  const { shop } = openWorld(policy);
  const { functions, readers } = shop;
  const type = policy.orders.startsWith("hold") ? "authorization" : "payment";
  return { ...VOCABULARY, functions, readers, type };
};

/** 120 abandoned orders show nothing about a law. */
const isQuick = (story: Story): boolean => story.every(({ moves }) => !moves.includes("abandon"));

/** The first stories of a shop with this policy. */
const knownOf = (policy: Policy): Story[] => firstStories(factsOf(policy)).filter(isQuick);

const generatedOf = (policy: Policy, seed: number, count: number): Story[] =>
  [...generatedStories(factsOf(policy), seed, count)].filter(isQuick);

/** Some first stories and some generated ones. */
export function storiesOf(policy: Policy, seed: number): Story[] {
  const known = knownOf(policy);
  const some = Array.from({ length: 6 }, (_, index) => known[(seed * 7 + index * 31) % known.length] ?? []);
  return [...some, ...generatedOf(policy, seed, 14)];
}

/** How many stories one shop with a mistake plays. */
const SIDE_BY_SIDE = 8;

/** Plays the first stories of shops with a mistake, and then generated ones. @returns the first story in which the law finds it. */
export async function findMistake(
  mistake: Mistake,
  law: LawName,
  needed: Partial<Policy> = {},
  most = 1000,
): Promise<string | undefined> {
  let count = 0;
  const look = async (policy: Policy, stories: readonly Story[], what: string) => {
    for (let index = 0; index < stories.length && count < most; index += SIDE_BY_SIDE) {
      const some = stories.slice(index, index + SIDE_BY_SIDE);
      count += some.length;
      const found = await playAll(policy, some, mistake);
      const shown = found.find(({ verdict }) => verdict?.law.name === law);
      if (shown) return `${what} ${count}: ${storyText(shown.story)}`;
    }
    return undefined;
  };
  for (const orders of needed.orders ? [needed.orders] : POLICIES.orders) {
    const policy = policyOf({ ...needed, orders });
    const found = await look(policy, knownOf(policy), "first");
    if (found) return found;
  }
  for (let seed = 1; count < most; seed += 1) {
    const policy = { ...randomPolicy(seed), ...needed };
    const found = await look(policy, generatedOf(policy, seed, 10), "generated");
    if (found) return found;
  }
  return undefined;
}

/** A story and a policy that still break the same law, without what is not necessary. */
export async function shorten(policy: Policy, story: Story, mistake?: Mistake) {
  const law = (await playModel(policy, story, mistake)).verdict?.law;
  let [shortest, choices] = [story, unusual(policy)];
  const breaks = async (other: Story, changes: Partial<Policy>) =>
    law !== undefined && (await playModel(policyOf(changes), other, mistake)).verdict?.law === law;
  for (let isShorter = true; isShorter; ) {
    isShorter = false;
    const candidates: (readonly [Story, Partial<Policy>])[] = [
      ...Object.keys(choices).map(
        (name) =>
          [shortest, Object.fromEntries(Object.entries(choices).filter(([key]) => key !== name))] as const,
      ),
      ...shortenedStories(shortest).map((other) => [other, choices] as const),
    ];
    for (const [other, changes] of candidates) {
      if (!(await breaks(other, changes))) continue;
      [shortest, choices] = [other, changes];
      isShorter = true;
      break;
    }
  }
  return {
    law,
    story: shortest,
    policy: choices,
    played: await playModel(policyOf(choices), shortest, mistake),
  };
}

/** Plays stories one after the other with one shop. @returns the stories that broke a law or failed. */
export async function playAll(
  policy: Policy,
  stories: readonly Story[],
  mistake?: Mistake,
): Promise<Played[]> {
  const setup = openWorld(policy, mistake);
  await simulate(playStory(setup, parseStory(PAID), TIMEOUT));
  const found: Played[] = [];
  for (const story of stories) {
    const played = await simulate(playStory(setup, story, setup.shop.pace.waitTime));
    if (played.verdict || played.failed !== undefined) found.push(played);
  }
  return found;
}

/** How long an order takes to be placed after it is stored, in milliseconds. */
const PLACING = 100;

/** Plays stories side by side with one shop. @returns the stories that broke a law or failed. */
export async function playSideBySide(policy: Policy, stories: readonly Story[]): Promise<Played[]> {
  const setup = openWorld(policy, undefined, PLACING);
  await simulate(playStory(setup, parseStory(PAID), TIMEOUT));
  const played = await simulate(Promise.all(stories.map((story) => playStory(setup, story, TIMEOUT))));
  return played.filter(({ verdict, failed }) => verdict || failed !== undefined);
}
