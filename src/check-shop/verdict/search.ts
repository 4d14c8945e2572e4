import type { Terms } from "../history/events.ts";
import { isTriedBy, type Law } from "../laws/law.ts";
import { LAWS } from "../laws/laws.ts";
import { MOVES, VOCABULARY } from "../player/moves/moves.ts";
import { REQUESTS } from "../player/moves/requests.ts";
import { type Played, playStory, type Setup } from "../player/play.ts";
import { firstStories, generatedStories } from "../stories/plan.ts";
import { PAID, parseStory, type Story, storyText } from "../stories/story.ts";
import { type ConfirmedFinding, confirm } from "./confirm.ts";
import { type Finding, isFinding } from "./finding.ts";
import { apart, playAlone, playGroups } from "./replay.ts";

/** How long first stories are played after a finding, in milliseconds, because another one may be shorter. */
const AFTER_FINDING = 5000;

/** How long the given story is played again if it depends on the moment, in milliseconds. */
const REPEATED = 10_000;

/** How many stories are judged again at the end. */
const MAX_JUDGED_AGAIN = 100;

/** How many errors of functions are printed. */
const MAX_FAILED = 5;

/** What was done until now. */
export interface Progress {
  /** What is done now. */
  readonly phase: string;
  /** When the phase ends at the latest, in milliseconds of `performance.now()`. */
  readonly end: number | undefined;
  readonly stories: number;
  /** How many stories are planned. Infinite with a budget. */
  readonly planned: number;
  readonly orders: number;
  /** Number of laws that were broken. */
  readonly broken: number;
  /** A line for each law that was broken, and for each finding that is certain, in this order. */
  readonly found: readonly string[];
}

/** A law that no story of the run could break, or whose finding is not reported. */
export interface SkippedLaw {
  readonly law: string;
  readonly reason: string;
}

/** What to do if stories are left. */
const MORE_TIME = "Give the run more time, or none, so that it ends when the plan is played";

/** What to do if a function took too long. */
const QUIETER =
  "Use a quieter machine. If it is the job, let calls that come while it runs share one run, and ask only for tokens that are not final";

const CONTAINED = "It was broken only by stories that contain the story of another finding.";

const PLAY_AGAIN = "Play it alone, on a quieter machine";

/** The moves of a story that were not possible when it was played, although the shop has their functions. */
function skippedIn(story: Story, played: Story, functions: ReadonlySet<string>): string[] {
  const names = (of: Story): string[] => of.flatMap(({ moves }) => moves);
  const left = names(played);
  return names(story).filter((name) => {
    const index = left.indexOf(name);
    if (index >= 0) left.splice(index, 1);
    const needs = MOVES.get(name)?.needs;
    return index < 0 && (needs === undefined || functions.has(needs));
  });
}

const hasRequest = (story: Story): boolean =>
  story.some(({ moves }) => moves.some((name) => Object.hasOwn(REQUESTS, name)));

/** The staff may make a request again seconds later. The run should not end with such a wait. */
const requestsFirst = (one: Story, other: Story): number =>
  Number(hasRequest(other)) - Number(hasRequest(one));

