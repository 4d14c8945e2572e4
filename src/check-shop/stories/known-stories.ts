/** Stories that went wrong in other shops. */
import type { LawName } from "../laws/laws.ts";
import { PAID } from "./story.ts";

/** Names of moves that a story makes one after the other, and of variants of the gateway, such as `freshToken=pending`. */
export type MoveGroups = Readonly<
  Record<"forgeries" | "nearMisses" | "otherNotifications" | "variants", readonly string[]>
>;

/** Two payments at the same moment. If a shop loses one pair in ten, it almost always loses one of `RACES`. */
export const RACE = "order, pay two";

const RACES = 30;

const DOWN = "503|503 once|503 later|hang";
const REFUSED = "declined|declined and lost|422";
const UNCLEAR = "lost|done 503|done 408|done 409|503|post 503|lost and down|no keys|no keys refused";

/** A story for each text in braces: `order, pay, job @{404|503}` is two stories. */
export const expand = (story: string): string[] => {
  const [braces, texts] = /\{(.*?)\}/.exec(story) ?? [];
  if (braces === undefined || texts === undefined) return [story];
  return texts.split("|").flatMap((text) => expand(story.replace(braces, text)));
};

/** How many payments of one order a story has at most. A gateway lists only the last ones. */
const MAX_PAYMENTS = 7;

const inParts = (names: readonly string[]): string[] =>
  [...Map.groupBy(names, (_, index) => Math.floor(index / MAX_PAYMENTS)).values()].map((some) =>
    some.join(", "),
  );

/** The shop is killed while a request is at the gateway, which makes it or not. */
const killedWhile = (kind: string): string[] => [
  `${PAID}, ${kind} + restart at post @{hang|slow}`,
  `${PAID}, ${kind} @post 503, job + restart at post @hang`,
];

/** What the staff requests, with amounts. */
const requestsOf = (kind: "refund" | "capture"): string[] => [
  `${PAID}, ${kind} @lost, ${kind} again, job`,
  `${PAID}, ${kind}, deliver, ${kind}, ${kind} same, ${kind} again`,
  `${PAID}, ${kind} twice`,
  ...killedWhile(kind),
  `${PAID}, ${kind} 1, ${kind} 19.99, ${kind} 1.15, ${kind} 4.35, ${kind} rest`,
  `${PAID}, ${kind} @post 503, job + job @no keys{ late|}`,
  `${PAID}, ${kind} twice @no keys`,
  `${PAID}, ${kind} @{${REFUSED}|${UNCLEAR}}, ${kind} again, job`,
  `${PAID}, ${kind} all but 1, deliver, ${kind} rest, repeat first, return, job`,
  `${PAID}, ${kind} @declined, ${kind} rest`,
  `${PAID}, go down, ${kind}, job, come back, job`,
  `${PAID}, ${kind} + ${kind}`,
  `${PAID}, ${kind} @lost, ${kind}`,
  `${PAID}, ${kind} + ${kind} @no keys`,
];

/** Stories for each variant of a fact. `…` is the variant. */
const OF_FACTS: Readonly<Record<string, readonly string[]>> = {
  freshToken: ["order, …, job, return, pay, job", "order, …, return, pay, deliver"],
  declinedToken: [
    "order, …, decline, deliver, job, return, pay, job",
    "order, …, decline, begin again, pay, job",
  ],
  lookUp: ["refund", "renew"].flatMap((kind) => [
    `${PAID}, …, ${kind} @lost, ${kind} again, job`,
    `${PAID}, …, ${kind} twice @no keys`,
  ]),
  duplicate: [`${PAID}, …, refund + refund`, `${PAID}, …, refund twice @no keys`],
  followUp: [`${PAID}, …, {refund|capture}, job`],
  productNotice: ["order, …, pay, deliver"],
};

const storiesOf = (variant: string): string[] =>
  (OF_FACTS[variant.split("=")[0] ?? ""] ?? []).map((story) => story.replace("…", variant));

