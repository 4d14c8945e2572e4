import { MOVES, VOCABULARY } from "../player/moves/moves.ts";
import { type Played, playStory, type Setup } from "../player/play.ts";
import { firstStories, generatedStories, type ShopFacts } from "../stories/plan.ts";
import { PAID, parseStory, type Story, storyText } from "../stories/story.ts";
import { confirm, type Result } from "./confirm.ts";
import { type Finding, isFinding } from "./finding.ts";

/** How long first stories are played after a finding, in milliseconds, because another one may be shorter. */
const AFTER_FINDING = 5000;

/** How many stories are judged again at the end. */
const MAX_JUDGED_AGAIN = 100;

/** How many stories may be open at the same time. Most of them wait. */
const MAX_OPEN = 36;

/** How many errors of functions are printed. */
const MAX_FAILED = 5;

/** What was done until now. */
export interface Progress {
  readonly stories: number;
  /** How many stories are planned. Infinite with a budget. */
  readonly planned: number;
  readonly orders: number;
  /** Number of laws that were broken. */
  readonly broken: number;
}

/** What decides which stories are played. @throws Error before an order is placed. */
const factsOf = ({ shop: { functions, readers }, terms: kind }: Setup): ShopFacts => {
  if (!kind) throw new Error("No order is placed");
  return { functions, readers, kind };
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

export interface SearchLimits {
  /** When the last story may begin, in milliseconds of `performance.now()`. */
  readonly end: number;
  readonly seed: number;
  /** How many stories are generated at most. */
  readonly generated: number;
}

/** A search of one shop. */
export class Search {
  readonly #setup: Setup;
  readonly #limits: SearchLimits;
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  readonly #start = performance.now();
  readonly #findings: Finding[] = [];
  #firstFinding: number | undefined;
  /** Number of first stories. */
  #first = 0;
  /** The first stories that broke no law. */
  readonly #played: Played[] = [];
  readonly #failed: string[] = [];
  /** The stories that were planned. */
  readonly planned: Story[] = [];
  /** Moves of the given story that were not possible. */
  readonly skipped: string[] = [];
  readonly results: Result[] = [];
  /** Why the run does not show whether the shop keeps the laws. */
  readonly unfinished: string[] = [];

  constructor(setup: Setup, limits: SearchLimits, onProgress: ((progress: Progress) => void) | undefined) {
    this.#setup = setup;
    this.#limits = limits;
    this.#onProgress = onProgress;
  }

  get durationMs(): number {
    return Math.round(performance.now() - this.#start);
  }

  get #isOver(): boolean {
    const now = performance.now();
    return now >= this.#limits.end || (this.#firstFinding ?? now) + AFTER_FINDING < now;
  }

  #note(played: Played): void {
    if (played.failed !== undefined) this.#failed.push(played.failed);
    else if (isFinding(played)) {
      this.#firstFinding ??= performance.now();
      this.#findings.push(played);
    } else if (this.#played.length < MAX_JUDGED_AGAIN) this.#played.push(played);
    const { stories, orders } = this.#setup.count;
    const broken = new Set(this.#findings.map(({ verdict }) => verdict.law)).size;
    const planned = 1 + this.#first + this.#limits.generated;
    this.#onProgress?.({ stories, planned, orders, broken });
  }

  /** Plays stories side by side until there are no more. @returns how many were played. */
  async #playAll(stories: Iterator<Story>, isOver: () => boolean): Promise<number> {
    const open = new Set<Promise<void>>();
    const { pace } = this.#setup.shop;
    const errors: unknown[] = [];
    let count = 0;
    while (!isOver() && errors.length === 0) {
      const { value, done } = stories.next();
      if (done) break;
      count += 1;
      const task = playStory(this.#setup, value, pace.waitTime)
        .then((played) => this.#note(played))
        .catch((error: unknown) => void errors.push(error))
        .finally(() => open.delete(task));
      open.add(task);
      // Not all at once, so that a story begins only if there is time for it.
      await pace.vacancy();
      while (open.size >= MAX_OPEN) await Promise.race(open);
    }
    await Promise.all(open);
    if (errors.length > 0) throw errors[0];
    return count;
  }

  /** Looks for orders that became wrong after their story, such as by a payment of another order. */
  async #judgeAgain(): Promise<void> {
    for (const played of this.#played) {
      const verdict = await played.judgeAgain();
      if (verdict)
        this.#findings.push({ ...played, lines: [...played.lines, "other stories were played"], verdict });
    }
  }

  /** Plays findings again. @returns whether a law was broken again. */
  async #confirm(): Promise<boolean> {
    const { confirmed, seenOnce } = await confirm(this.#setup, this.#findings.splice(0));
    this.#firstFinding = undefined;
    this.results.push(...confirmed);
    for (const { verdict, story } of seenOnce) {
      this.unfinished.push(
        `the story "${storyText(story)}" broke the law “${verdict.law.text}” once, and not again (${verdict.observed})`,
      );
    }
    return confirmed.length > 0;
  }

  /** Plays one story. @throws Error if its order cannot be placed. */
  async #playFirst(story: Story): Promise<Played> {
    const played = await playStory(this.#setup, story, this.#setup.shop.pace.timeout);
    this.#setup.shop.pace.tookFirst(played.took);
    if (played.failed !== undefined && !this.#setup.terms) throw new Error(played.failed);
    this.#note(played);
    return played;
  }

  /** Plays one story, and nothing else. */
  async playAlone(story: Story): Promise<void> {
    const isTimed = story.some(({ moves }) => moves.some((name) => MOVES.get(name)?.isTimed));
    if (isTimed) await playStory(this.#setup, parseStory(PAID), this.#setup.shop.pace.timeout);
    const played = await this.#playFirst(story);
    const { functions } = this.#setup.shop;
    const isMissing = (name: string): boolean => {
      const needs = MOVES.get(name)?.needs;
      return needs !== undefined && !functions.has(needs);
    };
    if (!played.verdict) {
      this.skipped.push(...skippedIn(story, played.story).filter((name) => !isMissing(name)));
    }
    for (const finding of this.#findings) this.results.push({ finding, isShortest: true });
    this.#end();
  }

  /** Plays the known stories, and generates others while they break no law. */
  async playMany(): Promise<void> {
    const { seed, generated, end } = this.#limits;
    const simplest = parseStory(PAID);
    await this.#playFirst(simplest);
    if (this.#findings.length > 0 || this.#failed.length > 0) {
      await this.#confirm();
      return this.#end();
    }
    const vocabulary = { ...VOCABULARY, faults: this.#setup.faults };
    const facts = factsOf(this.#setup);
    const first = firstStories(facts, vocabulary).filter((story) => storyText(story) !== PAID);
    this.planned.push(...first);
    this.#first = first.length;
    const planned = function* (this: Search): Generator<Story> {
      yield* first;
      for (const story of generatedStories(facts, vocabulary, seed, generated)) {
        this.planned.push(story);
        yield story;
      }
    };
    const stories = planned.call(this);
    const begin = this.durationMs;
    let count = 0;
    // Generated stories end at the first finding. First stories go on for a while, because another one may be shorter.
    const isFound = (): boolean => this.#findings.length > 0 && this.planned.length > first.length;
    for (;;) {
      const played = await this.#playAll(stories, () => isFound() || this.#isOver);
      count += played;
      if (this.#findings.length === 0) await this.#judgeAgain();
      if ((await this.#confirm()) || performance.now() >= end || played === 0) break;
    }
    if (count < first.length && performance.now() >= end)
      this.#noteLeft(count, first.length, this.durationMs - begin);
    this.#end();
  }

  #noteLeft(count: number, all: number, milliseconds: number): void {
    const seconds = (time: number) => `${Math.ceil(time / 1000)} s`;
    const estimate =
      count * 2 < all ? "" : `. The others may need ${seconds((milliseconds / count) * (all - count))} more`;
    this.unfinished.push(
      `${all - count} of the ${all} first stories were not played, because the budget ended. The ${count} others took ${seconds(milliseconds)}${estimate}`,
    );
  }

  #end(): void {
    const failed = [...new Set(this.#failed)];
    this.unfinished.push(...failed.slice(0, MAX_FAILED));
    if (failed.length > MAX_FAILED)
      this.unfinished.push(`${failed.length - MAX_FAILED} other stories ended like these`);
  }
}
