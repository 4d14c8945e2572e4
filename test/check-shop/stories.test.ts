/** The plan of a run, without a shop. */
import { expect, test } from "vitest";
import { VOCABULARY } from "../../src/check-shop/player/moves/moves.ts";
import { firstStories, generatedStories, type ShopFacts } from "../../src/check-shop/stories/plan.ts";
import { contains, parseStory, storyText } from "../../src/check-shop/stories/story.ts";

const ALL = ["inReview", "refund", "capture", "renew", "cancel", "reconcile", "restart"];

const shopWith = (functions: readonly string[], more: Partial<ShopFacts> = {}): ShopFacts => ({
  ...{ ...VOCABULARY, functions: new Set(functions), readers: new Set(functions), type: "payment", ...more },
});

const textsOf = (facts: ShopFacts): string[] => firstStories(facts).map(storyText);

test("the same seed gives the same stories, and another seed gives others", () => {
  const generate = (seed: number) => [...generatedStories(shopWith(ALL), seed, 200)].map(storyText);
  expect(generate(1)).toStrictEqual(generate(1));
  const first = new Set(generate(1));
  expect(generate(2).filter((story) => first.has(story)).length).toBeLessThan(10);
});

test("the first stories contain only what a shop can do, each once, except a race", () => {
  for (const [facts, forbidden] of [
    [shopWith([]), /refund|capture|renew|job|restart|hold|office void/],
    [shopWith(["refund"], { readers: new Set() }), /refund again|twice|capture|renew/],
    [shopWith(ALL), /capture|office void|expire hold/],
  ] as const) {
    const texts = textsOf(facts).map((text) =>
      text.replaceAll(/notify \w+|office refund( rest| second| early)?/g, ""),
    );
    expect(texts.filter((text) => forbidden.test(text))).toStrictEqual([]);
    const often = textsOf(facts).filter((text, index, all) => all.indexOf(text) !== index);
    expect(new Set(often)).toStrictEqual(new Set(["order, pay two"]));
  }
  const count = textsOf(shopWith(ALL, { type: "authorization" })).length;
  expect(count).toBeGreaterThan(textsOf(shopWith(ALL)).length);
  expect(count).toBeLessThan(270);
});

test("a generated step has moves in reserve, which the shop can make", () => {
  for (const story of generatedStories(shopWith([]), 1, 200))
    for (const { moves, instead = [], variant } of story.slice(1)) {
      if (variant !== undefined) continue;
      expect(moves.length + instead.length).toBe(10);
      expect([...moves, ...instead].filter((name) => VOCABULARY.moves.get(name)?.needs)).toStrictEqual([]);
    }
});

test("a third of the generated stories has one variant of the gateway, before its other steps", () => {
  const stories = [...generatedStories(shopWith(ALL), 1, 1000)];
  const varied = stories.filter((story) => story.some(({ variant }) => variant !== undefined));
  expect(varied.length).toBeGreaterThan(250);
  expect(varied.length).toBeLessThan(350);
  expect(varied.filter(([, second]) => second?.variant === undefined)).toStrictEqual([]);
  const drawn = new Set(varied.flatMap(([, second]) => second?.variant ?? []));
  expect([...drawn].sort()).toStrictEqual([...VOCABULARY.groups.variants].sort());
});

test("a story contains another one only with its variant", () => {
  const story = parseStory("order, freshToken=pending, job, pay");
  for (const [other, isContained] of [
    ["order, freshToken=pending, pay", true],
    ["order, job, pay", true],
    ["order, freshToken=none, pay", false],
  ] as const)
    expect(contains(story, parseStory(other)), other).toBe(isContained);
});
