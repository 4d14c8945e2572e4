/** What the shop's staff requests from the shop: refunds, captures and renewals. */
import { lastOf } from "../../invariants/requests.ts";
import { heldOf, keptOf, sum } from "../../scenario/book.ts";
import type { BookEntry } from "../../scenario/gateway.ts";
import {
  type OrderHistory,
  REQUEST_KINDS,
  type RequestKind,
  type ShopRequest,
} from "../../scenario/history.ts";
import { messageOf } from "../shop.ts";
import { type Move, needing, type StoryRun } from "../story-run.ts";

/** The most captures, refunds and chargebacks of a story. */
const MAX_REQUESTS = 6;

/** What of a payment can be captured or refunded now. */
const LEFT = { capture: heldOf, refund: keptOf } as const;

export type AmountKind = keyof typeof LEFT;

/** The first payment of the order with something left. A refund is possible after it was fulfilled. */
export const changeable = (run: StoryRun, kind: AmountKind): BookEntry | undefined => {
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
  const asked = lastOf(order.requests[kind]).filter((each) => !order.isRefused(kind, each));
  const made = gateway
    .paymentsOf(order.tokens)
    .flatMap(({ followUps }) => followUps)
    .filter(({ type, uid }) => type === kind && !order.office.has(uid));
  const open = sum(asked.map(({ amount }) => amount)) - sum(made.map(({ amount }) => Number(amount)));
  return LEFT[kind](entry) - Math.max(0, open);
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

/** How the staff makes a request. */
interface Press {
  /** The id of an earlier request. Default: a new one. */
  readonly id?: string | undefined;
  /** Whether the shop must accept it if nothing had gone wrong before. */
  readonly mustAccept?: boolean;
  /** Whether it is made again at the end of the story. */
  readonly isAtEnd?: boolean;
}

/** Requests something from the shop, and notes whether the shop accepted. */
async function press(
  { shop, isDisturbed, isShared }: StoryRun,
  order: OrderHistory,
  kind: RequestKind,
  amount: number,
  { id = crypto.randomUUID(), mustAccept = false, isAtEnd = false }: Press = {},
): Promise<string> {
  const requests = order.requests[kind];
  const earlier = requests.findLast((each) => each.id === id);
  const at = performance.now();
  const request: ShopRequest = {
    ...{ id, amount, accepted: undefined, isAtEnd, isLast: false, at },
    // Of two refunds at the same moment, the shop may refuse one itself.
    mustAccept: mustAccept && !earlier && !isDisturbed && !isShared,
  };
  requests.push(request);
  try {
    await (kind === "renewal" ? shop.call("renew", order.id, id) : shop.call(kind, order.id, amount, id));
    request.accepted = true;
    request.isLast = isAtEnd;
    return "accepted";
  } catch (error) {
    request.accepted = false;
    request.isLast = isAtEnd && earlier !== undefined && at - earlier.at >= shop.underWay;
    return `not accepted (${messageOf(error)})`;
  }
}

/** The requests that the staff makes again: the shop rejected them, or the gateway declined what the shop sent. */
const unsettledOf = (
  { shop }: StoryRun,
  { requests, refusals }: OrderHistory,
  kind: RequestKind,
): ShopRequest[] =>
  shop.readers.has(kind === "renewal" ? "renew" : kind)
    ? lastOf(requests[kind]).filter(
        ({ isLast, accepted, amount }) =>
          !isLast && (!accepted || refusals.some((each) => each.kind === kind && each.amount === amount)),
      )
    : [];

/** Whether the staff will make a request again. */
export const isUnsettled = (run: StoryRun): boolean =>
  run.orders.some((order) => REQUEST_KINDS.some((kind) => unsettledOf(run, order, kind).length > 0));

/**
 * Makes rejected requests again, without faults. A shop that has sent a request a moment ago may reject it, so only a
 * rejection after `underWay` is the last.
 *
 * @returns lines of the report.
 */
export async function pressAgain(run: StoryRun): Promise<string[]> {
  const lines: string[] = [];
  const { underWay } = run.shop;
  for (const order of run.orders) {
    for (const kind of REQUEST_KINDS) {
      for (const { id, amount, at, isAtEnd } of unsettledOf(run, order, kind)) {
        if (isAtEnd && performance.now() - at < underWay) continue;
        const answer = await press(run, order, kind, amount, { id, isAtEnd: true });
        lines.push(`the staff makes the same ${kind} again: ${answer}`);
      }
    }
  }
  return lines;
}

const VERBS = { refund: "refunds", capture: "captures" } as const;

/** Lets the shop's staff refund or capture an amount. @param id The id of an earlier request. @returns the line of the report. */
export async function askFor(
  run: StoryRun,
  order: OrderHistory,
  kind: AmountKind,
  amount: number,
  id?: string,
): Promise<string> {
  const payments = run.paymentsOf(order);
  // With two payments, it is not known which one the shop refunds. Shops may not refund all methods.
  const [{ transaction } = {}] = payments;
  const isUsual = order.terms.kind === "bill" || transaction?.credit_card;
  const mustAccept = kind === "refund" && payments.length === 1 && Boolean(isUsual);
  const result = await press(run, order, kind, amount, { id, mustAccept });
  return `the shop's staff ${VERBS[kind]} ${amount} minor units: ${result}`;
}

/** A request of a new amount. @param ending The end of the move's name. */
const asking = (kind: AmountKind, ending: string, amountOf: AmountOf): Move => {
  const amountIn = (run: StoryRun): number | undefined => {
    const requests = run.order.requests[kind];
    const left = askable(run, kind);
    const amount = amountOf(left, requests.length, requests.at(-1)?.amount ?? 0);
    return amount > 0 && amount <= left ? amount : undefined;
  };
  const play = (run: StoryRun, amount: number) => askFor(run, run.order, kind, amount);
  return { weight: ending === "" || ending === " same" ? 2 : 0.7, needs: kind, ...needing(amountIn, play) };
};

/** The last request once more, with its id. */
const askingAgain = (kind: AmountKind): Move => ({
  weight: 2,
  needs: kind,
  isRepeated: true,
  ...needing(
    ({ order: { requests } }) => (requests[kind].length < MAX_REQUESTS ? requests[kind].at(-1) : undefined),
    async (run, { id, amount }) =>
      `the same request again: ${await askFor(run, run.order, kind, amount, id)}`,
  ),
});

/** The same request twice at the same moment. */
const askingTwice = (kind: AmountKind): Move => {
  const usual = asking(kind, "", usualAmount);
  return {
    ...usual,
    weight: 0.7,
    isRepeated: true,
    play: async (run) => {
      const id = crypto.randomUUID();
      const amount = usualAmount(askable(run, kind), run.order.requests[kind].length);
      if (amount <= 0) return "";
      const both = await Promise.all([1, 2].map(() => askFor(run, run.order, kind, amount, id)));
      return `the same request twice at the same moment: ${both.join(", ")}`;
    },
  };
};

/** The most renewals of a story. */
const MAX_RENEWALS = 4;

const canRenew = (run: StoryRun): boolean => {
  const { fulfilled, requests } = run.order;
  const payments = run.paymentsOf(run.order);
  // Other methods cannot be charged again.
  const isByCard = payments.every(({ transaction }) => transaction.credit_card !== null);
  return fulfilled > 0 && isByCard && payments.length > 0 && requests.renewal.length < MAX_RENEWALS;
};

const renewing = (run: StoryRun, id?: string): Promise<string> => {
  const mustAccept = run.paymentsOf(run.order).every((entry) => keptOf(entry) > 0);
  return press(run, run.order, "renewal", 0, { id, mustAccept });
};

export const REQUESTS: Readonly<Record<string, Move>> = {
  ...Object.fromEntries(
    (["refund", "capture"] as const).flatMap((kind) => {
      const isOfHold = kind === "capture" ? { isOfHold: true as const } : {};
      const moves = [
        ...Object.entries(AMOUNTS).map(
          ([ending, amountOf]) => [ending, asking(kind, ending, amountOf)] as const,
        ),
        [" again", askingAgain(kind)] as const,
        [" twice", askingTwice(kind)] as const,
      ];
      return moves.map(([ending, move]) => [`${kind}${ending}`, { ...move, ...isOfHold }]);
    }),
  ),
  renew: {
    weight: 3,
    needs: "renew",
    isPossible: canRenew,
    play: async (run) => `renewed: ${await renewing(run)}`,
  },
  "renew again": {
    weight: 2,
    needs: "renew",
    isRepeated: true,
    ...needing(
      ({ order: { requests } }) =>
        requests.renewal.length < MAX_RENEWALS ? requests.renewal.at(-1)?.id : undefined,
      async (run, id) => `renewed the same period again: ${await renewing(run, id)}`,
    ),
  },
  "renew twice": {
    weight: 1,
    needs: "renew",
    isRepeated: true,
    isPossible: canRenew,
    play: async (run) => {
      const id = crypto.randomUUID();
      const both = await Promise.all([1, 2].map(() => renewing(run, id)));
      return `renewed the same period twice at the same moment: ${both.join(", ")}`;
    },
  },
};
