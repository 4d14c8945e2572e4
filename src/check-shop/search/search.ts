import { ONCE, REFUNDED_ONCE, RENEWED_ONCE } from "../laws/laws.ts";
import { CLASSIC_STORIES, PAID_ONCE } from "./classic-stories.ts";
import { makeUp } from "./make-up.ts";
import { type NextStep, type Played, playStory, stepsOf, type Theatre } from "./play.ts";
import { lengthOf, type Story, shorterOnes, storyText } from "./story.ts";

/** A story that breaks a law. */
export type Found = Played & { readonly verdict: NonNullable<Played["verdict"]> };

/** How many stories go on at the same time. */
const SIDE_BY_SIDE = 12;

/** How long one story is shortened, in milliseconds. */
const MAX_SHORTENING = 30_000;

/** How many times a story is played before its break of a law counts as not reproducible. */
const REPLAYS = 4;

/** What was done twice is a fault of the shop also where it depends on the moment and does not happen again. */
const CERTAIN = [ONCE, REFUNDED_ONCE, RENEWED_ONCE].map(({ text }) => text);

/** Whether its orders are still wrong, however seldom that happens: what was only late is right by then. */
const isStillWrong = async ({ verdict, judgeAgain }: Found): Promise<boolean> =>
  verdict.law.holds === "in the end" && (await judgeAgain())?.law === verdict.law;

const isFound = (played: Played | undefined): played is Found => played?.verdict !== undefined;

const breaks = (played: Played, law: string): played is Found => played.verdict?.law.text === law;

/** Plays stories side by side until there are no more, or the time is over. @returns those that break a law. */
async function playAll(
  theatre: Theatre,
  stories: Iterator<NextStep>,
  isOver: (found: readonly Found[]) => boolean,
): Promise<Found[]> {
  const found: Found[] = [];
  const work = async (): Promise<void> => {
    while (!isOver(found)) {
      const { value, done } = stories.next();
      if (done) return;
      const played = await playStory(theatre, value, theatre.merchant.patience);
      if (isFound(played)) found.push(played);
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  return found;
}

/** The shortest story that breaks the same law: each round leaves out one thing more, until the time is over. */
async function shorten(theatre: Theatre, found: Found): Promise<Found> {
  const { text } = found.verdict.law;
  const end = performance.now() + MAX_SHORTENING;
  let shortest = found;
  while (performance.now() < end) {
    const { patience } = theatre.merchant;
    const stories = shorterOnes(shortest.story).map(stepsOf);
    const played = await Promise.all(stories.map((story) => playStory(theatre, story, patience)));
    const [next] = played
      .filter((each) => breaks(each, text))
      .filter(({ story }) => lengthOf(story) < lengthOf(shortest.story))
      .sort((one, other) => lengthOf(one.story) - lengthOf(other.story));
    if (!next) return shortest;
    shortest = next;
  }
  return shortest;
}

/** Whether what happens depends on the moment, so that it may need several plays to happen again. */
const isRace = ({ story }: Found): boolean =>
  story.some(
    ({ moves, fault }) => moves.length > 1 || fault !== undefined || moves.includes("deliver ten times"),
  );

/** Plays a story again, alone and with all the time that the shop may take. */
async function confirm(theatre: Theatre, found: Found): Promise<Found | undefined> {
  for (let replay = 0; replay < (isRace(found) ? REPLAYS : 1); replay += 1) {
    const again = await playStory(theatre, stepsOf(found.story), theatre.merchant.timeout);
    if (breaks(again, found.verdict.law.text)) return again;
  }
  return undefined;
}

/** One finding for each law: the shortest story that breaks it again. */
async function reduce(theatre: Theatre, found: readonly Found[]): Promise<Found[]> {
  const results: Found[] = [];
  const sorted = [...found].sort((one, other) => lengthOf(one.story) - lengthOf(other.story));
  for (const each of sorted) {
    const { text } = each.verdict.law;
    if (results.some(({ verdict }) => verdict.law.text === text)) continue;
    const again = await confirm(theatre, each);
    if (again) results.push((await confirm(theatre, await shorten(theatre, again))) ?? again);
    else if (CERTAIN.includes(text) || (await isStillWrong(each))) results.push(each);
  }
  return results;
}

/** Stories that are made up, without an end. */
function* madeUp(theatre: Theatre, seed: number, count: number): Generator<NextStep> {
  for (let index = 0; index < count; index += 1) yield makeUp(theatre, Math.imul(seed, 0x9e3779b1) + index);
}

/** Plays one story alone. */
export const searchOne = async (theatre: Theatre, story: Story): Promise<Found[]> => {
  const played = await playStory(theatre, stepsOf(story), theatre.merchant.timeout);
  return isFound(played) ? [played] : [];
};

interface Limits {
  readonly seed: number;
  /** When no story begins any more, in the time of `performance.now()`. */
  readonly end: number;
  /** The most stories that are made up. */
  readonly count: number;
}

const isAsked = (story: Story): boolean => /refund|renew/.test(storyText(story));

/** Refunds and renewals have a turn of their own: the jobs of other stories would carry out what was not accepted. */
async function playClassic(theatre: Theatre, isOver: () => boolean): Promise<Found[]> {
  const names = theatre.faults.map(({ name }) => name);
  const stories = [...CLASSIC_STORIES.values()].filter((story) =>
    story.every(({ fault }) => fault === undefined || names.includes(fault)),
  );
  const turns = [stories.filter((story) => !isAsked(story)), stories.filter(isAsked)];
  const found: Found[] = [];
  for (const turn of turns) found.push(...(await playAll(theatre, turn.map(stepsOf).values(), isOver)));
  return reduce(theatre, found);
}

/** Plays the classic stories, and makes up others while they find nothing. */
export async function searchAll(theatre: Theatre, { seed, end, count }: Limits): Promise<Found[]> {
  const isOver = (): boolean => performance.now() > end;
  const simplest = await searchOne(theatre, CLASSIC_STORIES.get(PAID_ONCE) ?? []);
  if (simplest.length > 0) return reduce(theatre, simplest);
  const found = await playClassic(theatre, isOver);
  if (found.length > 0) return found;
  const rest = madeUp(theatre, seed, count);
  for (;;) {
    const batch = await playAll(theatre, rest, (some) => some.length > 0 || isOver());
    const results = await reduce(theatre, batch);
    if (results.length > 0 || batch.length === 0) return results;
  }
}
