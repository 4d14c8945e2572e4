/** Two written histories for each law: a wrong one, and the nearest right one. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { History, OrderEvent, RequestKind, Terms } from "../../src/check-shop/history/events.ts";
import { firstBroken, LAWS } from "../../src/check-shop/laws/laws.ts";

type Order = Omit<History, "events">;

const TERMS: Terms = {
  ...{ amount: 12_900, currency: "EUR", price: "€129.00", trackingId: "1", type: "payment" },
  ...{ isTest: false, kind: "token", isReusable: false },
};

const orderOf = (changes: Partial<Terms> = {}, isCapturedByStaff = false): Order => ({
  ...{ id: "1", terms: { ...TERMS, ...changes }, isCapturedByStaff },
});

/** The orders of the cases, by the first word of a history. */
const ORDERS: Readonly<Record<string, Order>> = {
  order: orderOf(),
  twin: { ...orderOf(), id: "2" },
  another: { ...orderOf({ trackingId: "2" }), id: "2" },
  link: orderOf({ kind: "payment link" }),
  hold: orderOf({ type: "authorization" }),
  "staff-hold": orderOf({ type: "authorization" }, true),
  bill: orderOf({ kind: "bill", isReusable: true }),
};

const BY = { office: "back office", bank: "bank", shop: "shop" } as const;

/** By the first letter of a request. */
const KINDS: Readonly<Record<string, RequestKind>> = { r: "refund", c: "capture", m: "renewal" };

const kindOf = (id: string): RequestKind => KINDS[id.charAt(0)] ?? "refund";

const inReview = (text: string) =>
  /^\d*$/.test(text) ? Number(text) : text === "-" ? undefined : text.split("/");

let count = 0;

/** What the customer paid: `paid A 12899 GBP test`. By default, the order's amount by card. */
const payment = (type: string, [uid = "", ...words]: readonly string[]): OrderEvent => ({
  ...{ is: "moved", uid, type, by: "customer", trackingId: "1", isShopToken: uid === "A" },
  amount: Number(words.find((word) => /^\d/.test(word)) ?? TERMS.amount),
  currency: words.find((word) => /^[A-Z]{3}$/.test(word)) ?? "EUR",
  isTest: words.includes("test"),
  isByCard: !words.includes("transfer"),
});

/** `capture A 500 C`, `office refund A`. By default, the whole amount and another uid. */
const change = (
  by: keyof typeof BY,
  [type = "", parent = "", amount = "12900", uid, trackingId]: readonly string[],
): OrderEvent => {
  count += 1;
  const [id, sum] = [uid ?? `${type} ${count}`, Number(amount)];
  return { is: "moved", uid: id, type, by: BY[by], parent, amount: sum, trackingId };
};

/** `asked r1 500`, `rejected m1 0 last`, `asked r1 12900 B` of a payment in review. A letter alone is a request without an id. */
const asked = (isAccepted: boolean, [id = "", amount = "0", how]: readonly string[]): OrderEvent => ({
  ...{ is: "asked", kind: kindOf(id), request: id.length > 1 ? id : undefined },
  ...{ amount: Number(amount), isAccepted, isLast: how === "last", isAtEnd: how === "last" },
  ...(how !== undefined && how !== "last" && { of: how }),
});

