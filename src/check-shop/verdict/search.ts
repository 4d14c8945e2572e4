import { isTriedBy, type Law } from "../laws/law.ts";
import { LAWS } from "../laws/laws.ts";
import { MOVES, VOCABULARY } from "../player/moves/moves.ts";
import { REQUESTS } from "../player/moves/requests.ts";
import { sleep } from "../player/pace.ts";
import { type Played, playStory, type Setup } from "../player/play.ts";
import { firstStories, generatedStories } from "../stories/plan.ts";
import { PAID, parseStory, type Story, storyText } from "../stories/story.ts";
import { type ConfirmedFinding, confirm, ownOf } from "./confirm.ts";
import { byLength, type Finding, isFinding } from "./finding.ts";
import { apart, playAlone, playGroups } from "./replay.ts";
import type { Progress, SkippedLaw } from "./report.ts";

/** How long first stories are played after a finding, in milliseconds, because another one may be shorter. */
const AFTER_FINDING = 5000;

/** How long the given story is played again if it depends on the moment, in milliseconds. */
const REPEATED = 10_000;

/** How many stories are judged again at the end, and how many errors of functions are printed. */
const [MAX_JUDGED_AGAIN, MAX_FAILED] = [100, 5];

/** What to do if a function took too long. */
const QUIETER =
  "Use a quieter machine. If it is the job, let calls that come while it runs share one run, and ask only for tokens that are neither paid nor over";

const CONTAINED = "It was broken only by stories that contain the story of another finding.";

const MORE_TIME = "Give the run more time, or no budget";

/** What became of a story that broke a law once, and what to do. */
const ONCE = {
  again: ["and not again", "Play it alone, on a quieter machine"],
  noTime: ["and there was no time to play it again", MORE_TIME],
} as const;

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

/** How many runs of the job in a story met a fault. */
const faultyJobsIn = (story: Story): number =>
  story.filter(({ moves: [name, ...others], fault }) => name === "job" && others.length === 0 && fault)
    .length;

const requestsIn = (story: Story): number =>
  Number(story.some(({ moves }) => moves.some((name) => Object.hasOwn(REQUESTS, name))));

/** How long all findings together are shortened and played again without a budget, in milliseconds. */
const AGAIN = 90_000;

/** The part of a budget in which stories begin. A story ends with waits, and findings are played again. */
const BEGINNING = 0.7;

/** `budget`: maximum time of the run in milliseconds, or infinite. The first story is always played to its end. */
export type SearchLimits = Readonly<Record<"budget" | "seed" | "generated", number>>;

export class Search {
  readonly #setup: Setup;
  readonly #limits: SearchLimits;
  readonly #onProgress: ((progress: Progress) => void) | undefined;
  #findings: Finding[] = [];
  /** When generated stories end, and first ones a while later. Undefined before a law was broken. */
  #foundAt: number | undefined;
  /** First stories whose fault met no call, because another run of the job had found the payment before. */
  readonly #inVain: Story[] = [];
  /** The first stories that broke no law. */
  readonly #right: Played[] = [];
  readonly #failed = new Set<string>();
  /** Number of planned stories. */
  #count = 1;
  #first: readonly Story[] = [];
  readonly planned: Story[] = [];
  /** Moves of the given story that were not possible. */
  readonly skipped: string[] = [];
  /** The shortest story of each law that was broken again. */
  readonly #certain = new Map<Law, ConfirmedFinding>();
  readonly seenOnce: Finding[] = [];
  readonly #unfinished: string[] = [];
  readonly #start = performance.now();
  /** When the run is over, in milliseconds of `performance.now()`. */
  readonly #end: number;
  /** The planned stories that were judged. */
  readonly #judged = new Set<Story>();
  /** The laws that no story could break until now. */
  readonly #untried = new Set<Law>(LAWS);
  /** The laws that were broken, until they are played again. */
  readonly #broken = new Set<Law>();
  readonly #found: string[] = [];
  #phase: Pick<Progress, "phase" | "end"> = { phase: "first stories", end: undefined };