const seconds = (milliseconds: number): string => `${Math.ceil(milliseconds / 1000)} s`;

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
  #findings: Finding[] = [];
  /** When generated stories end, and first ones a while later. Undefined before a law was broken. */
  #foundAt: number | undefined;
  /** The first stories that broke no law. */
  readonly #right: Played[] = [];
  readonly #failed = new Set<string>();
  /** Number of planned stories. */
  #count = 1;
  /** The stories that were planned. */
  readonly planned: Story[] = [];
  /** Moves of the given story that were not possible. */
  readonly skipped: string[] = [];
  readonly results: ConfirmedFinding[] = [];
  /** Stories that broke a law once and not again. */
  readonly seenOnce: Finding[] = [];
  readonly #unfinished: string[] = [];
  /** The laws that no story could break until now. */
  readonly #untried = new Set<Law>(LAWS);
  #contained: readonly Law[] = [];
  /** The laws that were broken, until they are played again. */
  readonly #broken = new Set<Law>();
  readonly #found: string[] = [];
  #phase: Pick<Progress, "phase" | "end"> = { phase: "first stories", end: undefined };

  constructor(setup: Setup, limits: SearchLimits, onProgress: ((progress: Progress) => void) | undefined) {
    this.#setup = setup;
    this.#limits = limits;
    this.#onProgress = onProgress;
  }

  /** Why the run does not show whether the shop keeps the laws. */
  get unfinished(): string[] {
    const failed = [...this.#failed];
    const more = failed.length - MAX_FAILED;
    const others = more > 0 ? [`${more} other stories ended like these`] : [];
    const hints = failed.some((text) => text.includes("it took longer than")) ? [QUIETER] : [];
    return [...this.#unfinished, ...failed.slice(0, MAX_FAILED), ...others, ...hints];
  }

  /** The laws that no story could break, and those whose stories contain the story of another finding. */
  get skippedLaws(): SkippedLaw[] {
    const { functions } = this.#setup.shop;
    const reasonOf = ({ needs }: Law): string =>
      needs === undefined || functions.has(needs) ? "No story tried it." : `checkShop has no ${needs}.`;
    return [
      ...[...this.#untried].map((law) => ({ law: law.text, reason: reasonOf(law) })),
      ...this.#contained.map(({ text }) => ({ law: text, reason: CONTAINED })),
    ];
  }

  #show(): void {
    const { stories, orders } = this.#setup.count;
    const counts = { stories, planned: this.#count, orders, broken: this.#broken.size };
    this.#onProgress?.({ ...this.#phase, ...counts, found: this.#found });
  }

  /** Notes what a terminal prints about a finding. */
  #tell(how: string, { verdict, story }: Finding): void {
    this.#found.push(`${how}: ${verdict.law.text} Story: "${storyText(story)}"`);
    this.#show();
  }

  #note(played: Played): void {
    for (const law of this.#untried)
      if (played.histories.some((history) => isTriedBy(law, history))) this.#untried.delete(law);
    if (played.failed !== undefined) this.#failed.add(played.failed);
    else if (isFinding(played)) {
      this.#foundAt ??= performance.now();
      this.#findings.push(played);
      const { law } = played.verdict;
      if (this.planned.length > 0 && !this.#broken.has(law)) this.#tell("seen", played);
      this.#broken.add(law);
    } else if (this.#right.length < MAX_JUDGED_AGAIN) this.#right.push(played);
    this.#show();
  }

  /** Looks for orders that became wrong after their story, such as by a payment of another order. */
  async #judgeAgain(): Promise<void> {
    for (const played of this.#right) {
      const verdict = await played.judgeAgain();
      const lines = [...played.lines, "other stories were played"];
      if (verdict) this.#findings.push({ ...played, lines, verdict });
    }
  }

  /** Plays findings again. @returns whether a law was broken again. */
  async #confirm(): Promise<boolean> {
    const { confirmed, seenOnce, contained } = await confirm(this.#setup, this.#findings, {
      onBegin: (end) => {
        this.#phase = { phase: "findings again", end };
        this.#show();
      },
      onCertain: (finding) => this.#tell("certain", finding),
    });
    this.#findings = [];
    this.#foundAt = undefined;
    this.results.push(...confirmed);
    this.#contained = contained;
    this.seenOnce.push(...seenOnce);
    for (const { verdict, story } of seenOnce) {
      this.#unfinished.push(
        `the story "${storyText(story)}" broke the law “${verdict.law.text}” once, and not again (${verdict.observed}). ${PLAY_AGAIN}`,
      );
    }
    return confirmed.length > 0;
  }

  /** Notes the first story. @throws Error if its order cannot be placed. */
  #noteFirst(played: Played): void {
    if (played.failed !== undefined && !this.#setup.terms) throw new Error(played.failed);
    this.#note(played);
  }

  /** Plays one story, and nothing else. @throws Error if its order cannot be placed. */
  async playOne(story: Story): Promise<void> {
    const { shop } = this.#setup;
    const isTimed = story.some(({ moves }) => moves.some((name) => MOVES.get(name)?.isTimed));
    if (isTimed) await playStory(this.#setup, parseStory(PAID), shop.pace.timeout);
    const end = performance.now() + REPEATED;
    const played = await playAlone(this.#setup, story, () => performance.now() >= end);
    this.#noteFirst(played);
    if (isFinding(played)) this.results.push({ finding: played, isShortest: true });
    else this.skipped.push(...skippedIn(story, played.story, shop.functions));
  }

  /** Plays the known stories, and generates others while they break no law. @throws Error if no order can be placed. */
  async playMany(): Promise<void> {
    const { timeout } = this.#setup.shop.pace;
    this.#noteFirst(await playStory(this.#setup, parseStory(PAID), timeout));
    const kind = this.#setup.terms;
    if (kind && this.#findings.length === 0 && this.#failed.size === 0) await this.#playPlan(kind);
    await this.#confirm();
  }

  async #playPlan(kind: Terms): Promise<void> {
    const { shop, faults } = this.#setup;
    const { seed, generated, end } = this.#limits;
    const facts = { functions: shop.functions, readers: shop.readers, kind };
    const vocabulary = { ...VOCABULARY, faults };
    const first = firstStories(facts, vocabulary).filter((story) => storyText(story) !== PAID);
    this.planned.push(...first);
    this.#count = 1 + first.length + generated;
    const all = generatedStories(facts, vocabulary, seed, generated);
    const others = function* (this: Search): Generator<Story> {
      for (const story of Number.isFinite(generated) ? [...all].sort(requestsFirst) : all) {
        this.planned.push(story);
        yield story;
      }
    };
    const begin = performance.now();
    let count = 0;
    const groups = [...apart(first), others.call(this)];
    let current = 0;
    const isOver = (group = 0): boolean => {
      if (this.#foundAt === undefined) current = group;
      this.#phase = {
        phase: group < groups.length - 1 ? "first stories" : "generated stories",
        end: undefined,
      };
      // First stories go on for a while after a finding, because another one may be shorter. The stories of a later group are longer.
      const more = group === current && group < groups.length - 1 ? AFTER_FINDING : 0;
      return performance.now() >= Math.min(end, (this.#foundAt ?? end) + more);
    };
    const replay = { waitTime: () => shop.pace.waitTime, isOver, note: this.#note.bind(this) };
    for (let played = 1; played > 0 && performance.now() < end; ) {
      played = await playGroups(this.#setup, groups, replay);
      count += played;
      if (this.#findings.length === 0 && played > 0) await this.#judgeAgain();
      if (await this.#confirm()) return;
    }
    if (count >= first.length || performance.now() < end) return;
    const [left, took] = [first.length - count, performance.now() - begin];
    const estimate = count < left ? "" : `. The others may need ${seconds((took / count) * left)} more`;
    this.#unfinished.push(
      `${left} of the ${first.length} first stories were not played, because the budget ended. The ${count} others took ${seconds(took)}${estimate}. ${MORE_TIME}`,
    );
  }
}