const EVENTS: Readonly<Record<string, (words: readonly string[]) => OrderEvent>> = {
  paid: (words) => payment("payment", words),
  held: (words) => payment("authorization", words),
  ...Object.fromEntries(
    ["refund", "capture", "void", "charge"].map((type) => [
      type,
      (words) => change("shop", [type, ...words]),
    ]),
  ),
  office: (words) => change("office", words),
  bank: (words) => change("bank", words),
  notified: ([id = "", answer = "200"]) => ({
    ...{ is: "notified", what: "genuine", id, uid: id, status: "successful" },
    answer: answer === "lost" ? undefined : Number(answer),
  }),
  other: ([uid]) => ({ is: "notified", what: "other", id: "other", uid, answer: 200 }),
  stray: ([uid = "", amount]) => ({
    ...{ is: "moved", uid, type: "payment", by: "customer", trackingId: "x", amount: Number(amount) },
  }),
  forged: ([answer]) => ({ is: "notified", what: "forged", id: "forged", answer: Number(answer) }),
  seen: ([now, review = ""]) => ({ is: "seen", fulfillments: Number(now), inReview: inReview(review) }),
  asked: (words) => asked(true, words),
  rejected: (words) => asked(false, words),
  sent: ([kind = "", amount, result = "made"]) => ({
    ...{ is: "sent", kind: kindOf(kind), amount: Number(amount), parent: "A", uid: result },
    result: result === "declined" || result === "waits" || result === "refused" ? result : "made",
  }),
  disturbed: ([by = "503"]) => ({ is: "disturbed", by }),
  left: () => ({ is: "left", by: "cancel_url" }),
  canceled: ([answer]) => ({
    ...{ is: "canceled", isAccepted: answer === "lost" ? undefined : answer === undefined },
  }),
  listed: ([uids = ""]) => ({ is: "listed", uids: uids.split("/") }),
  expired: ([uid = ""]) => ({ is: "hold expired", uid }),
  bad: () => ({ is: "bad order" }),
  "timed-out": () => ({ is: "timed out" }),
  undeliverable: () => ({ is: "undeliverable" }),
  again: () => ({ is: "delivered again", what: "key 1 was delivered twice" }),
  sold: ([pieces, left, stock]) => ({
    ...{ is: "sold", pieces: Number(pieces), left: Number(left) },
    stock: stock === undefined ? undefined : Number(stock),
  }),
};

/** Reads `order: paid A, notified A + canceled, seen 1`. Events with + between them are of the same moment. */
function read(text: string): History {
  const [kind = "", steps = ""] = text.split(": ");
  const events = steps.split(", ").flatMap((moment, step) =>
    moment.split(" + ").map((words) => {
      const [name = "", ...rest] = words.split(" ");
      const event = EVENTS[name]?.(rest);
      if (!event) throw new Error(`There is no event ${name}`);
      return { ...event, step, at: step, ...(event.is === "asked" && { answeredAt: step }) };
    }),
  );
  const order = ORDERS[kind];
  if (!order) throw new Error(`There is no order ${kind}`);
  return { ...order, events };
}

const DONE = "order: paid A, notified A, seen 1";
const SECOND = `${DONE}, paid B, notified B`;
const RENEWED = `${DONE}, asked m1, charge card 0 M`;
const HELD = "staff-hold: held A, notified A, seen 1";