  constructor(setup: Setup, limits: SearchLimits, onProgress: ((progress: Progress) => void) | undefined) {
    this.#setup = setup;
    this.#limits = limits;
    this.#end = this.#start + limits.budget;
    this.#onProgress = onProgress;
  }

  /** A finding for each law, without those that contain another one. */
  get results(): ConfirmedFinding[] {
    return ownOf([...this.#certain.values()]);
  }

  /** Why the run does not show whether the shop keeps the laws. */
  get unfinished(): string[] {
    const left = this.#first.filter((story) => !this.#judged.has(story)).length;
    // With a finding, no more stories are played.
    const isShort = left > 0 && this.#certain.size === 0 && Number.isFinite(this.#end);
    const failed = [...this.#failed];
    const more = failed.length - MAX_FAILED;
    return [
      isShort &&
        `${left} of the ${this.#first.length} first stories were not played to their end, because the budget is over. ${MORE_TIME}`,
      ...this.#unfinished,
      ...failed.slice(0, MAX_FAILED),
      more > 0 && `${more} other stories ended like these`,
      failed.some((text) => text.includes("it took longer than")) && QUIETER,
    ].filter((text) => text !== false);
  }

  /** The laws that no story could break, and those whose stories contain the story of another finding. */
  get skippedLaws(): SkippedLaw[] {
    const { functions } = this.#setup.shop;
    const own = this.results;
    const contained = [...this.#certain].filter(([, result]) => !own.includes(result));
    const reasonOf = ({ needs }: Law): string =>
      needs === undefined || functions.has(needs) ? "No story tried it." : `checkShop has no ${needs}.`;
    return [
      ...[...this.#untried].map((law) => ({ law: law.text, reason: reasonOf(law) })),
      ...contained.map(([{ text }]) => ({ law: text, reason: CONTAINED })),
    ];
  }

  #show(): void {
    const { stories, orders } = this.#setup.count;
    const counts = { stories, planned: this.#count, orders, broken: this.#broken.size };
    this.#onProgress?.({ ...this.#phase, ...counts, found: this.#found });
  }

  /** Notes the line of a terminal about a finding. */
  #tell(how: string, { verdict, story }: Finding): void {
    this.#found.push(`${how}: ${verdict.law.text} Story: "${storyText(story)}"`);
    this.#show();
  }

  #note(played: Played): void {
    this.#judged.add(played.planned);
    for (const law of this.#untried)
      if (played.histories.some((history) => isTriedBy(law, history))) this.#untried.delete(law);
    const isInVain = faultyJobsIn(played.story) < faultyJobsIn(played.planned);
    if (isInVain && played.failed === undefined) this.#inVain.push(played.planned);
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

  /** Looks for orders that became wrong after their story, such as by a payment of another order, or by a late repeat. */
  async #judgeAgain(): Promise<void> {
    const [first] = this.#right;
    const repeated = first ? await first.repeat() : [];
    await sleep(this.#setup.shop.pace.quietTime);
    for (const played of this.#right) {
      const verdict = await played.judgeAgain();
      const late = played === first ? repeated : [];
      const lines = [...played.lines, "other stories were played", ...late];
      if (verdict) this.#findings.push({ ...played, lines, verdict });
    }
  }

  /** Plays findings again. @returns whether a law was broken again. */
  async #confirm(): Promise<boolean> {
    if (this.#findings.length === 0) return false;
    const again = performance.now() + this.#setup.shop.pace.limit(AGAIN);
    const end = Math.min(again, this.#end);
    this.#phase = { phase: "findings again", end };
    this.#show();
    const seenOnce = await confirm(this.#setup, this.#findings, end, (result) => {
      const { law } = result.finding.verdict;
      const known = this.#certain.get(law);
      if (!known || byLength(result.finding, known.finding) <= 0) this.#certain.set(law, result);
      if (!known) this.#tell("certain", result.finding);
    });
    this.#findings = [];
    this.#foundAt = undefined;
    for (const finding of seenOnce) this.#noteOnce(finding, performance.now() < end ? "again" : "noTime");
    return this.#certain.size > 0;
  }

  #noteOnce(finding: Finding, how: keyof typeof ONCE): void {
    const { verdict, story } = finding;
    const [result, advice] = ONCE[how];
    this.seenOnce.push(finding);
    this.#unfinished.push(
      `the story "${storyText(story)}" broke the law “${verdict.law.text}” once, ${result} (${verdict.observed}). ${advice}`,
    );
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
    if (isFinding(played)) this.#certain.set(played.verdict.law, { finding: played, isShortest: true });
    else this.skipped.push(...skippedIn(story, played.story, shop.functions));
  }

  /** Plays the known stories, and generates others while they break no law. @throws Error if no order can be placed. */
  async playMany(): Promise<void> {
    const { shop } = this.#setup;
    this.#noteFirst(await playStory(this.#setup, parseStory(PAID), shop.pace.timeout));
    const { promise: ended, resolve } = Promise.withResolvers<true>();
    const left = Math.max(0, this.#end - performance.now());
    const timer = Number.isFinite(left)
      ? setTimeout(() => resolve(shop.end().then(() => true)), left)
      : undefined;
    const isOver = await Promise.race([this.#playOthers(), ended]).finally(() => clearTimeout(timer));
    if (!isOver) return;
    const laws = Map.groupBy(this.#findings.toSorted(byLength), ({ verdict }) => verdict.law);
    for (const [law, [shortest]] of laws)
      if (shortest && !this.#certain.has(law)) this.#noteOnce(shortest, "noTime");
  }

  async #playOthers(): Promise<void> {
    const { shop, faults, terms } = this.#setup;
    if (!terms || this.#findings.length > 0 || this.#failed.size > 0) {
      await this.#confirm();
      return;
    }
    const { seed, generated, budget } = this.#limits;
    const last = this.#start + BEGINNING * budget;
    const { functions, readers } = shop;
    const facts = { ...VOCABULARY, faults, functions, readers, type: terms.type };
    const first = firstStories(facts).filter((story) => storyText(story) !== PAID);
    this.#first = first;
    this.planned.push(...first);
    this.#count = 1 + first.length + generated;
    const all = generatedStories(facts, seed, generated);
    // The staff may make a request again seconds later. The run should not end with such a wait.
    const requestsFirst = (one: Story, other: Story): number => requestsIn(other) - requestsIn(one);
    const others = function* (this: Search): Generator<Story> {
      for (const story of Number.isFinite(generated) ? [...all].sort(requestsFirst) : all) {
        this.planned.push(story);
        yield story;
      }
    };
    const again = function* (this: Search): Generator<Story> {
      yield* this.#inVain.splice(0);
    };
    const groups = [...apart(first), again.call(this), others.call(this)];
    let current = 0;
    const isOver = (group = 0): boolean => {
      if (this.#foundAt === undefined) current = group;
      const isFirst = group < groups.length - 1;
      this.#phase = { phase: isFirst ? "first stories" : "generated stories", end: undefined };
      // First stories go on for a while after a finding, because another one may be shorter. The stories of a later group are longer.
      const more = group === current && isFirst ? AFTER_FINDING : 0;
      return performance.now() >= Math.min(last, (this.#foundAt ?? last) + more);
    };
    const replay = { waitTime: () => shop.pace.waitTime, isOver, note: this.#note.bind(this) };
    for (let played = 1; played > 0; ) {
      played = await playGroups(this.#setup, groups, replay);
      if (this.#findings.length === 0 && played > 0) await this.#judgeAgain();
      if (await this.#confirm()) return;
    }
  }
}
