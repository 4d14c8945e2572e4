import { LocalGateway } from "../local-gateway.ts";
import { type CheckShopOptions, checkOptions, leftOutOf } from "../options.ts";
import { CallRouter } from "../player/calls.ts";
import { FAULTS, NO_KEYS } from "../player/moves/faults.ts";
import { MOVES, VOCABULARY } from "../player/moves/moves.ts";
import { type Played, playStory, type Setup } from "../player/play.ts";
import { CheckedShop } from "../player/shop.ts";
import { firstStories, generatedStories, type ShopFacts } from "../stories/plan.ts";
import { PAID, parseStory, readStory, type Story, storyText } from "../stories/story.ts";
import { createReport, type ShopFailure, type ShopReport } from "./report.ts";
import { type Finding, isFinding, type Result, reduce } from "./shrink.ts";

/** The budget in milliseconds, and how many stories are generated at most, if no budget is given. */
const [BUDGET, MAX_GENERATED] = [120_000, 200];

/** How many stories are judged again at the end. */
const MAX_JUDGED_AGAIN = 100;

/** How many stories are played at the same time. */
const SIDE_BY_SIDE = 12;

/** What was done until now. */
export interface Progress {
  readonly stories: number;
  readonly orders: number;
  /** Milliseconds until the budget ends. */
  readonly timeLeft: number;
  /** Number of laws that were broken. */
  readonly broken: number;
}

/** What decides which stories are played. @throws Error before an order is placed. */
const factsOf = ({ shop: { functions, readers }, terms: kind }: Setup): ShopFacts => {
  if (!kind) throw new Error("No order is placed");
  return { functions, readers, kind };
};

/** A search of one shop. */
class Search {
  readonly #setup: Setup;
  readonly #budget: number;
  readonly #start = performance.now();
  readonly #findings: Finding[] = [];
  /** The first stories that broke no law. */
  readonly #played: Played[] = [];
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  /** Moves of the given story that were not possible. */
  readonly skipped: string[] = [];
  /** What the end of the budget left unfinished. */
  readonly unfinished: string[] = [];

  constructor(setup: Setup, budget: number, onProgress: ((progress: Progress) => void) | undefined) {
    this.#setup = setup;
    this.#budget = budget;
    this.#onProgress = onProgress;
  }

  get durationMs(): number {
    return Math.round(performance.now() - this.#start);
  }

  /** Whether no story may begin. Half of the budget is for playing findings again and for shortening them. */
  get #isOver(): boolean {
    return (
      this.#setup.shop.timeLeft === 0 || (this.#findings.length > 0 && this.durationMs > this.#budget / 2)
    );
  }

  async #play(story: Story, waitTime: number): Promise<void> {
    const played = await playStory(this.#setup, story, waitTime);
    if (isFinding(played)) this.#findings.push(played);
    else if (played && this.#played.length < MAX_JUDGED_AGAIN) this.#played.push(played);
    const { stories, orders } = this.#setup.count;
    const broken = new Set(this.#findings.map(({ verdict }) => verdict.law)).size;
    this.#onProgress?.({ stories, orders, timeLeft: this.#setup.shop.timeLeft, broken });
  }

  /** Plays stories side by side until there are no more. @returns how many were played. */
  async #playAll(stories: Iterator<Story>, isOver: () => boolean): Promise<number> {
    let count = 0;
    const work = async (): Promise<void> => {
      while (!isOver()) {
        const { value, done } = stories.next();
        if (done) return;
        count += 1;
        await this.#play(value, this.#setup.shop.waitTime);
      }
    };
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    return count;
  }

  /** Looks for orders that became wrong after their story, such as by a payment of another order. */
  async #judgeAgain(): Promise<void> {
    for (const played of this.#played) {
      const lines = [...played.lines, "other stories were played"];
      const again = { ...played, lines, verdict: await played.judgeAgain() };
      if (isFinding(again)) this.#findings.push(again);
    }
  }

  /** Plays one story. It may take longer than the budget, because a report without a story shows nothing. */
  async playAlone(story: Story): Promise<Result[]> {
    await this.#play(story, this.#setup.shop.timeout);
    const [played] = this.#findings.length > 0 ? [] : this.#played;
    const isMissing = (name: string): boolean => {
      const needs = MOVES.get(name)?.needs;
      return needs !== undefined && !this.#setup.shop.has(needs);
    };
    if (played) this.skipped.push(...skippedIn(story, played.story).filter((name) => !isMissing(name)));
    return this.#findings.map((finding) => ({ finding, again: true }));
  }

