/** Whether each request of the staff was made once. */
import { AMOUNTS, CALLS, RENEWALS } from "../guides.ts";
import type { Asked, History, Moved, RequestKind, SentCall, Timed } from "../history/events.ts";
import { all, type Facts, failedAmounts, isHold, lastAnswers, sum, times } from "../history/facts.ts";
import type { Broken } from "./law.ts";

const SAME_REQUEST = `Store a request under its id, with a unique index, and send it with this id as its key. The same id is the same request, such as a form that is sent twice. ${CALLS}`;
const OTHER_REQUEST = `Use the id of the request as its key. Another id is another request, also for the same order and amount. ${CALLS}`;
const NOT_REQUESTED = `Send only what your staff or a customer requested. The notification of a refund, a capture or a charge is its result, so record it, and send nothing. ${CALLS}`;
const STILL_OPEN = `Answer the same request with its stored result, and accept it if the gateway made it. Reject it only if the gateway declined or refused it. Without a final result, such as "incomplete" or no answer, it may still be made, so ask for its result again. ${CALLS}`;

const IS_OVER = `A request that your shop rejected after a decline is over, so nothing may send it again by itself, also not as a new row. A shop that tries again by a plan accepts the request, and rejects it after the last try. ${CALLS}`;

export const OWN_CARD = `Charge the card that the order itself was paid with, for a period that was requested. ${RENEWALS}`;

const OTHER_AMOUNT = `Send the stored amount, an integer in minor units, without a calculation. As a fraction, 1999 / 100 * 100 may become 1998. ${AMOUNTS}`;
const NOT_MADE = `Reject a request if the gateway declined or refused it, because nothing moved. Show the reason to your staff, who make another request. ${CALLS}`;
const FORGOTTEN = `Let the job send an accepted request until its result is known. Do not count tries, and take no error for a result. Store the request before you accept it, because the process may be killed. ${CALLS}`;

const TYPES: Readonly<Record<RequestKind, string>> = {
  refund: "refund",
  capture: "capture",
  renewal: "charge",
};

const list = (amounts: readonly number[]): string => amounts.join(" and ") || "nothing";

export const amountsOf = (some: readonly { readonly amount: number }[]): number[] =>
  some.map(({ amount }) => amount);

/** What to change if more, less or another amount was made than requested. Undefined if a fault is the reason. */
function adviceFor(
  kind: RequestKind,
  history: History,
  requests: readonly number[],
  made: readonly number[],
  rejected: number,
): string | undefined {
  const isDisturbed = all(history, "disturbed").length > 0;
  if (requests.length === 0) return kind === "renewal" ? OWN_CARD : NOT_REQUESTED;
  if (made.length > requests.length) return isDisturbed ? undefined : SAME_REQUEST;
  const isFailed = failedAmounts(history, kind).length > 0;
  if (made.length > requests.length - rejected) return isFailed ? IS_OVER : STILL_OPEN;
  const isEqual = new Set(requests).size < requests.length;
  if (made.length < requests.length && isEqual && !isDisturbed && !isFailed) return OTHER_REQUEST;
  const isOther = made.length === requests.length && made.some((amount) => !requests.includes(amount));
  if (isOther) return OTHER_AMOUNT;
  return isFailed ? NOT_MADE : FORGOTTEN;
}

export const periodRefunds = (history: History): Timed<Moved>[] => {
  const moved = all(history, "moved");
  return moved.filter(({ parent }) => moved.some(({ uid, type }) => type === "charge" && uid === parent));
};

/** How many charges of the order's card have the ids of other orders. A shop may also use ids of which nothing is known. */
function chargedForOthers(made: readonly Moved[], requests: readonly Asked[], history: History): number {
  const own = [history.id, history.terms.trackingId, ...requests.map(({ request }) => request)];
  const { length } = made.filter(
    ({ trackingId }) =>
      trackingId !== undefined && !own.some((name) => name !== undefined && trackingId.includes(name)),
  );
  return length < made.length || length > 2 * requests.length ? length : 0;
}

/** The meaning of the last answer to a request. */
interface Meaning {
  /** How often it may be made, and how often it must be. */
  readonly most: 0 | 1;
  readonly least: 0 | 1;
  /** Whether a call of its amount explains that it was not made. @param isLater Whether it was sent after the answer. */
  readonly isExcusedBy: (result: SentCall["result"], isLater: boolean) => boolean;
}

const MEANINGS = {
  accepted: { most: 1, least: 1, isExcusedBy: (result) => result !== "made" },
  // What waits for 3-D Secure may be made later, or never.
  acceptedLast: {
    ...{ most: 1, least: 1 },
    isExcusedBy: (result, isLater) => result === "waits" || (result !== "made" && isLater),
  },
  rejected: { most: 1, least: 0, isExcusedBy: () => true },
  rejectedLast: { most: 0, least: 0, isExcusedBy: () => true },
} as const satisfies Record<string, Meaning>;

