/** The moves in which the staff requests refunds, captures and renewals from the shop. */
import { messageOf } from "../../../shared/values.ts";
import { CALLS, REFUNDS } from "../../guides.ts";
import { type Asked, REQUEST_KINDS, type RequestKind, type Timed } from "../../history/events.ts";
import { all, failedAmounts, lastAnswers, type Payment, sum, wasNotified } from "../../history/facts.ts";
import { type Move, needing } from "../move.ts";
import type { OrderHistory } from "../order-history.ts";
import type { StoryRun } from "../story-run.ts";

/** Minor units of a refund that leave too little for another one. */
const MORE = 2;

/** The most requests of each kind in a story, the function of the shop, and the money of a payment that it changes. */
export const KINDS = {
  refund: { most: 6, needs: "refund", left: "kept", verb: "refunds" },
  capture: { most: 6, needs: "capture", left: "held", verb: "captures" },
  renewal: { most: 4, needs: "renew" },
} as const;

export type AmountKind = "refund" | "capture";

const askedIn = ({ order }: StoryRun, kind: RequestKind) =>
  all(order, "asked").filter((each) => each.kind === kind);

export const madeByOthers = ({ order }: StoryRun): number =>
  all(order, "moved").filter(({ by }) => by === "back office" || by === "bank").length;

/** The first payment of the order with something left. A refund is possible after it was fulfilled. */
export const changeable = (run: StoryRun, kind: AmountKind): Payment | undefined => {
  const { right, now } = run.facts();
  if (askedIn(run, kind).length + madeByOthers(run) >= KINDS[kind].most) return undefined;
  if (kind === "refund" && now === 0) return undefined;
  return right.find((payment) => payment[KINDS[kind].left] > 0);
};

/** The amount that the shop can be asked for, without what it may still make of earlier requests. */
const askable = (run: StoryRun, kind: AmountKind): number => {
  const { order } = run;
  const payment = changeable(run, kind);
  if (!payment || (kind === "capture" && !wasNotified(order, payment) && run.facts().now === 0)) return 0;
  const failed = failedAmounts(order, kind);
  const asked = lastAnswers(order, kind).filter(({ amount }) => !failed.includes(amount));
  const made = all(order, "moved").filter(({ type, by }) => type === kind && by === "shop");
  const open = sum(asked.map(({ amount }) => amount)) - sum(made.map(({ amount }) => amount));
  return payment[KINDS[kind].left] - Math.max(0, open);
};

type AmountOf = (left: number, count: number, last: number) => number;

const usualAmount = (left: number, count: number): number => Math.floor(left / 5) - count;

/** The amounts of captures and refunds, by the end of the move's name. The last three lose a unit as a fraction of 100. */
const AMOUNTS: Readonly<Record<string, AmountOf>> = {
  "": usualAmount,
  " same": (_left, _count, last) => last,
  " rest": (left) => left,
  " 1": () => 1,
  " all but 1": (left) => left - 1,
  " 19.99": () => 1999,
  " 1.15": () => 115,
  " 4.35": () => 435,
};

/** What the staff requests. `id` is the id of an earlier request. Default: a new one. */
type Press = Pick<Asked, "kind" | "amount" | "of" | "isAtEnd"> & { readonly id?: string | undefined };

/** When the shop can know the result of a request, which may have been sent under a fault a moment ago, or be pending. */
const knownAt = ({ shop, calmSince }: StoryRun, order: OrderHistory, { at, kind }: Timed<Asked>): number => {
  const pending = all(order, "sent").findLast((sent) => sent.kind === kind && sent.result === "waits");
  return Math.max(at, calmSince, pending?.at ?? 0) + shop.underWay;
};

async function press(run: StoryRun, order: OrderHistory, asked: Press): Promise<string> {
  const { shop } = run;
  const { kind, amount, id = crypto.randomUUID(), of, isAtEnd = false } = asked;
  const isRead = shop.readers.has(of === undefined ? KINDS[kind].needs : "refundReview");
  const earlier = lastAnswers(order, kind).find(({ request }) => request === id);
  const request = run.note<Asked>(order, {
    ...{ is: "asked", kind, request: isRead ? id : undefined, amount, of, isAccepted: undefined },
    ...(isAtEnd && { isAtEnd }),
  });
  try {
    if (of !== undefined) await shop.call("refundReview", of, id);
    else
      await (kind === "renewal" ? shop.call("renew", order.id, id) : shop.call(kind, order.id, amount, id));
    request.isAccepted = true;
    return "accepted";
  } catch (error) {
    request.isAccepted = false;
    return `not accepted (${messageOf(error)})`;
  } finally {
    request.answeredAt = run.now;
    request.isLast = isAtEnd && earlier !== undefined && request.at >= knownAt(run, order, earlier);
    if (!isAtEnd) run.calmSince = run.now;
  }
}

/** The requests that the staff makes again. The shop rejected them, or the gateway declined what the shop sent. */
const unsettledOf = (order: OrderHistory): Timed<Asked>[] =>
  REQUEST_KINDS.flatMap((kind) => lastAnswers(order, kind)).filter(
    ({ kind, request, isLast, isAccepted, amount }) =>
      request !== undefined && !isLast && (!isAccepted || failedAmounts(order, kind).includes(amount)),
  );

export const isUnsettled = ({ orders }: StoryRun): boolean =>
  orders.some((order) => unsettledOf(order).length > 0);

/** The requests that the staff makes again now. Their answer can be the last, or they were not made again at the end. */
export const pressable = (run: StoryRun) =>
  run.orders.flatMap((order) =>
    unsettledOf(order).flatMap((asked) =>
      !asked.isAtEnd || run.now >= knownAt(run, order, asked) ? { order, asked } : [],
    ),
  );

