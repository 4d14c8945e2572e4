import type { Played, Setup } from "../player/play.ts";
import type { Story } from "../stories/story.ts";
import { type Finding, isFinding } from "./finding.ts";
import { playApart, playInTurn } from "./replay.ts";

/** Stories that a search plays next. */
interface Wanted {
  readonly stories: readonly Story[];
  /** When the last of them may begin, in milliseconds of `performance.now()`. Undefined if each is played alone. */
  readonly end?: number;
  /** Whether the shop may take its whole time, because a story that breaks the law again is reported. */
  readonly isPatient?: boolean;
}

/** The plays of a round that broke a law. */
interface Found {
  /** The plays of the stories that the search itself wanted. */
  readonly own: readonly Finding[];
  /** The plays of the stories of all searches. */
  readonly all: readonly Finding[];
}

/** A search that plays stories in rounds. A play that one search wanted can show what another one looks for. */
export type Rounds<Result> = Generator<Wanted, Result, Found>;

/** Plays the next round of several searches: their stories side by side, and alone only if no search wants the former. */
async function playRound(setup: Setup, wanted: readonly Wanted[], isOver: () => boolean): Promise<Played[]> {
  const stories = wanted.flatMap((each) => each.stories);
  const end = Math.max(...wanted.map((each) => each.end ?? 0));
  const { pace } = setup.shop;
  if (end === 0) return playInTurn(setup, stories, isOver);
  const isPatient = wanted.some((each) => each.isPatient);
  const waitTime = (): number => (isPatient ? pace.timeout : pace.waitTime);
  return playApart(setup, stories, { waitTime, isOver: () => performance.now() >= end });
}

/**
 * Plays the rounds of all searches side by side, because most of the time of a story is a wait.
 *
 * @param isOver Whether no other story is played alone.
 * @param onResult Called with the result of each search when it is known.
 * @returns their results.
 */
export async function playRounds<Result>(
  setup: Setup,
  searches: readonly Rounds<Result>[],
  isOver: () => boolean,
  onResult: (result: Result) => void,
): Promise<Result[]> {
  const all = searches.map((search) => ({ search, state: search.next() }));
  for (;;) {
    const open = all.flatMap((each) => (each.state.done ? [] : [{ each, wanted: each.state.value }]));
    if (open.length === 0) return all.flatMap(({ state }) => (state.done ? [state.value] : []));
    const first = open.filter(({ wanted }) => wanted.end !== undefined);
    const turn = first.length > 0 ? first : open;
    const round = turn.map(({ wanted }) => wanted);
    const found = (await playRound(setup, round, isOver)).filter(isFinding);
    for (const { each, wanted } of turn) {
      const own = found.filter(({ planned }) => wanted.stories.includes(planned));
      each.state = each.search.next({ own, all: found });
      if (each.state.done) onResult(each.state.value);
    }
  }
}
