import { VARIANTS } from "../gateway/variants.ts";
import { WatchedGateway } from "../gateway/watched-gateway.ts";
import { type CheckShopOptions, checkOptions, leftOutOf } from "../options.ts";
import { CallRouter } from "../player/calls.ts";
import { FAULTS, NO_KEYS } from "../player/moves/faults.ts";
import { MOVES } from "../player/moves/moves.ts";
import type { Setup } from "../player/play.ts";
import { CheckedShop } from "../player/shop.ts";
import { readStory, storyText } from "../stories/story.ts";
import { adviceFor } from "./advice.ts";
import type { ConfirmedFinding } from "./confirm.ts";
import { orderText, warningsOf } from "./first-order.ts";
import { createReport, type Progress, type ShopFailure, type ShopReport } from "./report.ts";
import { Search } from "./search.ts";

/** How many stories are generated if no budget is given. */
const GENERATED = 200;

/** How long the shop may take to fulfill a paid order by default, in milliseconds. */
const TIMEOUT = 10_000;

const toFailure = ({ finding, isShortest, isLasting }: ConfirmedFinding, seed: number): ShopFailure => {
  const { law, observed, lost } = finding.verdict;
  return {
    law: law.text,
    story: finding.lines,
    // The job may run again after the last line, and ask the same.
    calls: finding.calls
      .map(({ line, text }) => `${Math.min(line, finding.lines.length)}. ${text}`)
      .filter((call, index, all) => call !== all[index - 1]),
    history: finding.histories,
    observed,
    lost,
    // Without a step of the shortest story, the law holds.
    advice: adviceFor(finding, isShortest && !isLasting),
    seed,
    replay: storyText(finding.story),
    isShortest,
  };
};

/** Options of a caller for a search. After `signal`, no function of the shop is called. */
interface Watcher {
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

/** @throws TypeError, RangeError, Error if the first order cannot be placed, the reason of `signal` */
export async function run(options: CheckShopOptions, watcher: Watcher = {}): Promise<ShopReport> {
  const { onProgress, signal } = watcher;
  checkOptions(options);
  const { sandbox, seed = Math.floor(Math.random() * 2 ** 31), budget, timeout = TIMEOUT } = options;
  const gateway = new WatchedGateway(sandbox);
  const setup: Setup = {
    gateway,
    shop: new CheckedShop(options, timeout),
    calls: new CallRouter(),
    faults: new Map([...FAULTS].filter(([name]) => !options.idempotencyKeys || !name.startsWith(NO_KEYS))),
    terms: undefined,
    count: { stories: 0, moves: 0, orders: 0 },
  };
  const names = { moves: [...MOVES.keys()], faults: [...FAULTS.keys()], variants: [...VARIANTS.keys()] };
  const story = options.story === undefined ? undefined : readStory(options.story, names);
  const start = performance.now();
  const limits = {
    budget: budget ?? Number.POSITIVE_INFINITY,
    seed,
    generated: budget === undefined ? GENERATED : Number.POSITIVE_INFINITY,
  };
  const search = new Search(setup, limits, onProgress);
  const close = gateway.open((call) => setup.calls.answer(call));
  try {
    const aborted = Promise.withResolvers<never>();
    signal?.addEventListener("abort", () => void setup.shop.end().then(() => aborted.reject(signal.reason)));
    await Promise.race([story ? search.playOne(story) : search.playMany(), aborted.promise]);
    const leftOut = [
      ...leftOutOf(options, setup.terms?.type === "authorization"),
      ...[...setup.shop.pages].flatMap(([page, isOpen]) =>
        isOpen ? [] : [`pages of the shop (none answers at ${page})`],
      ),
      ...search.skipped.map((name) => `the move "${name}" (not possible in this story)`),
    ];
    const planned = search.planned.map(storyText);
    const durationMs = Math.round(performance.now() - start);
    const { results, seenOnce, unfinished, skippedLaws: skipped } = search;
    const order = setup.terms ? orderText(setup.terms) : "";
    const warnings = setup.terms ? warningsOf(setup.terms) : [];
    const tried = { seed, order, warnings, planned, leftOut, skipped, durationMs, ...setup.count };
    return createReport({
      failures: results.map((result) => toFailure(result, seed)),
      seenOnce: seenOnce.map((finding) => toFailure({ finding, isShortest: false }, seed)),
      unfinished,
      tried,
    });
  } finally {
    close();
  }
}