/** By the beginning of the law, pairs of a wrong history and the nearest right one. */
const CASES: Readonly<Record<string, readonly (readonly [wrong: string, right: string])[]>> = {
  "An order is fulfilled only": [
    ["order: seen 1", DONE],
    ...["12899", "GBP", "test"].map(
      (how) =>
        [`order: paid A ${how}, notified A, seen 1 1`, `order: paid A ${how}, notified A, seen 0 1`] as const,
    ),
    ["hold: held A, notified A, seen 1", "hold: held A, capture A, notified A, seen 1"],
    ["staff-hold: seen 1", `${HELD}, office capture A`],
    // A job fulfills an order that the shop itself refunded before.
    [
      "order: paid A, notified A, asked r1 12900 + refund A, seen 1",
      "order: paid A, notified A + asked r1 12900 + refund A + seen 1",
    ],
    [
      "order: paid A, notified A, asked r1 12900 + refund A, seen 1",
      "order: paid A, notified A, disturbed + asked r1 12900 + refund A, seen 1",
    ],
    // Only the notification shows a refund of the back office.
    [
      "order: paid A, notified A, office refund A 12900 R + notified R, seen 1",
      "order: paid A, notified A, office refund A 12900 R, seen 1",
    ],
  ],
  "Nothing is delivered": [[`${DONE}, again`, DONE]],
  "No more is sold": [
    ["order: sold 3 0 2", "order: sold 2 0 2"],
    ["order: sold 3 -1", "order: sold 3 97"],
  ],
  "An order is fulfilled at most": [
    [`${DONE}, seen 2`, `${SECOND}, seen 1 1`],
    [`${DONE}, seen 0, seen 1`, `${DONE}, office refund A, seen 0`],
    [`${DONE}, asked m1, sent m 0 declined, seen 2`, `${DONE}, asked m1, charge card 0, seen 2`],
    // 3-D Secure is no charge.
    [
      `${DONE}, sent m 0 waits, rejected m1, seen 2`,
      `${DONE}, disturbed, sent m 0 waits, rejected m1, rejected m1 0 last`,
    ],
    ["bill: paid A, notified A, seen 2", "bill: paid A, notified A, seen 1, paid B, notified B, seen 2"],
  ],
  "A canceled order": [
    ["order: canceled, paid A, notified A, seen 1", "order: canceled, paid A, notified A, seen 0 A"],
    ["order: canceled, paid A, notified A, seen 1", "order: canceled lost, paid A, notified A, seen 1"],
    ["order: paid A, canceled + notified A, seen 1", "order: paid A, canceled no + notified A, seen 1"],
    ["order: canceled, paid A, seen 1", "order: canceled, paid A, seen 1, refund A, seen 0"],
    // A paid order that is canceled is refunded, and a job that runs later does not fulfill it.
    [
      "order: paid A, notified A + canceled + refund A, seen 1",
      "order: paid A, notified A + seen 1, canceled + refund A, seen 0",
    ],
    [`${DONE}, canceled`, `${DONE}, canceled, refund A`],
  ],
  "Forged notifications": [["order: forged 200", "order: forged 401"]],
  "A refund takes away": [
    [`${DONE}, office refund A 100, seen 0`, `${DONE}, office refund A, seen 0`],
    // The goods were taken back for the payment that was refunded whole.
    [
      `${SECOND}, office refund B 1842, seen 0 B`,
      `${DONE}, asked r1 12900, refund A, seen 0, paid B, notified B, seen 0 B, office refund B 1842`,
    ],
  ],
  // The same id is the same request.
  "Each requested refund": [
    [
      `${DONE}, asked r1 500, refund A 500, refund A 500`,
      `${DONE}, asked r1 500, asked r1 500, refund A 500`,
    ],
    [`${DONE}, asked r1 500`, `${DONE}, asked r1 500, sent r 500 declined`],
    [
      `${DONE}, asked r1 500, asked r2 500, refund A 500`,
      `${DONE}, asked r1 500, asked r2 500, refund A 500, refund A 500`,
    ],
    [
      `${DONE}, disturbed, rejected r1 500, refund A 500, rejected r1 500 last`,
      `${DONE}, disturbed, rejected r1 500, refund A 500, asked r1 500 last`,
    ],
    // After an earlier success, a second rejection is no mistake.
    [
      `${DONE}, disturbed, rejected r1 500, asked r1 500 last`,
      `${DONE}, asked r1 500, refund A 500, rejected r1 500 last`,
    ],
    // While the result of a declined call is unknown, the shop may accept the same request again.
    [
      `${DONE}, disturbed, asked r1 500, sent r 500 declined, asked r1 500, asked r1 500 last`,
      `${DONE}, disturbed, asked r1 500, sent r 500 declined, asked r1 500, rejected r1 500 last`,
    ],
    [
      `${DONE}, disturbed, rejected r1 500, asked r1 500 last`,
      `${DONE}, disturbed, rejected r1 500, asked r1 500 last, sent r 500 declined`,
    ],
    [
      `${DONE}, disturbed, asked r1 500, sent r 500 declined, asked r1 500 last, refund A 500, refund A 500`,
      `${DONE}, disturbed, asked r1 500, sent r 500 declined, asked r1 500 last, refund A 500`,
    ],
    [`${DONE}, refund A`, `${SECOND}, refund B`],
    // What is left of a canceled order goes back without a request.
    [
      `${DONE}, asked r1 500, refund A 500, refund A 12400, seen 0`,
      `${DONE}, asked r1 500, refund A 500, canceled + refund A 12400, seen 0`,
    ],
    // The customer left, and a job charged or refunded what was declined.
    [
      `${DONE}, disturbed declined + rejected r1 500 last + sent r 500 declined, refund A 500`,
      `${DONE}, disturbed declined + rejected r1 500 last + sent r 500 declined`,
    ],
    // A payment in manual review is refunded whole, and once.
    [
      `${SECOND}, seen 1 B, asked r1 12900 B, asked r2 12900 B`,
      `${SECOND}, seen 1 B, asked r1 12900 B, asked r2 12900 B, refund B`,
    ],
    // A shop may refund a payment of no order by itself.
    [`${DONE}, refund A`, `${DONE}, stray S 12900, refund S`],
    // Two presses without ids at the same moment may be one request, or two.
    [`${DONE}, asked r 500, asked r 500, refund A 500`, `${DONE}, asked r 500 + asked r 500, refund A 500`],
    [
      `${DONE}, asked r 500, refund A 500, refund A 500`,
      `${DONE}, asked r 500 + asked r 500, refund A 500, refund A 500`,
    ],
    // A hold that was captured in parts is refunded in parts.
    [
      `${HELD}, capture A, asked r1 500, refund A 400`.replace("staff-", ""),
      `${HELD}, capture A, asked r1 500, refund A 400, refund A 100`.replace("staff-", ""),
    ],
  ],
  "A refund is made from": [
    [`${SECOND}, seen 1 B, asked r1 500, refund B 500`, `${SECOND}, seen 1 B, asked r1 500, refund A 500`],
    [`${SECOND}, seen 1 1, asked r1 500, refund B 500`, `${SECOND}, seen 1 0, refund B`],
    // A shop may refund a period without a request.
    [`${RENEWED}, asked r1 500, refund M 500`, `${RENEWED}, asked r1 500, refund A 500, refund M 990`],
    [
      `${SECOND}, seen 1 B, asked r1 500, refund B 500`,
      "order: paid A, paid B, notified B, seen 1 A, asked r1 500, refund B 500",
    ],
    // The payment in manual review is refunded, not the one that pays.
    [`${SECOND}, seen 1 B, asked r1 12900 B, refund A`, `${SECOND}, seen 1 B, asked r1 12900 B, refund B`],
    [
      `${SECOND}, seen 1 B, asked r1 500, refund B 500`,
      `${DONE}, office refund A, paid B, notified B, asked r1 500, refund B 500`,
    ],
    // After a whole refund, another payment pays the order.
    [
      `${SECOND}, seen 1 B, asked r1 500, refund B 500`,
      `${DONE}, asked r1 12900, refund A, seen 0, paid B, notified B, seen 1, asked r2 500, refund B 500`,
    ],
  ],
  "Each renewal": [
    [
      `${DONE}, disturbed declined + rejected m1 0 last + sent m 0 declined, charge card 0`,
      `${DONE}, disturbed declined + rejected m1 0 last + sent m 0 declined`,
    ],
    [
      `${DONE}, asked m1, charge card 0, charge card 0`,
      `${DONE}, asked m1, asked m2, charge card 0, charge card 0, seen 3`,
    ],
    [`${DONE}, asked m1`, `${DONE}, asked m1, sent m 0 declined`],
    // The gateway may refuse the second of two equal charges of the same moment.
    [
      `${DONE}, asked m1, asked m2, charge card 0`,
      `${DONE}, asked m1 + asked m2 + sent m 0 refused, charge card 0, asked m2 0 last`,
    ],
    [
      `${DONE}, asked m1, sent m 0 declined, asked m1 0 last`,
      `${DONE}, asked m1, sent m 0 waits, asked m1 0 last`,
    ],
    [
      `${DONE}, asked m1, sent m 0 refused, asked m1, asked m1 0 last`,
      `${DONE}, asked m1, sent m 0 refused, asked m1, rejected m1 0 last`,
    ],
  ],
  "Each requested capture": [
    [`${HELD}, asked c1 100, void A`, `${HELD}, asked c1 100, capture A 100, void A 12800`],
    [
      `${HELD}, asked c1 100, asked c2 100, capture A 100, void A 12800`,
      `${HELD}, asked c1 12900, capture A`,
    ],
  ],
  "A capture is never above": [
    [`${HELD}, sent c 12901`, `${HELD}, asked c1 12900, sent c 12900, capture A`],
    [
      `${HELD}, sent c 4000, sent c 8901`,
      `${HELD}, asked c1 4000, asked c2 8900, sent c 4000, sent c 8900, capture A 4000, capture A 8900`,
    ],
    // After a fault, it may be a repeat.
    [
      `${HELD}, disturbed, sent c 12901`,
      `${HELD}, disturbed, asked c1 12900, sent c 12900, sent c 12900, capture A`,
    ],
  ],
  "A refund, capture or renewal": [
    [`${DONE}, rejected r1 1`, `${DONE}, disturbed, rejected r1 1`],
    [`${DONE}, rejected m1`, `${DONE}, rejected m1 + asked m2, charge card 0`],
    [`${DONE}, rejected r1 1`, `${DONE}, office refund A, rejected r1 1`],
    [`${DONE}, rejected r1 1`, "order: paid A transfer, notified A, seen 1, rejected r1 1"],
    [
      `${DONE}, asked r1 1, refund A 1, sent r 2 refused, rejected r2 2`,
      `${DONE}, asked r1 1, disturbed, sent r 1 declined, rejected r2 2, rejected r1 1 last`,
    ],
    [`${DONE}, rejected r 1`, `${DONE}, asked r 1, refund A 1, rejected r 2`],
    // A job sends equal requests together, and the gateway refuses one of them as a duplicate.
    [
      `${DONE}, rejected r1 1, rejected r2 1, sent r 1, rejected r2 1 last`,
      `${DONE}, rejected r1 1, rejected r2 1, sent r 1, sent r 1 refused, asked r1 1 last, refund A 1, rejected r2 1 last`,
    ],
    // What a job sends may meet something that came after the request.
    [
      `${HELD}, rejected c1 1, rejected c1 1 last`,
      `${HELD}, rejected c1 1, office void A, rejected c1 1 last`,
    ],
    [`${DONE}, rejected r1 1`, "order: paid A, notified A + rejected r1 1, seen 1"],
    // A declined request is over, and the next one is new.
    ...["r", "m"].map(
      (kind) =>
        [
          `${DONE}, disturbed declined + rejected ${kind}1 500 + sent ${kind} 500 declined, rejected ${kind}2 900`,
          `${DONE}, disturbed declined + rejected ${kind}1 500 + sent ${kind} 500 declined`,
        ] as const,
    ),
    // The staff refunds a payment in manual review.
    [`${SECOND}, seen 1 B, rejected r1 12900 B`, `${SECOND}, seen 1 B, disturbed, rejected r1 12900 B`],
  ],
  "A hold is captured": [
    ["hold: held A, seen 0", "hold: held A, void A, seen 0 0".replace("void A", "office void A")],
    [`${HELD}, office capture A 100`, `${HELD}, office capture A 100, expired A`],
    [
      `${HELD}, office capture A, held B, notified B, seen 1 A`,
      `${HELD}, office capture A, held B, notified B, seen 1 B`,
    ],
    // The gateway refuses a duplicate, so that the shop does not know what is left.
    [
      "staff-hold: held A, held B, asked c1 500, capture A 500, rejected c2 600, seen 1 B",
      "staff-hold: held A, held B, asked c1 500, capture A 500, rejected c2 500, seen 1 B",
    ],
    // The row of a declined capture may be in review instead of its hold.
    ["hold: held A, sent c 12900 declined, seen 0 X", "hold: held A, sent c 12900 declined, seen 0 declined"],
    // Without the function, what was declined may be in review.
    ["hold: held A, seen 0 -", "hold: held A, sent c 12900 declined, seen 0 -"],
    ["hold: held A, seen 0 -", "hold: canceled, held A, notified A, seen 0 -"],
  ],
  "Genuine notifications": [
    [`${DONE}, notified B 500`, `${DONE}, notified B 500, notified B`],
    [`${DONE}, notified B lost`, `${DONE}, other`],
  ],
  "One bad order": [
    ["order: bad, paid A, seen 0", "order: bad, paid A, seen 1"],
    ["order: bad, paid A, seen 0 0", "order: bad, undeliverable, paid A, seen 0 0"],
  ],
  "An order stays payable": [
    [
      "order: canceled no, paid A, notified A, seen 0 1",
      "order: canceled lost, paid A, notified A, seen 0 1",
    ],
    ...["left", "canceled", "other A", "timed-out"].map(
      (why) =>
        ["order: paid A, notified A, seen 0 1", `order: ${why}, paid A, notified A, seen 0 1`] as const,
    ),
    ["order: paid A, refund A, seen 0", "order: paid A, office refund A, seen 0"],
    ["hold: held A, notified A, seen 0 1", "hold: held A, office capture A 4300, notified A, seen 0 1"],
    ["hold: held A, notified A, seen 0 1", "hold: held A, sent c 12900 declined, seen 0 1"],
    // The hold that paid the order was taken back, and the second one is in review.
    [
      "hold: held A, held B, capture B 12900 C, refund C, notified A, seen 0 1",
      "hold: held A, held B, capture B 12900 C, office refund C, notified A, seen 0 A",
    ],
    ["order: paid A, refund A, seen 0", "order: paid A, notified A + asked r1 12900 + refund A, seen 0"],
    [
      "hold: held A, held B, office capture B 12900 C, notified A, notified B, notified C, seen 0 A/B",
      "hold: held A, held B, office capture B, notified A, notified B, seen 0 A/B",
    ],
  ],
  "A paid order is fulfilled": [
    ["order: paid A, seen 0", "order: paid A, seen 1"],
    // Many shops count no periods.
    [`${RENEWED}, asked m2, charge card 0, seen 2`, `${RENEWED}, asked m2, charge card 0`],
    [`${RENEWED}, asked m2, charge card 0, seen 2`, `${RENEWED}, disturbed, asked m2, charge card 0, seen 2`],
    ["order: paid A, seen 0 -", "link: paid A, seen 0 -"],
    // The status of a token does not show that the staff captured in the back office.
    ["hold: held A, office capture A 12900 C, notified C, seen 0", "hold: held A, office capture A, seen 0"],
    ["order: paid A, seen 0 -", "order: canceled, paid A, seen 0 -"],
    // Without the function, a payment with its amount as text may be in review, and one after a whole refund.
    ["order: paid A, seen 0 -", "order: paid A, other A, seen 0 -"],
    [
      "order: paid A, seen 0 -",
      "order: paid A, paid B, notified B, seen 1 -, asked r1 12900, refund B, seen 0 -",
    ],
    [`${DONE}, seen 0`, `${DONE}, bank chargeback A, seen 0`],
    // Goods are taken back only after a whole refund of one of the payments.
    [`${DONE}, seen 0 A`, `${SECOND}, office refund B, seen 0 A`],
    [`${SECOND}, seen 1 B, office refund B, seen 0 B`, `${SECOND}, seen 1 B, office refund B, seen 1 B`],
    ...["1", "A"].map(
      (review) =>
        [
          `order: paid A, paid B, notified B, seen 1, asked r1 12900, refund B, seen 0`,
          `order: paid A, paid B, notified B, seen 1, asked r1 12900, refund B, seen 0 ${review}`,
        ] as const,
    ),
    ["bill: paid A, notified A, paid B, notified B, seen 1", "bill: paid A, notified A, paid B, seen 1"],
    // The gateway listed several lost payments of a bill.
    ["bill: paid A, paid B, listed A/B, seen 1", "bill: paid A, paid B, listed A, seen 1"],
  ],
  "Every other payment": [
    [`${SECOND}, seen 1`, `${SECOND}, refund B`],
    [`${SECOND}, seen 1`, `${SECOND}, seen 1 -`],
    [
      "order: canceled lost, paid A, notified A, seen 0 0",
      "order: canceled lost, paid A, notified A, seen 0 A",
    ],
    // A refund that was not made refunds nothing.
    [
      "order: canceled, paid A, notified A, sent r 12900 declined, seen 0 0",
      "order: canceled, paid A, notified A, refund A, seen 0 0",
    ],
    [`${SECOND}, seen 1 X`, `${SECOND}, seen 1 A`],
    [`${DONE}, paid B 1, notified B, seen 1 A`, `${DONE}, paid B 1, notified B, seen 1 B`],
    [
      `${DONE}, asked r1 12900, refund A, paid B, notified B, seen 1`,
      `${DONE}, asked r1 12900, refund A, paid B, notified B, seen 1 1`,
    ],
    // The first payment was refunded before the order was fulfilled for the second.
    [
      `${DONE}, asked r1 12900, refund A, paid B, notified B, seen 1`,
      "order: paid A, notified A + asked r1 12900 + refund A, paid B, notified B, seen 1",
    ],
  ],
  "No payment that pays": [
    [`${DONE}, seen 1 1`, `${DONE}, other, seen 1 1`],
    [`${SECOND}, seen 1 B/B`, `${SECOND}, seen 1 B`],
    [`${DONE}, seen 1 A`, `${DONE}, bank chargeback A, seen 1 A`],
  ],
};