  /** Plays the known stories, and generates others while they break no law. */
  async playMany(seed: number, most: number): Promise<Result[]> {
    const simplest = await this.playAlone(parseStory(PAID));
    if (simplest.length > 0) return simplest;
    const { shop } = this.#setup;
    const facts = factsOf(this.#setup);
    const vocabulary = { ...VOCABULARY, faults: this.#setup.faults };
    const first = firstStories(facts, vocabulary);
    const generated = generatedStories(facts, vocabulary, seed, most);
    // The rest of the budget is for a second look at a finding.
    const end = this.#start + this.#budget;
    const searchEnd = end - Math.min(shop.timeout, this.#budget / 4);
    shop.end = searchEnd;
    const left = first.length - (await this.#playAll(first.values(), () => this.#isOver));
    if (left > 0) this.unfinished.push(`${left} of the first ${first.length} stories`);
    for (;;) {
      const isOver = shop.timeLeft === 0;
      shop.end = end;
      if (this.#findings.length === 0) await this.#judgeAgain().catch(() => undefined);
      const results = await reduce(this.#setup, this.#findings.splice(0));
      shop.end = searchEnd;
      if (results.length > 0 || isOver) return results;
      const count = await this.#playAll(generated, () => this.#findings.length > 0 || this.#isOver);
      if (count === 0) return [];
    }
  }
}

/** The advice of the law, or of the last move or fault of the story that has one. */
const adviceOf = ({ finding: { story, verdict }, again }: Result): string => {
  const { law, observed } = verdict;
  const advice = story.flatMap(({ moves, fault }) => [
    ...moves.map((name) => MOVES.get(name)?.advice),
    FAULTS.find(({ name }) => name === fault)?.advice,
  ]);
  const own = typeof law.advice === "string" ? law.advice : law.advice(observed);
  return (law.isAdviceBest || !again ? undefined : advice.findLast((text) => text !== undefined)) ?? own;
};

/** The moves of a story that were not possible when it was played. */
function skippedIn(story: Story, played: Story): string[] {
  const names = (of: Story): string[] => of.flatMap(({ moves }) => moves);
  const left = names(played);
  return names(story).filter((name) => {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
}

const toFailure = (result: Result, seed: number): ShopFailure => ({
  law: result.finding.verdict.law.text,
  story: result.finding.lines,
  observed: result.finding.verdict.observed,
  advice: adviceOf(result),
  seed,
  replay: storyText(result.finding.story),
  again: result.again,
  meanwhile: result.again ? [] : result.finding.meanwhile,
});

/** @throws TypeError, RangeError */
export async function run(
  options: CheckShopOptions,
  onProgress?: (progress: Progress) => void,
): Promise<ShopReport> {
  checkOptions(options);
  const { sandbox, seed = Math.floor(Math.random() * 2 ** 31), budget, timeout = 10_000 } = options;
  const setup: Setup = {
    gateway: new LocalGateway(sandbox),
    shop: new CheckedShop(options, timeout),
    calls: new CallRouter(),
    faults: FAULTS.filter(({ name }) => !options.idempotencyKeys || name !== NO_KEYS),
    pages: new Map(),
    terms: undefined,
    count: { stories: 0, moves: 0, orders: 0 },
    playing: new Set(),
    cutOff: 0,
  };
  const story =
    options.story === undefined
      ? undefined
      : readStory(options.story, { moves: [...MOVES.keys()], faults: FAULTS.map(({ name }) => name) });
  const search = new Search(setup, budget ?? BUDGET, onProgress);
  const most = budget === undefined ? MAX_GENERATED : Number.POSITIVE_INFINITY;
  const close = setup.gateway.open((call) => setup.calls.answer(call));
  try {
    const results = await (story ? search.playAlone(story) : search.playMany(seed, most));
    const leftOut = [
      ...leftOutOf(options, setup.terms?.type === "authorization"),
      ...[...setup.pages].flatMap(([page, isOpen]) =>
        isOpen ? [] : [`pages of the shop, because no page answers at ${page}`],
      ),
      ...search.skipped.map((name) => `the move "${name}", because it was not possible in this story`),
      ...search.unfinished.map((text) => `${text}, because the budget ended`),
      ...(setup.cutOff > 0 ? [`the ends of ${setup.cutOff} stories, because the budget ended`] : []),
    ];
    return createReport(
      results.map((result) => toFailure(result, seed)),
      { ...setup.count, seed, leftOut, durationMs: search.durationMs },
    );
  } finally {
    close();
  }
}
