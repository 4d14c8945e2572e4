import type { Transaction } from "../../api/transactions/transaction.ts";
import { CHARGEBACKS, LIFECYCLE, ONCE_ONLY, REFUNDS } from "../guides.ts";
import { heldOf, isHold, keptOf, sum } from "../scenario/book.ts";
import type { BookEntry, FollowUp } from "../scenario/gateway.ts";
import type { OrderHistory, RequestKind } from "../scenario/history.ts";
import { messageOf, sleep } from "../scenario/shop.ts";
import { type Move, needing, type StoryRun } from "../scenario/story-run.ts";

/** The most captures, refunds and chargebacks of a story. */
const MAX_REQUESTS = 6;

/** What of a payment can be captured or refunded now. */
const LEFT = { capture: heldOf, refund: keptOf } as const;

type AmountKind = keyof typeof LEFT;

/** The first payment of the order with something left. A refund is possible after it was fulfilled. */
const changeable = (run: StoryRun, kind: AmountKind): BookEntry | undefined => {
  const { order } = run;
  if (order.requests[kind].length + order.office.size >= MAX_REQUESTS) return undefined;
  if (kind === "refund" && order.fulfilled === 0) return undefined;
  return run.paymentsOf(order).find((entry) => LEFT[kind](entry) > 0);
};

/** The amount that the shop can be asked for, without what it may still make of earlier requests. */
const askable = (run: StoryRun, kind: AmountKind): number => {
  const { order, gateway } = run;
  const entry = changeable(run, kind);
  if (!entry || (kind === "capture" && !order.wasNotified(entry.transaction) && order.fulfilled === 0))
    return 0;
  const asked = order.requests[kind].filter((each) => !each.isRetry && !order.isRefused(kind, each));
  const made = gateway
    .paymentsOf(order.tokens)
    .flatMap(({ followUps }) => followUps)
    .filter(({ type, uid }) => type === kind && !order.office.has(uid));
  const open = sum(asked.map(({ amount }) => amount)) - sum(made.map(({ amount }) => Number(amount)));
  return LEFT[kind](entry) - Math.max(0, open);
};

/** The amounts of captures and refunds, by the end of the move's name. The last three lose a unit as a fraction of 100. */
const AMOUNTS: Readonly<Record<string, (left: number, count: number, last: number) => number>> = {
  "": (left, count) => Math.floor(left / 5) - count,
  " same": (_left, _count, last) => last,
  " rest": (left) => left,
  " 1": () => 1,
  " all but 1": (left) => left - 1,
  " 19.99": () => 1999,
  " 1.15": () => 115,
  " 4.35": () => 435,
};

/** Requests something from the shop, and notes whether the shop accepted. */
async function ask(
  { step, shop, isDisturbed, isShared }: StoryRun,
  order: OrderHistory,
  kind: RequestKind,
  amount: number,
  mustAccept: boolean,
): Promise<string> {
  const requests = order.requests[kind];
  const earlier = requests.findLast((request) => request.amount === amount);
  const isRetry =
    earlier !== undefined &&
    !earlier.accepted &&
    earlier.step < step &&
    earlier.jobs === shop.jobs &&
    !order.isRefused(kind, earlier);
  // Of two refunds at the same moment, the shop may refuse one itself.
  const isClean = mustAccept && earlier === undefined && !isDisturbed && !isShared;
  const note = (accepted: boolean) =>
    requests.push({ amount, step, accepted, isRetry, isClean, jobs: shop.jobs });
  try {
    await (kind === "renewal" ? shop.call("renew", order.id) : shop.call(kind, order.id, amount));
    note(true);
    return "accepted";
  } catch (error) {
    note(false);
    return `not accepted (${messageOf(error)})`;
  }
}

const VERBS = { refund: "refunds", capture: "captures" } as const;

/** Lets the shop's staff refund or capture an amount. @returns the line of the report. */
export async function askFor(
  run: StoryRun,
  order: OrderHistory,
  kind: AmountKind,
  amount: number,
): Promise<string> {
  const payments = run.paymentsOf(order);
  // With two payments, it is not known which one the shop refunds. Shops may not refund all methods.
  const [{ transaction } = {}] = payments;
  const isUsual = order.terms.kind === "bill" || transaction?.credit_card;
  const mustAccept = kind === "refund" && payments.length === 1 && Boolean(isUsual);
  const result = await ask(run, order, kind, amount, mustAccept);
  return `the shop's staff ${VERBS[kind]} ${amount} minor units: ${result}`;
}

const asking = (kind: AmountKind): [name: string, move: Move][] =>
  Object.entries(AMOUNTS).map(([suffix, amountOf]) => {
    const amountIn = (run: StoryRun): number | undefined => {
      const requests = run.order.requests[kind];
      const last = requests.at(-1);
      const left = askable(run, kind);
      const amount = amountOf(left, requests.length, last?.amount ?? 0);
      // The staff repeats a request without a known result, even if the gateway has carried it out.
      const isRepeat = suffix === " same" && last?.accepted === false;
      return amount > 0 && (isRepeat || amount <= left) ? amount : undefined;
    };
    const play = (run: StoryRun, amount: number) => askFor(run, run.order, kind, amount);
    const weight = suffix === "" || suffix === " same" ? 2 : 0.7;
    return [`${kind}${suffix}`, { weight, needs: kind, ...needing(amountIn, play) }];
  });