const PAIRS = Object.entries(CASES).flatMap(([law, pairs]) => pairs.map((pair) => [law, ...pair] as const));

test.each(PAIRS)("%s: %s", (law, wrong, right) => {
  expect(firstBroken([read(wrong)], true)?.law.text.slice(0, law.length)).toBe(law);
  expect(firstBroken([read(right)], true)).toBeUndefined();
});

test.each([
  ["asked r1 1999, refund A 1998", /integer in minor units/, "money"],
  ["asked r1 500, refund A 500, refund A 500", /The same id is the same request/, "money"],
  ["disturbed, asked r1 500, refund A 500, refund A 500", /After an unclear answer/, "money"],
  ["asked r1 500, seen 1", /^Let the job send an accepted request/, "money"],
  ["disturbed, asked m1 0, seen 1", /because the process may be killed/, "money"],
  ["paid B, notified B, paid C, notified C, seen 1 B", /under the key that review receives/, "money"],
  ["paid B, notified B, seen 1", /Store the uid/, "money"],
  ["paid B, notified B, seen 2 B", /whether the order was fulfilled before/, "goods"],
  ["paid B, notified B, seen 2", /which payment pays the order/, "goods"],
  ["asked m1, sent m 0, seen 2", /the card that the order itself was paid with/, "goods"],
  [
    "asked m1, asked m2, charge card 0, charge card 0, seen 2",
    /Count each charged period/,
    "the customer's money",
  ],
  [
    "asked m1, charge card 0 M m1, charge card 0 N m7",
    /the card that the order itself was paid with/,
    "money",
  ],
  ["asked m1, charge card 0 M m1, charge card 0 N m1", /The same id is the same request/, "money"],
  ["paid B 1, notified B 500", /there is no such order/, "money"],
  ["paid B 1, notified B 500, seen 1 B", /there is no such order/, "the work of the staff"],
  ["paid B 1, notified B 401", /another shop id/, "money"],
])("what was observed decides about the advice: %s", (events, advice, lost) => {
  const broken = firstBroken([read(`${DONE}, ${events}`)], true);
  expect(broken?.advice ?? broken?.law.advice).toMatch(advice);
  expect(broken?.lost).toBe(lost);
});

