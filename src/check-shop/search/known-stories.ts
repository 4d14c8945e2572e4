import { nearestName } from "../../shared/nearest-name.ts";
import { parseStory, type Story } from "../scenario/story.ts";
import { FORGERIES, NEAR_MISSES } from "../steps/false-payments.ts";
import { FAULTS } from "../steps/faults.ts";
import { MOVES } from "../steps/moves.ts";
import { OTHER_NOTIFICATIONS } from "../steps/notifications.ts";

const PAID = "order, pay, deliver";

/** What went wrong in other shops. */
const TEXTS: Readonly<Record<string, string>> = {
  "notified twice": `${PAID}, repeat, repeat`,
  "notified ten times at once": "order, pay, deliver ten times",
  "notified an hour late": "order, pay, deliver hour old",
  "notified out of order": "order, decline, pay, deliver, deliver",
  "late decline, then the payment again": "order, decline, pay, deliver, deliver, repeat first",
  "decline again after the payment, then a second one":
    "order, decline, deliver, pay, deliver, repeat first, pay again",
  "written by another JSON library": "order, pay, deliver rewritten",
  "amount as text": "order, pay, deliver digits, deliver",
  "declined, then paid": "order, decline, deliver, pay, deliver",
  "pending, then failed": "order, pend, deliver, fail, deliver",
  "pending, then paid": "order, pend, deliver, settle, deliver, notify failed, repeat first",
  expired: "order, expire, deliver",
  "second token expires after the payment": `${PAID}, expire second`,
  "second token expires, and a third one is paid": `${PAID}, expire second, pay again`,
  cancelled: "order, cancel, pay, deliver",
  "return, then notification": "order, pay, return, deliver",
  "notification, then return": `${PAID}, return, return bare`,
  "return and notification at once": "order, pay, return + deliver",
  "return before the payment": "order, return, pay, deliver",
  "return with the token of another order": "order, other, pay other, return other",
  "forged return address": "order, return claimed",
  "return from an authorization": "order, pay authorization, return",
  "return from a test payment": "order, pay test, return",
  "notification lost": "order, pay, job, deliver",
  "notification lost, and the job runs twice": "order, pay, job + job, job, deliver",
  "job while the customer pays": "order, job, pay, deliver",
  "job while the customer pays, and its notification is lost": "order, job, pay, job",
  "job while the token is unknown": "order, pay, job @404",
  "job while the gateway is down": "order, pay, job @503",
  "job while a call gets no answer": "order, pay, job @hang",
  "job while the gateway goes down": "order, pay, job @503 later",
  "several runs of the job while the gateway is down": "order, pay, job @503, job @503, job @503",
  "status of another order": "order, other, pay other, job @other order, pay, job",
  "return with the status of another order": "order, other, pay other, return @other order",
  "notification while the gateway is down": "order, pay, deliver @503, repeat",
  "return while the gateway is down": "order, pay, return @503, deliver",
  "second payment": `${PAID}, pay again`,
  "second payment whose refund is not made": `${PAID}, pay again @post 503, job`,
  "second payment while the gateway is down": `${PAID}, pay again @503`,
  "second payment, and its refund gets no answer": `${PAID}, pay again @lost, repeat, job`,
  "second payment, and its refund is in progress": `${PAID}, pay again @done 409, repeat, job`,
  "part refunded in the back office": `${PAID}, office refund, deliver`,
  "refunded by the shop": `${PAID}, refund, deliver`,
  "refunded twice": `${PAID}, refund, refund`,
  "refunded twice the same": `${PAID}, refund, refund same`,
  "refunded twice at once": `${PAID}, refund + refund`,
  "refunded twice at once at a gateway without keys": `${PAID}, refund + refund @no keys`,
  "refund that is declined": `${PAID}, refund @declined`,
  "another refund while one is not known": `${PAID}, refund @lost, refund`,
  "refunded, then renewed": `${PAID}, refund, renew`,
  "second payment whose refund is declined": `${PAID}, pay again @declined`,
  "second payment whose refund is refused": `${PAID}, pay again @422`,
  renewed: `${PAID}, renew`,
  "renewed twice at once at a gateway without keys": `${PAID}, renew + renew @no keys`,
  "renewal that is declined": `${PAID}, renew @declined`,
  "renewed twice at once": `${PAID}, renew + renew`,
  "gateway answers 503": "order @done 503, pay, deliver, pay, deliver",
  "gateway loses the connection": "order @lost, pay, deliver, pay, deliver",
  "gateway is slow": "order @slow, pay, deliver, pay, deliver",
  "restart before the payment": "order, restart, pay, deliver",
  "restart after the answer": `${PAID}, restart`,
  "restart at the notification": "order, pay, deliver + restart, repeat",
  "restart during the notification": "order, pay, deliver + restart after 10 ms, repeat",
  "restart later in the notification": "order, pay, deliver + restart after 40 ms, repeat",
  "restart late in the notification": "order, pay, deliver + restart after 160 ms, repeat",
};

/** What goes wrong with a request that the staff then repeats. */
const REQUEST_FAULTS: Readonly<Record<string, string>> = {
  "without an answer": "lost",
  "with 408": "done 408",
  "with 409": "done 409",
  "while the gateway is down": "503",
  "that cannot be looked up": "lost and down",
  "at a gateway without keys": "no keys",
  "that is not made": "post 503",
  "that is declined without an answer": "declined and lost",
  "that is refused": "422",
};

const withFaults = (kind: string, first: string, again: string): [name: string, text: string][] =>
  Object.entries(REQUEST_FAULTS).map(([what, fault]) => [
    `${kind} ${what}`,
    `${PAID}, ${first} @${fault}, ${again}`,
  ]);

/** The simplest story. If it breaks a law, the other stories show nothing more. */
export const PAID_ONCE = "paid once";

/** The stories that are played first, by their names. */
export const KNOWN_STORIES: ReadonlyMap<string, Story> = new Map(
  [
    [PAID_ONCE, PAID] as const,
    ...Object.entries(TEXTS),
    ...withFaults("refund", "refund", "refund same"),
    ...withFaults("renewal", "renew", "renew"),
    // Each of these is tried while the order is open, and then the order is paid.
    ...Object.keys({ ...FORGERIES, ...OTHER_NOTIFICATIONS, ...NEAR_MISSES }).map(
      (move) => [move, `order, ${move}, pay, deliver`] as const,
    ),
  ].map(([name, text]) => [name, parseStory(text)]),
);

/** @throws RangeError that suggests a name which is close. */
function refuse(what: string, name: string, names: readonly string[]): never {
  const nearest = nearestName(name, names);
  const hint = nearest === undefined ? "" : `: did you mean "${nearest}"?`;
  throw new RangeError(`checkShop: there is no ${what} "${name}"${hint}`);
}

/** Reads a story from its name or its text. @throws RangeError */
export function readStory(text: string): Story {
  const story = KNOWN_STORIES.get(text) ?? parseStory(text);
  const faults = FAULTS.map(({ name }) => name);
  for (const { moves, fault } of story) {
    const unknown = moves.find((name) => !MOVES.has(name));
    if (unknown !== undefined) {
      refuse("story and no move", unknown, [...KNOWN_STORIES.keys(), ...MOVES.keys()]);
    }
    if (fault !== undefined && !faults.includes(fault)) refuse("fault", fault, faults);
  }
  return story;
}
