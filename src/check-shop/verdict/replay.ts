import { MOVES } from "../player/moves/moves.ts";
import { type Played, playStory, type Setup } from "../player/play.ts";
import { Turns } from "../player/turns.ts";
import type { Step, Story } from "../stories/story.ts";
import { type Finding, isFinding, isRace } from "./finding.ts";

/** How many stories may be open at the same time. Most of them wait, and only the job asks for the orders of all. */
const MAX_OPEN = 120;

/** How often a race is played until it breaks a law. If a shop loses one race in ten, it almost always loses one of them. */
export const RACES = 24;

interface Replay {
  /** How long the shop may take in the end of a story, in milliseconds. */
  readonly waitTime: () => number;
  /** Whether no other story may begin. */
  readonly isOver: (group?: number) => boolean;
  readonly note: (played: Played) => void;
}

/**
 * Plays groups of stories until there are no more. The stories of a group are played side by side. The next group begins when
 * their steps are played, while they are judged. It would disturb orders of the first group that do not look right yet.
 * @returns how many were played.
 */
export async function playGroups(
  setup: Setup,
  groups: readonly Iterator<Story>[],
  { waitTime, isOver, note }: Replay,
): Promise<number> {
  const { pace } = setup.shop;
  const open = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let count = 0;
  for (const [group, stories] of groups.entries()) {
    const steps = new Set<Promise<void>>();
    while (!isOver(group) && errors.length === 0) {
      const { value, done } = stories.next();
      if (done) break;
      count += 1;
      const { promise, resolve } = Promise.withResolvers<void>();
      steps.add(promise);
      const onPlayed = (isRight: boolean): void => {
        if (isRight || group > 0) resolve();
      };
      const task = playStory(setup, value, waitTime(), onPlayed)
        .then(note)
        .catch((error: unknown) => void errors.push(error))
        .finally(() => {
          resolve();
          open.delete(task);
        });
      open.add(task);
      // A story begins only if the shop has time for it.
      await pace.take();
      pace.free();
      while (open.size >= MAX_OPEN) await Promise.race(open);
    }
    await Promise.all(steps);
  }
  await Promise.all(open);
  if (errors.length > 0) throw errors[0];
  return count;
}

/** Steps that disturb other stories. The job runs twice at the same moment, the shop stops, or the job becomes slow. */
const DISTURBANCES: readonly ((step: Step) => boolean)[] = [
  ({ moves }) => moves.length > 1 && moves.includes("job"),
  ({ moves }) => moves.some((name) => MOVES.get(name)?.stopsShop),
  ({ moves }) => moves.some((name) => MOVES.get(name)?.slowsJob),
];

/** The index of the last disturbance in a story. -1 if it disturbs no other. */
export const disturbanceIn = (story: Story): number => DISTURBANCES.findLastIndex((is) => story.some(is));

/** Groups of stories of which none disturbs another. */
export const apart = (stories: readonly Story[]): Iterator<Story>[] =>
  [-1, ...DISTURBANCES.keys()].map((index) =>
    stories.filter((story) => disturbanceIn(story) === index).values(),
  );

/** Plays stories side by side, of which none disturbs another. */
async function playApart(
  setup: Setup,
  stories: readonly Story[],
  limits: Pick<Replay, "waitTime" | "isOver">,
): Promise<Played[]> {
  const all: Played[] = [];
  const note = (played: Played): void => void all.push(played);
  // The stories of a group are judged before the next group disturbs them.
  for (const group of apart(stories)) await playGroups(setup, [group], { ...limits, note });
  return all;
}

/** Plays a story alone. A race is played again until it breaks a law. @returns the last play, or the first that breaks one. */
export async function playAlone(setup: Setup, story: Story, isOver: () => boolean): Promise<Played> {
  const waitTime = () => setup.shop.pace.timeout;
  const once = await playStory(setup, story, waitTime());
  if (isFinding(once) || once.failed !== undefined || !isRace(story)) return once;
  const others = Array.from({ length: RACES - 1 }, () => story);
  return (await playApart(setup, others, { waitTime, isOver })).find(isFinding) ?? once;
}

/** The part of the time in which findings are shortened. After it, they are only played again. */
const SHORTENING = 2 / 3;

/** Plays stories again for several findings side by side, because most of the time of a story is a wait. */
export class Replays {
  readonly #setup: Setup;
  readonly #turns = new Turns();
  /** When findings are not shortened any more, and when no story begins, in milliseconds of `performance.now()`. */
  readonly shorteningEnd: number;
  readonly #end: number;

  constructor(setup: Setup, end: number) {
    const start = performance.now();
    this.#setup = setup;
    this.shorteningEnd = start + SHORTENING * (end - start);
    this.#end = end;
  }

  readonly isOver = (): boolean => performance.now() >= this.#end;

  /** Plays stories while no other is played. @returns those that broke a law. */
  alone(stories: readonly Story[]): Promise<Finding[]> {
    return this.beside(stories, true, true);
  }

  /**
   * Plays stories side by side. @returns those that broke a law. @param isPatient Whether the shop may take its whole time,
   * because a story that breaks the law again is reported. If not, stories begin until the end of the shortening.
   */
  beside(stories: readonly Story[], isPatient = false, isAlone = false): Promise<Finding[]> {
    const { pace } = this.#setup.shop;
    const end = isPatient ? this.#end : this.shorteningEnd;
    const limits = {
      waitTime: () => (isPatient ? pace.timeout : pace.waitTime),
      isOver: () => performance.now() >= end,
    };
    const play = () => playApart(this.#setup, stories, limits);
    return this.#turns.run(async () => (await play()).filter(isFinding), isAlone);
  }
}