/** The stories by the law that each of them shows, the strongest first. A story may show several laws. */
export const knownStories = (groups: MoveGroups) =>
  ({
    "different ids": ["order, other"],
    paid: [
      PAID,
      ...inParts(groups.nearMisses).map((moves) => `order, ${moves}, return, job, pay, deliver`),
      `order, ${groups.otherNotifications.join(", ")}, pay, deliver`,
      "order, pend, deliver, fail, deliver",
      "order, other, pay other, return claimed, return other, job @other order, return @other order, pay",
      "order, pay, {refund|office refund|chargeback} unfulfilled, job, repeat first, return",
      "order, pay, office {capture part|void}, deliver oldest, deliver",
      `${PAID}, expire hold, capture`,
      "order, decline, deliver, pay, deliver, repeat first, pay again",
      "order, pay, expire hold, deliver",
      `${PAID}, capture, office void, deliver, capture same`,
    ],
    once: [
      `${PAID}, repeat, repeat`,
      "order, pay, return + deliver",
      "order, pay, deliver ten times",
      `${PAID}, refund rest, deliver, repeat first, return, job, pay again`,
      "order @lost, pay, deliver, pay, deliver",
      `${PAID}, expire {second|orders}, pay again`,
      "order, return, pay, return, deliver, return bare",
      "order, pend, deliver, settle, deliver, notify failed, repeat first",
      "order, pend, settle, deliver, deliver, job, repeat first",
      "order, pay, job + job, job, deliver",
      `${PAID}, chargeback, deliver, repeat first, return, job`,
      `${PAID}, office refund rest, deliver, repeat first, return, job`,
      `${PAID}, capture rest, refund, refund rest, deliver, repeat first`,
      "order @{done 503|slow}, pay, deliver, pay, deliver",
      "order, decline, pay, deliver, deliver, repeat first",
    ],
    canceled: [
      "order, cancel order, pay, deliver",
      "order, pay, cancel order, deliver",
      "order, pay, cancel order + deliver",
      "order, pay, cancel order + deliver + restart {while answering|halfway}, repeat",
      "order, cancel order, pay, job, return",
      "order, pay, cancel unfulfilled, job, repeat first",
      "order, pay, cancel while fulfilling, job",
      // Of a hold that the shop has not captured, it may be possible.
      `${PAID}, cancel order`,
      `${PAID}, refund, cancel order`,
      `${PAID}, cancel order @declined, job`,
      "order, cancel order, pay, deliver @{declined|post 503}, job",
      "order, fail shipping, pay, deliver, office refund part early, deliver, cancel order, job",
    ],
    delivered: ["order, other, pay both"],
    stock: ["order, sell out"],
    forged: [`order, decline, other, pay other, ${groups.forgeries.join(", ")}, pay, deliver`],
    "taken away": [`${PAID}, office refund, deliver, refund rest`],
    refund: [
      ...requestsOf("refund"),
      `${PAID}, pay again, job, refund review{| @lost, job}`,
      "order, pay {currency 0|currency 3|hundred times}, job, refund review",
      "order, {cancel order|expire orders}, pay, deliver, job, refund review",
      `${PAID}, refund too much`,
      `${PAID}, office refund, deliver`,
      `${PAID}, refund @declined, refund`,
      `${PAID}, pay again, refund{| rest}, refund rest`,
      `${PAID}, capture, capture rest, refund, refund same, refund again, refund rest`,
      `${PAID}, capture, capture rest, refund rest`,
    ],
    renewal: [
      // The notification of a charge comes before a late response.
      `${PAID}, renew, renew @slow, renew`,
      `${PAID}, return, other, pay other, job, renew`,
      `${PAID}, renew twice`,
      ...killedWhile("renew"),
      `${PAID}, renew twice @no keys`,
      `${PAID}, renew @{${REFUSED}|${UNCLEAR}}, renew again, job`,
      `${PAID}, renew @3-D Secure, confirm charge, renew again, job`,
      `${PAID}, renew @declined, give up renewal, job, job`,
      `${PAID}, renew @declined, renew`,
      `${PAID}, refund, renew, refund`,
    ],
    capture: [
      ...requestsOf("capture"),
      `${PAID}, capture 1 more, capture, capture 1 more`,
      `${PAID}, capture rest, deliver, repeat first, return, job, pay again`,
    ],
    hold: [
      `order, pay, deliver @{${REFUSED}|no keys refused}, repeat`,
      "order, pay, pay again, office capture, deliver",
      `${PAID}, pay again, office {void|capture} second, deliver, job`,
      "order, pay, pay again, office {void|capture} second, deliver oldest, deliver",
    ],
    genuine: [
      "order, pay, deliver rewritten",
      "order, pay, deliver digits, deliver",
      "order, pay, office refund early, deliver{| oldest}, deliver",
      "order, pay, deliver hour old",
    ],
    "bad order": [
      "order, bad orders, other, pay, pay other, job",
      "order, other, fail shipping, pay, deliver, pay other, job",
    ],
    payable: [
      "order, cancel, pay, deliver",
      "order, job, pay, job",
      "order, expire, deliver, job, pay again",
      "order, expire orders, pay, deliver, job",
    ],
    fulfilled: [
      "order, pay, job, deliver",
      "order, pay, deliver @503, repeat",
      "order, restart, pay, deliver, restart",
      "order, pay, deliver + restart halfway, repeat",
      "order, pay, deliver + restart while answering, {repeat|job|return}",
      "order, pay, deliver + restart at answer",
      `${PAID}, expire second`,
      "order, pay, office refund part unfulfilled, job",
      "order, pay again, expire, deliver, job",
      "order, begin again, pay{| newest}, job",
      "order, expire, deliver, begin again, pay newest, deliver",
      "order, pay, go down, deliver, job, come back, job",
      `${PAID}, expire orders, job`,
      "order, pay, expire orders, deliver, job",
      "order, pay, expire unfulfilled, job, pay again",
      `order, pay, job @{404|${DOWN}}, job`,
      "order, pay, deliver @{503 once|503 later|hang}, repeat",
      "order, pay, office capture, deliver oldest, deliver",
      `order, pay, return @{${DOWN}}, deliver`,
      `${PAID}, office capture, deliver, capture`,
      `${PAID}, office capture part, deliver`,
      "order, pay, job @503, job @503, job @503",
      "order, pay, pay, pay, job",
      `order, ${groups.otherNotifications.join(", ")}, restart, pay, deliver`,
      ...groups.variants.flatMap(storiesOf),
    ],
    others: [
      `${PAID}, pay again`,
      `${PAID}, pay again, repeat first`,
      RACE,
      "order, pay again, job, pay",
      "order, begin again, pay, pay newest, job",
      "order, begin again, pay newest, deliver, pay, job",
      "order, pay two {apart|reversed}",
      `${PAID}, pay again @{503|lost}, repeat, job`,
      `${PAID}, pay again, office refund second, deliver`,
      `${PAID}, pay again, refund rest, office refund second, deliver, deliver, repeat first`,
      `${PAID}, pay again @{post 503|done 409|${REFUSED}}, repeat, job`,
      // Sums of fractions are wrong after some of these payments.
      ...[4, 6, 9].map((count) => `${PAID}${", pay again".repeat(count)}`),
      ...Array.from({ length: RACES - 1 }, () => RACE),
    ],
    review: [`${PAID}, pay again + restart while answering`],
  }) satisfies Partial<Record<LawName, readonly string[]>>;

/** A story that is played after all others, because it slows the shop's job down. */
export const LAST = "order, abandon, other, pay, pay other, job";