const OFFICE_ADVICE: Readonly<Record<FollowUp, string>> = {
  refund: `Add a refund to the refunded sum of its payment. The order stays as it is. ${REFUNDS}`,
  capture: `Take the captured amount from the notification of the capture, because your staff may capture in the back office. ${LIFECYCLE}`,
  void: `Capture only what is still held. Read the result of the capture before you fulfill the order. ${LIFECYCLE}`,
  chargeback: `A chargeback pays nothing. Keep it for manual review, and change no order. ${CHARGEBACKS}`,
};

/** Changes a payment at the gateway without the shop. */
const office = (
  type: FollowUp,
  text: string,
  find: (run: StoryRun) => BookEntry | undefined,
  amountOf: (left: number, order: OrderHistory) => number = (left) => left,
): Move => ({
  weight: 0.7,
  advice: OFFICE_ADVICE[type],
  ...needing(
    (run) => {
      const entry = find(run);
      const isOfHold = type === "capture" || type === "void";
      const amount = entry ? amountOf((isOfHold ? heldOf : keptOf)(entry), run.order) : 0;
      const parent = entry && !isOfHold && isHold(entry) ? captureOf(entry) : entry?.transaction;
      return parent && amount > 0 ? { uid: parent.uid, amount } : undefined;
    },
    async ({ gateway, order }, { uid, amount }) => {
      order.office.add((await gateway.followUp(type, uid, amount)).uid);
      if (type === "void") order.isReleased = true;
      return `${amount} minor units ${text}`;
    },
  ),
});

/** The capture of a hold. A hold with several captures is refunded by several calls, which no move makes. */
const captureOf = ({ followUps }: BookEntry): Transaction | undefined => {
  const captures = followUps.filter(({ type }) => type === "capture");
  return captures.length === 1 ? captures[0] : undefined;
};

const refundable = (run: StoryRun) => changeable(run, "refund");
const held = (run: StoryRun) => changeable(run, "capture");
const second = (run: StoryRun) =>
  refundable(run) &&
  run
    .paymentsOf(run.order)
    .slice(1)
    .find((entry) => keptOf(entry) > 0);

const restarting = (delay: number): Move => ({
  weight: 0.15,
  needs: "restart",
  advice: `Store the payment and the order's new state in one transaction of a database. Answer 200 after it, because the gateway does not repeat a notification that was answered 200. ${ONCE_ONLY}`,
  stopsShop: true,
  play: async ({ shop }) => {
    await sleep(delay);
    await shop.call("restart");
    return "the shop was killed and started";
  },
});

export const STAFF: Readonly<Record<string, Move>> = {
  job: {
    weight: 4,
    needs: "reconcile",
    play: async ({ shop }) => {
      const error = await shop.reconcile();
      return error === undefined ? "the job ran" : `the job ran (${error})`;
    },
  },
  ...Object.fromEntries([...asking("refund"), ...asking("capture")]),
  // Never the amount that the shop refunds at the same moment, because a gateway refuses it as a duplicate.
  "office refund": office(
    "refund",
    "refunded in the back office",
    refundable,
    (left, { office: { size } }) => Math.floor(left / 7) - size,
  ),
  "office refund rest": office("refund", "refunded in the back office", refundable),
  "office refund second": office("refund", "of another payment refunded in the back office", second),
  "office capture": office("capture", "captured in the back office", held),
  "office capture part": office("capture", "captured in the back office", held, (left) =>
    Math.floor(left / 3),
  ),
  "office void": office("void", "voided in the back office", held),
  chargeback: office("chargeback", "charged back by the customer's bank", refundable),
  "expire hold": {
    weight: 0.5,
    advice: OFFICE_ADVICE.void,
    ...needing(held, async ({ gateway, order }, { transaction }) => {
      gateway.expireHold(transaction.uid);
      order.isReleased = true;
      return "the hold expired at the bank";
    }),
  },
  renew: {
    weight: 3,
    needs: "renew",
    isPossible: (run) => {
      const { fulfilled, requests } = run.order;
      const payments = run.paymentsOf(run.order);
      // Other methods cannot be charged again.
      const isByCard = payments.every(({ transaction }) => transaction.credit_card !== null);
      return fulfilled > 0 && isByCard && payments.length > 0 && requests.renewal.length < 4;
    },
    play: async (run) => {
      const isKept = run.paymentsOf(run.order).every((entry) => keptOf(entry) > 0);
      return `renewed: ${await ask(run, run.order, "renewal", 0, isKept)}`;
    },
  },
  restart: restarting(0),
  "restart after 10 ms": restarting(10),
  "restart after 40 ms": restarting(40),
  "restart after 160 ms": restarting(160),
};
