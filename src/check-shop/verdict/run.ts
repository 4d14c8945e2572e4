import { WatchedGateway } from "../gateway/watched-gateway.ts";
import { type CheckShopOptions, checkOptions, leftOutOf } from "../options.ts";
import { CallRouter } from "../player/calls.ts";
import { FAULTS, NO_KEYS } from "../player/moves/faults.ts";
import { MOVES } from "../player/moves/moves.ts";
import type { Setup } from "../player/play.ts";
import { CheckedShop } from "../player/shop.ts";
import { readStory, type Story, storyText } from "../stories/story.ts";
import type { ConfirmedFinding } from "./confirm.ts";
import { createReport, type ShopFailure, type ShopReport } from "./report.ts";
import { type Progress, Search } from "./search.ts";

/** How many stories are generated if no budget is given. */
const GENERATED = 200;

/** How long the shop may take to fulfill a paid order by default, in milliseconds. */
const TIMEOUT = 10_000;

const movesIn = (story: Story) =>
  story.flatMap(({ moves }) => moves.flatMap((name) => MOVES.get(name) ?? []));

/** The advice of a move that kills the shop, which has the reason even if other moves were made at the same moment. */
const adviceOfKill = (story: Story): string | undefined =>
  movesIn(story).find(({ stopsShop }) => stopsShop)?.advice;

/** The advice of the last move or fault of a story. If moves were made at the same moment, neither has the reason. */
const adviceIn = (story: Story): string | undefined =>
  story
    .flatMap((step) => [
      ...(step.moves.length > 1 ? [] : movesIn([step])),
      ...FAULTS.filter(({ name }) => name === step.fault),
    ])
    .findLast(({ advice }) => advice !== undefined)?.advice;

const toFailure = ({ finding, isShortest, isLasting }: ConfirmedFinding, seed: number): ShopFailure => {
  const { law, observed, lost, advice } = finding.verdict;
  // Without a step of the shortest story, the law holds.
  const isOfStep = isShortest && !isLasting;
  return {
    law: law.text,
    story: finding.lines,
    calls: finding.calls.map(({ line, text }) => `${line}. ${text}`),
    history: finding.histories,
    observed,
    lost,
    advice:
      (isOfStep ? adviceOfKill(finding.story) : undefined) ??
      advice ??
      (isOfStep && !law.isAdviceBest ? adviceIn(finding.story) : undefined) ??
      law.advice,
    seed,
    replay: storyText(finding.story),
    isShortest,
  };
};

/** Searches a shop, and reports what it found. @throws TypeError, RangeError, Error if the first order cannot be placed */
export async function run(
  options: CheckShopOptions,
  onProgress?: (progress: Progress) => void,
): Promise<ShopReport> {
  checkOptions(options);
  const { sandbox, seed = Math.floor(Math.random() * 2 ** 31), budget, timeout = TIMEOUT } = options;
  const setup: Setup = {
    gateway: new WatchedGateway(sandbox),
    shop: new CheckedShop(options, timeout),
    calls: new CallRouter(),
    faults: FAULTS.filter(({ name }) => !options.idempotencyKeys || !name.startsWith(NO_KEYS)),
    pages: new Map(),
    terms: undefined,
    count: { stories: 0, moves: 0, orders: 0 },
  };
  const names = { moves: [...MOVES.keys()], faults: FAULTS.map(({ name }) => name) };
  const story = options.story === undefined ? undefined : readStory(options.story, names);
  const start = performance.now();
  const limits = {
    end: start + (budget ?? Number.POSITIVE_INFINITY),
    seed,
    generated: budget === undefined ? GENERATED : Number.POSITIVE_INFINITY,
  };
  const search = new Search(setup, limits, onProgress);
  const close = setup.gateway.open((call) => setup.calls.answer(call));
  try {
    await (story ? search.playOne(story) : search.playMany());
    const leftOut = [
      ...leftOutOf(options, setup.terms?.type === "authorization"),
      ...[...setup.pages].flatMap(([page, isOpen]) =>
        isOpen ? [] : [`pages of the shop, because no page answers at ${page}`],
      ),
      ...search.skipped.map((name) => `the move "${name}", because it was not possible in this story`),
    ];
    const planned = search.planned.map(storyText);
    const durationMs = Math.round(performance.now() - start);
    return createReport(
      search.results.map((result) => toFailure(result, seed)),
      search.unfinished,
      { ...setup.count, seed, planned, leftOut, untried: search.untried, durationMs },
    );
  } finally {
    close();
  }
}