function meaningOf(asked: Timed<Asked>, requests: readonly Timed<Asked>[], history: History): Meaning {
  const { request, isAccepted, isLast } = asked;
  const presses = all(history, "asked").filter((each) => each === asked || each.request === request);
  const wasAccepted = request !== undefined && presses.some((each) => each.isAccepted);
  if (!isAccepted) return isLast && !wasAccepted ? MEANINGS.rejectedLast : MEANINGS.rejected;
  // Of equal requests of the same moment, the gateway may refuse all but one as duplicates. A payment in review is refunded whole.
  const momentOf = (each: Timed<Asked>): string => {
    if (each.of !== undefined) return each.of;
    const first = each.request && all(history, "asked").find((other) => other.request === each.request);
    return `${first ? first.step : each.step} ${each.amount}`;
  };
  const equal = requests.filter((each) => each.isAccepted && momentOf(each) === momentOf(asked));
  const due = equal.find((each) => !each.isLast) ?? equal[0];
  if (due !== asked) return MEANINGS.rejected;
  return isLast ? MEANINGS.acceptedLast : MEANINGS.accepted;
}

/** The transactions that the shop made on request, so without refunds of a charged period, and of the rest of a canceled order. */
function madeFor(kind: RequestKind, history: History, amounts: readonly number[]): Timed<Moved>[] {
  const canceled = all(history, "canceled").find(({ isAccepted }) => isAccepted !== false);
  const isOther = (each: Timed<Moved>): boolean =>
    !amounts.includes(each.amount) &&
    (periodRefunds(history).includes(each) || (canceled !== undefined && each.step >= canceled.step));
  return all(history, "moved").filter(
    (each) => each.type === TYPES[kind] && each.by === "shop" && !(kind === "refund" && isOther(each)),
  );
}

/** A request that was tried before, and made after its last answer. The shop waits longer than it was given time. */
function sentLate(requests: readonly Timed<Asked>[], history: History): string | undefined {
  for (const { kind, amount, request, isLast, isAtEnd, answeredAt = 0 } of requests) {
    const first = all(history, "asked").find((each) => each.request === request);
    const late = all(history, "sent").find(
      (each) =>
        each.kind === kind && each.amount === amount && each.result === "made" && each.at > answeredAt,
    );
    if (!isLast || !isAtEnd || !first || !late || all(history, "disturbed").length === 0) continue;
    const seconds = Math.round((late.at - first.at) / 1000);
    return `your shop sent a ${kind} ${seconds} s after the first try, and checkShop expects at most PAYMENTS_UNDER_WAY`;
  }
  return undefined;
}

/** Whether the shop made each accepted request once, and a refused one never. */
export const requested =
  (kind: RequestKind, isEnd: boolean) =>
  ({ payments, right, now }: Facts, history: History): Broken | undefined => {
    // Otherwise, the shop captures by itself.
    if (kind === "capture" && !history.isCapturedByStaff) return undefined;
    const requests = lastAnswers(history, kind);
    const answers = requests.map((asked) => ({
      ...{ asked, amount: asked.amount },
      ...meaningOf(asked, requests, history),
    }));
    const made = madeFor(kind, history, amountsOf(requests));
    // Without a request, the shop may refund a whole payment that pays no order.
    const spare = all(history, "moved").filter(
      ({ by, uid }) => kind === "refund" && by === "customer" && (now === 0 || uid !== right[0]?.uid),
    );
    // The refund of several captures is several refunds.
    const isSplit = kind === "refund" && payments.some(isHold);
    const total = (some: readonly { readonly amount: number }[], amount: number): number =>
      isSplit ? sum(amountsOf(some)) : amountsOf(some).filter((each) => each === amount).length;
    const groups = [
      ...Map.groupBy(
        answers.filter(({ least }) => least > 0),
        ({ isExcusedBy }) => isExcusedBy,
      ),
    ];
    const isWrong = (amount: number): boolean => {
      const most = total([...answers.filter((each) => each.most > 0), ...spare], amount);
      const least = groups.map(([isExcusedBy, due]) => {
        const excuses = all(history, "sent").filter(
          (sent) =>
            sent.kind === kind &&
            due.some(
              (each) =>
                (isSplit || each.amount === sent.amount) &&
                isExcusedBy(sent.result, history.events.indexOf(each.asked) < history.events.indexOf(sent)),
            ),
        );
        return Math.max(0, total(due, amount) - total(excuses, amount));
      });
      return total(made, amount) > most || (isEnd && total(made, amount) < sum(least));
    };
    if (!(isSplit ? [0] : amountsOf([...made, ...requests])).some(isWrong)) return undefined;
    const [asked, done] = [amountsOf(requests), amountsOf(made)];
    const rejected = answers.filter(({ most }) => most === 0).length;
    const answer = rejected === 0 ? "" : ` (${rejected === 1 ? "" : `${rejected} `}rejected to the end)`;
    const observed =
      kind === "renewal"
        ? `requested ${times(asked.length)}${answer}, charged ${times(done.length)}`
        : `${list(asked)} requested${answer}, and the gateway made ${list(done)}`;
    const others = kind === "renewal" ? chargedForOthers(made, requests, history) : 0;
    if (others > 0) {
      const whose = `the saved card of order ${history.id} was charged ${times(others)} for other orders`;
      return { observed: `${observed}, because ${whose}`, advice: OWN_CARD };
    }
    const advice = adviceFor(kind, history, asked, done, rejected);
    return { observed, advice, unclear: sentLate(requests, history) };
  };