/** Makes these requests again, without faults, until an answer is the last. @returns lines of the report. */
export async function pressAgain(run: StoryRun): Promise<string[]> {
  const lines: string[] = [];
  for (const { order, asked } of pressable(run)) {
    const answer = await press(run, order, { ...asked, id: asked.request, isAtEnd: true });
    lines.push(`the staff makes the same ${asked.kind} again: ${answer}`);
  }
  return lines;
}

/** Lets the shop's staff make a request. @returns the line of the report. */
export async function askFor(run: StoryRun, asked: Press, order = run.order): Promise<string> {
  const { kind, amount, of } = asked;
  const result = await press(run, order, asked);
  if (of)
    return `the shop's staff refunds the payment ${of} in manual review, ${amount} minor units: ${result}`;
  if (kind === "renewal") return `renewed: ${result}`;
  return `the shop's staff ${KINDS[kind].verb} ${amount} minor units: ${result}`;
}

/** @returns undefined if it cannot be requested now. */
type AmountIn = (run: StoryRun) => number | undefined;

const amountIn =
  (kind: AmountKind, amountOf: AmountOf): AmountIn =>
  (run) => {
    const requests = askedIn(run, kind);
    const left = askable(run, kind);
    const amount = amountOf(left, requests.length, requests.at(-1)?.amount ?? 0);
    return left > 0 && amount > 0 && amount <= left ? amount : undefined;
  };

const renewable: AmountIn = (run) => {
  const { right, now } = run.facts();
  // Other methods cannot be charged again.
  const isByCard = right.length > 0 && right.every((payment) => payment.isByCard);
  return now > 0 && isByCard && askedIn(run, "renewal").length < KINDS.renewal.most ? 0 : undefined;
};

/** The shop must reject it. */
const aboveHeld: AmountIn = (run) => {
  const left = askable(run, "capture");
  return left > 0 ? left + 1 : undefined;
};

const needsOf = (kind: RequestKind) => ({
  needs: KINDS[kind].needs,
  ...(kind === "capture" && { isOfHold: true as const }),
});

const asking = (kind: RequestKind, weight: number, amountOf: AmountIn): Move => ({
  weight,
  ...needsOf(kind),
  ...needing(amountOf, (run, amount) => askFor(run, { kind, amount })),
});

/** The last request once more, with its id. */
const askingAgain = (kind: RequestKind): Move => ({
  weight: 2,
  ...needsOf(kind),
  isRepeated: true,
  ...needing(
    (run) => (askedIn(run, kind).length < KINDS[kind].most ? askedIn(run, kind).at(-1) : undefined),
    async (run, { request: id, amount, of }) =>
      `the same request again: ${await askFor(run, { kind, amount, id, of })}`,
  ),
});

const askingTwice = (kind: RequestKind, weight: number, amountOf: AmountIn): Move => ({
  weight,
  ...needsOf(kind),
  isRepeated: true,
  isRace: true,
  once: KINDS[kind].needs,
  ...needing(amountOf, async (run, amount) => {
    const id = crypto.randomUUID();
    const both = await Promise.all([1, 2].map(() => askFor(run, { kind, amount, id })));
    return `the same request twice at the same moment: ${both.join(", ")}`;
  }),
});

/** A renewal that the gateway declined, and that the shop rejected. */
const declinedIn = ({ order }: StoryRun): Timed<Asked> | undefined =>
  unsettledOf(order).find(
    ({ kind, step, isAccepted }) =>
      kind === "renewal" &&
      !isAccepted &&
      all(order, "sent").some((each) => each.step === step && each.result === "declined") &&
      all(order, "disturbed").every((each) => each.step !== step || each.by === "declined"),
  );

export const REQUESTS: Readonly<Record<string, Move>> = {
  ...Object.fromEntries(
    (["refund", "capture"] as const).flatMap((kind) => [
      ...Object.entries(AMOUNTS).map(([ending, amountOf]) => {
        const weight = ending === "" || ending === " same" ? 2 : 0.7;
        return [`${kind}${ending}`, asking(kind, weight, amountIn(kind, amountOf))] as const;
      }),
      [`${kind} again`, askingAgain(kind)] as const,
      [`${kind} twice`, askingTwice(kind, 0.7, amountIn(kind, usualAmount))] as const,
    ]),
  ),
  "refund too much": {
    weight: 0.5,
    needs: "refund",
    advice: `Let one statement compare a refund with what is left of its payment, such as the sum of the rows. The gateway refuses what is above, and a refusal is no refund. ${REFUNDS}`,
    ...needing(
      (run) => (askable(run, "refund") > MORE ? askable(run, "refund") : undefined),
      async (run, left) => {
        const both = [left - 1, MORE].map((amount) => askFor(run, { kind: "refund", amount }));
        return `two refunds at the same moment, together above what is left: ${(await Promise.all(both)).join(", ")}`;
      },
    ),
  },
  "give up renewal": {
    weight: 0.3,
    needs: "renew",
    isRepeated: true,
    advice: `A declined request is over. Do not let a job send it again by itself. ${CALLS}`,
    ...needing(declinedIn, async (_, asked) => {
      asked.isLast = true;
      return "the customer leaves after the declined renewal";
    }),
  },
  "capture 1 more": asking("capture", 0.7, aboveHeld),
  renew: asking("renewal", 3, renewable),
  "renew again": askingAgain("renewal"),
  "renew twice": askingTwice("renewal", 1, renewable),
};
