import { MOVES } from "../player/moves/moves.ts";
import { type Played, playStory, type Setup } from "../player/play.ts";
import type { Story } from "../stories/story.ts";
import { isFinding, isRace } from "./finding.ts";

/** How many stories may be open at the same time. Most of them wait. */
const MAX_OPEN = 40;

/** How often a race is played until it breaks a law. If a shop loses one race in ten, it almost always loses one of them. */
const RACES = 24;

interface Replay {
  /** How long the shop may take in the end of a story, in milliseconds. */
  readonly waitTime: () => number;
  /** Whether no other story may begin. */
  readonly isOver: () => boolean;
  /** Whether the steps of one story end before another one begins, because its job may change the orders of others. */
  readonly isApart?: boolean;
  readonly note: (played: Played) => void;
}

/** Plays stories side by side until there are no more. @returns how many were played. */
export async function playAll(
  setup: Setup,
  stories: Iterator<Story>,
  { waitTime, isOver, isApart, note }: Replay,
): Promise<number> {
  const open = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let count = 0;
  while (!isOver() && errors.length === 0) {
    const { value, done } = stories.next();
    if (done) break;
    count += 1;
    const task = playStory(setup, value, waitTime(), isApart)
      .then(note)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => open.delete(task));
    open.add(task);
    // Not all at once, so that a story begins only if there is time for it.
    await setup.shop.pace.vacancy();
    while (open.size >= MAX_OPEN) await Promise.race(open);
  }
  await Promise.all(open);
  if (errors.length > 0) throw errors[0];
  return count;
}

/** Whether a story stops the shop, which may break the law in the stories that are played meanwhile. */
const stopsShop = (story: Story): boolean =>
  story.some(({ moves }) => moves.some((name) => MOVES.get(name)?.stopsShop));

/** Plays stories of which none disturbs another. Those that stop the shop come last. */
export async function playApart(
  setup: Setup,
  stories: readonly Story[],
  limits: Pick<Replay, "waitTime" | "isOver">,
): Promise<Played[]> {
  const all: Played[] = [];
  const replay = { ...limits, isApart: true, note: (played: Played) => void all.push(played) };
  await playAll(setup, stories.filter((story) => !stopsShop(story)).values(), replay);
  await playAll(setup, stories.filter(stopsShop).values(), replay);
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
