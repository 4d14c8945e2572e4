import { didYouMean } from "../../shared/nearest-name.ts";
import { parseStory, type Story } from "../scenario/story.ts";
import { FORGERIES, NEAR_MISSES } from "../steps/false-payments.ts";
import { FAULTS } from "../steps/faults.ts";
import { MOVES } from "../steps/moves.ts";
import { OTHER_NOTIFICATIONS } from "../steps/notifications.ts";
import { TIMES } from "../steps/times.ts";

/** The simplest story. If it breaks a law, the other stories show nothing more. */
export const PAID = "order, pay, deliver";

/** Number of races of two payments. If a shop loses one pair in ten, it almost always loses one of these. */
const RACES = 30;

const namesOf = (moves: object): string => Object.keys(moves).join(", ");

/** A step with each of these faults, in the middle of a story. */
const withFaults = (before: string, step: string, after: string, faults: string): string[] =>
  faults.split(", ").map((fault) => `${before}, ${step} @${fault}, ${after}`);

const DOWN = "503, 503 once, 503 later, hang";
const UNCLEAR = "lost, done 503, done 408, done 409, 503, post 503, lost and down, no keys";
const REFUSED = "declined, declined and lost, 422";

/** What went wrong in other shops. */
const ORDERS: readonly string[] = [
  PAID,
  `${PAID}, repeat, repeat`,
  "order, pay, deliver ten times",
  `${PAID}, pay again`,
  // Sums of fractions are wrong after some of these payments.
  ...[4, 6, 9].map((count) => `${PAID}${", pay again".repeat(count)}`),
  "order, pay, job, deliver",
  "order, decline, deliver, pay, deliver, repeat first, pay again",
  "order, decline, pay, deliver, deliver, repeat first",
  "order, pend, deliver, fail, deliver",
  "order, pend, deliver, settle, deliver, notify failed, repeat first",
  "order, expire, deliver, job, pay again",
  "order, cancel, pay, deliver",
  `${PAID}, expire second, pay again`,
  "order, return, pay, return, deliver, return bare",
  "order, pay, return + deliver",
  "order, other, pay other, return claimed, return other, job @other order, return @other order, pay",
  "order, pay, job + job, job, deliver",
  "order, job, pay, job",
  "order, pay, deliver digits, deliver",
  "order, pay, deliver rewritten",
  ...Object.keys(TIMES).map((name) => `order, pay, deliver ${name}`),
  `order, ${namesOf(OTHER_NOTIFICATIONS)}, pay, deliver`,
  `order, decline, other, pay other, ${namesOf(FORGERIES)}, pay, deliver`,
  `order, ${namesOf(NEAR_MISSES)}, return, job, pay, deliver`,
  ...withFaults("order, pay", "job", "job", `404, ${DOWN}`),
  ...withFaults("order, pay", "deliver", "repeat", `${DOWN}, ${REFUSED}`),
  ...withFaults("order, pay", "return", "deliver", DOWN),
  ...withFaults(PAID, "pay again", "repeat, job", `503, post 503, lost, done 409, ${REFUSED}`),
  "order, pay, job @503, job @503, job @503",
  ...["", " after 10 ms", " after 40 ms", " after 160 ms"].map(
    (delay) => `order, pay, deliver + restart${delay}, repeat`,
  ),
  ...["10", "40"].map((delay) => `${PAID}, pay again + restart after ${delay} ms`),
  `order, restart, pay, deliver, restart`,
  ...["done 503", "lost", "slow"].map((fault) => `order @${fault}, pay, deliver, pay, deliver`),
  ...Array.from({ length: RACES }, () => "order, pay two"),
];

/** Stories in which the shop's staff acts, and holds. */
const REQUESTS: readonly string[] = [
  ...["refund", "capture"].flatMap((kind) => [
    `${PAID}, ${kind}, deliver, ${kind}, ${kind} same`,
    `${PAID}, ${kind} + ${kind}`,
    `${PAID}, ${kind} 1, ${kind} 19.99, ${kind} 1.15, ${kind} 4.35, ${kind} rest`,
    `${PAID}, ${kind} all but 1, ${kind} rest, repeat first, return, job`,
    `${PAID}, ${kind} rest, deliver, repeat first, return, job, pay again`,
    `${PAID}, ${kind} @lost, ${kind}`,
    `${PAID}, ${kind} + ${kind} @no keys`,
    `${PAID}, ${kind} @post 503, job + job @no keys`,
    ...withFaults(PAID, kind, `${kind} same, job`, `${UNCLEAR}, ${REFUSED}`),
  ]),
  `${PAID}, office refund, deliver, refund rest`,
  `${PAID}, office refund rest, deliver, repeat first, return, job`,
  `${PAID}, pay again, refund rest, refund rest`,
  `${PAID}, pay again, refund rest, office refund second, deliver, deliver, repeat first`,
  `${PAID}, chargeback, deliver, repeat first, return, job`,
  `${PAID}, capture rest, refund, refund rest, deliver, repeat first`,
  `${PAID}, capture, capture rest, refund, refund same, refund rest`,
  `${PAID}, capture, capture rest, refund rest`,
  `${PAID}, office capture, deliver, capture`,
  ...["office capture", "office capture part"].map((move) => `order, pay, ${move}, deliver oldest, deliver`),
  `${PAID}, office capture part, deliver`,
  `${PAID}, capture, office void, deliver, capture same`,
  "order, pay, office void, deliver oldest, deliver",
  "order, pay, expire hold, deliver",
  `${PAID}, expire hold, capture`,
  `${PAID}, renew, renew, renew`,
  `${PAID}, renew + renew`,
  `${PAID}, renew + renew @no keys`,
  `${PAID}, refund, renew`,
  ...withFaults(PAID, "renew", "renew, job", `${UNCLEAR}, ${REFUSED}, month end, midnight`),
];

const read = (texts: readonly string[]): Story[] => texts.map(parseStory);

/** The stories that are played first. Requests come later, because the jobs of other stories would carry them out. */
export const KNOWN_STORIES: readonly (readonly Story[])[] = [read(ORDERS), read(REQUESTS)];

/** @throws RangeError that suggests a name which is close. */
function refuse(what: string, name: string, names: readonly string[]): never {
  const hint = didYouMean(name, names, (nearest) => `"${nearest}"`);
  throw new RangeError(`checkShop: there is no ${what} "${name}"${hint && `. ${hint}`}`);
}

/** Reads the text of a story. @throws RangeError */
export function readStory(text: string): Story {
  const story = parseStory(text);
  const faults = FAULTS.map(({ name }) => name);
  for (const { moves, fault } of story) {
    const unknown = moves.find((name) => !MOVES.has(name));
    if (unknown !== undefined) refuse("move", unknown, [...MOVES.keys()]);
    if (fault !== undefined && !faults.includes(fault)) refuse("fault", fault, faults);
  }
  return story;
}