test("a charge of the card of another order is observed with the order whose card it is", () => {
  const charges = [..."abcdefghijk"].map((id) => `charge card 0 ${id} ${id}`).join(", ");
  expect(firstBroken([read(`${DONE}, asked m1, charge card 0 M m1, ${charges}`)], true)?.observed).toBe(
    "requested once, charged 12 times, because the saved card of order 1 was charged 11 times for other orders",
  );
});

test("a payment that is recorded nowhere is observed with its amount", () => {
  const broken = firstBroken([read(`${DONE}, paid B 12899, notified B 500`)], true);
  expect(broken?.observed).toBe(
    "the notification was repeated, and was answered 500, so that a payment of 12899 is recorded nowhere",
  );
});

test("a shop that waits longer than it was given is not accused", () => {
  const late = firstBroken(
    [read(`${DONE}, disturbed + rejected r1 500, rejected r1 500 last, sent r 500, refund A 500`)],
    true,
  );
  expect(late?.unclear).toBe(
    "your shop sent a refund 0 s after the first try, and checkShop expects at most PAYMENTS_UNDER_WAY",
  );
  const wrong = `${DONE}, disturbed + rejected r1 500 + sent r 500, refund A 500, rejected r1 500 last`;
  expect(firstBroken([read(wrong)], true)).toMatchObject({ law: { name: "refund" }, unclear: undefined });
});

test("two orders have different ids", () => {
  const order = read("order: seen 0");
  expect(firstBroken([order, read("twin: seen 0")], false)?.law.text).toBe("Two orders have different ids.");
  expect(firstBroken([order, read("another: seen 0")], false)).toBeUndefined();
});

test("each law has a wrong history, and is in the list of the guide", async () => {
  const texts = LAWS.map(({ text }) => text);
  const isShown = (text: string) => Object.keys(CASES).some((law) => text.startsWith(law));
  expect(texts.filter((text) => !isShown(text))).toStrictEqual(["Two orders have different ids."]);
  const guide = await readFile("docs/guides/prove-your-shop.md", "utf8");
  const [, section = ""] = guide.split("## The laws");
  const listed = Array.from(section.matchAll(/^\d+\. ([^.]*\.)/gm), ([, text]) => text);
  expect(listed).toStrictEqual(texts);
});
