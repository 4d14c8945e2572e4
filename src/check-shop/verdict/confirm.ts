import { MOVES } from "../player/moves/moves.ts";
import { playStory, type Setup } from "../player/play.ts";
import { PAID, parseStory } from "../stories/story.ts";
import { breaks, byLength, type Finding, isFinding, isRace, lengthOf } from "./finding.ts";
import { shorten } from "./shorten.ts";

/** How long the findings of one law are played again, in milliseconds. */
const MAX_CONFIRMING = 60_000;

/** How many stories that break the same law are played again once. The others may have broken it because of one of them. */
const MAX_TRIED = 20;

/** How many of them are played more often, and how often. One race in ten is enough to be found. */
const [MAX_TRIED_OFTEN, REPLAYS, RACE_REPLAYS] = [3, 1, 24];

/** A story that broke a law, and broke it again when it was played alone. */
export interface Result {
  readonly finding: Finding;
  /** Whether there was time to leave out each step of it. */
  readonly isShortest: boolean;
  /** Whether the simplest story breaks a law since this story was played. */
  readonly isLasting?: boolean;
}

/** Plays a story again, alone and with the time that the shop may take. */
async function replay(
  setup: Setup,
  finding: Finding,
  end: number,
  replays = isRace(finding) ? RACE_REPLAYS : REPLAYS,
): Promise<Finding | undefined> {
  for (let count = 0; count < replays && performance.now() < end; count += 1) {
    const again = await playStory(setup, finding.story, setup.shop.pace.timeout);
    if (breaks(again, finding)) return again;
  }
  return undefined;
}

/** Whether its orders are still wrong. An order that was only late is right by then. */
const isStillWrong = async ({ shop }: Setup, { verdict, judgeAgain }: Finding): Promise<boolean> => {
  if (verdict.isFinal) return true;
  const again = await judgeAgain(shop.pace.timeout).catch(() => verdict);
  return again?.law === verdict.law;
};

/** Whether it stops the shop, which may break the law in the stories that are played meanwhile. */
const stopsShop = ({ story }: Finding): boolean =>
  story.some(({ moves }) => moves.some((name) => MOVES.get(name)?.stopsShop));

/** The shortest story that breaks a law when it is played alone. */
async function confirmLaw(setup: Setup, findings: readonly Finding[]): Promise<Result | undefined> {
  const end = performance.now() + MAX_CONFIRMING;
  const causesFirst = [...findings.filter(stopsShop), ...findings.filter((each) => !stopsShop(each))];
  const tries = [
    ...causesFirst.slice(0, MAX_TRIED).map((finding) => ({ finding, replays: 1 })),
    ...findings.slice(0, MAX_TRIED_OFTEN).map((finding) => ({ finding, replays: undefined })),
  ];
  for (const { finding, replays } of tries) {
    const again = await replay(setup, finding, end, replays);
    if (!again) continue;
    const { finding: shortest, isShortest } = await shorten(setup, again);
    if (shortest === again) return { finding: again, isShortest };
    // The lines of the last play belong to the story that is reported.
    const last = await replay(setup, shortest, performance.now() + MAX_CONFIRMING);
    return { finding: last ?? again, isShortest: isShortest && last !== undefined };
  }
  return undefined;
}

/** What became of findings: a result for each law, and stories that broke a law once and not again. */
export interface Confirmed {
  readonly confirmed: readonly Result[];
  readonly seenOnce: readonly Finding[];
}

/** Plays the findings again, alone. */
export async function confirm(setup: Setup, findings: readonly Finding[]): Promise<Confirmed> {
  const [first] = findings;
  if (!first) return { confirmed: [], seenOnce: [] };
  const simplest = await playStory(setup, parseStory(PAID), setup.shop.pace.timeout);
  if (isFinding(simplest) && lengthOf(first) > lengthOf(simplest)) {
    // Other stories would only show that the shop is broken.
    const lines = [...first.lines, "from then on, the simplest story breaks a law:", ...simplest.lines];
    return { confirmed: [{ finding: { ...first, lines }, isShortest: true, isLasting: true }], seenOnce: [] };
  }
  const confirmed: Result[] = [];
  const seenOnce: Finding[] = [];
  for (const [, ofLaw] of Map.groupBy(findings.toSorted(byLength), ({ verdict }) => verdict.law)) {
    const result = await confirmLaw(setup, ofLaw);
    if (result) confirmed.push(result);
    for (const finding of result ? [] : ofLaw) {
      if (!(await isStillWrong(setup, finding))) continue;
      seenOnce.push(finding);
      break;
    }
  }
  return { confirmed, seenOnce };
}
