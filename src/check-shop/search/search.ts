import { LocalGateway } from "../local-gateway.ts";
import { type CheckShopOptions, checkOptions, leftOutOf } from "../options.ts";
import { createReport, type ShopFailure, type ShopReport } from "../report.ts";
import { CallRouter } from "../run/calls.ts";
import { type NextStep, playStory, type Setup, stepsOf } from "../run/play.ts";
import { CheckedShop } from "../scenario/shop.ts";
import { type Story, storyText } from "../scenario/story.ts";
import { FAULTS, NO_KEYS } from "../steps/faults.ts";
import { MOVES } from "../steps/moves.ts";
import { generateStories } from "./generate.ts";
import { KNOWN_STORIES, PAID_ONCE, readStory } from "./known-stories.ts";
import { type Finding, isFinding, reduce } from "./shrink.ts";

/** How long stories are tried, in milliseconds, and how many are generated at most, if no budget is given. */
const [BUDGET, MAX_GENERATED] = [120_000, 200];

/** How many stories are played at the same time. */
const SIDE_BY_SIDE = 12;

async function playAlone(setup: Setup, story: Story): Promise<Finding[]> {
  const played = await playStory(setup, stepsOf(story), setup.shop.timeout);
  return isFinding(played) ? [played] : [];
}

/** Plays stories side by side until there are no more, or `isOver`. */
async function playAll(
  setup: Setup,
  stories: Iterator<NextStep>,
  isOver: (findings: readonly Finding[]) => boolean,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const work = async (): Promise<void> => {
    while (!isOver(findings)) {
      const { value, done } = stories.next();
      if (done) return;
      const played = await playStory(setup, value, setup.shop.waitTime);
      if (isFinding(played)) findings.push(played);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return findings;
}

const hasRequest = (story: Story): boolean => /refund|renew/.test(storyText(story));

/** Plays the known stories, and generates others while they break no law. */
async function searchAll(
  setup: Setup,
  generated: Iterator<NextStep>,
  isOver: () => boolean,
): Promise<Finding[]> {
  const simplest = await playAlone(setup, KNOWN_STORIES.get(PAID_ONCE) ?? []);
  if (simplest.length > 0) return reduce(setup, simplest);
  const known = [...KNOWN_STORIES.values()].filter((story) =>
    story.every(({ fault }) => fault === undefined || setup.faults.includes(fault)),
  );
  // Refunds and renewals come later, because the jobs of other stories would carry out requests that were not accepted.
  const findings: Finding[] = [];
  for (const stories of [known.filter((story) => !hasRequest(story)), known.filter(hasRequest)]) {
    findings.push(...(await playAll(setup, stories.map(stepsOf).values(), isOver)));
  }
  const results = await reduce(setup, findings);
  if (results.length > 0) return results;
  for (;;) {
    const batch = await playAll(setup, generated, (some) => some.length > 0 || isOver());
    const reduced = await reduce(setup, batch);
    if (reduced.length > 0 || batch.length === 0) return reduced;
  }
}

/** The advice of the law, or of the last move or fault of the story that has one. */
const adviceOf = ({ story, verdict: { law } }: Finding): string => {
  const advice = story.flatMap(({ moves, fault }) => [
    ...moves.map((name) => MOVES.get(name)?.advice),
    FAULTS.find(({ name }) => name === fault)?.advice,
  ]);
  return (law.isAdviceBest ? undefined : advice.findLast((text) => text !== undefined)) ?? law.advice;
};

const toFailure = (finding: Finding, seed: number): ShopFailure => ({
  law: finding.verdict.law.text,
  story: finding.lines,
  observed: finding.verdict.observed,
  advice: adviceOf(finding),
  seed,
  replay: storyText(finding.story),
});

/** @throws TypeError, RangeError */
export async function run(options: CheckShopOptions): Promise<ShopReport> {
  checkOptions(options);
  const { sandbox, seed = Math.floor(Math.random() * 2 ** 31), budget, timeout = 10_000 } = options;
  const setup: Setup = {
    gateway: new LocalGateway(sandbox),
    shop: new CheckedShop(options, timeout),
    calls: new CallRouter(),
    faults: FAULTS.map(({ name }) => name).filter((name) => !options.idempotencyKeys || name !== NO_KEYS),
    leftOut: new Set(leftOutOf(options)),
    callers: new Set(),
    count: { stories: 0, moves: 0, orders: 0 },
  };
  const story = options.story === undefined ? undefined : readStory(options.story);
  const start = performance.now();
  const isOver = (): boolean => performance.now() > start + (budget ?? BUDGET);
  const most = budget === undefined ? MAX_GENERATED : Number.POSITIVE_INFINITY;
  const close = setup.gateway.open((call) => setup.calls.answer(call));
  try {
    const findings = await (story
      ? playAlone(setup, story)
      : searchAll(setup, generateStories(setup, seed, most), isOver));
    const durationMs = Math.round(performance.now() - start);
    return createReport(
      findings.map((finding) => toFailure(finding, seed)),
      { ...setup.count, seed, leftOut: [...setup.leftOut], durationMs },
    );
  } finally {
    close();
  }
}
