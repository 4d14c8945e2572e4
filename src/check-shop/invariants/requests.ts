import { sum } from "../scenario/book.ts";
import type { OrderHistory, Refusal, RequestKind, ShopRequest } from "../scenario/history.ts";

/** A request and its repeats until its result was known. */
type Group = [first: ShopRequest, ...repeats: ShopRequest[]];

const groupsOf = (requests: readonly ShopRequest[]): Group[] => {
  const groups: Group[] = [];
  for (const request of requests) {
    const last = groups.at(-1);
    if (request.isRetry && last) last.push(request);
    else groups.push([request]);
  }
  return groups;
};

/** Whether a request must be carried out. The gateway must not have declined it when the shop sent it later. */
const isDue = (group: Group, refusals: readonly Refusal[]): boolean =>
  group.some(
    ({ accepted, isClean, step }) =>
      (accepted || isClean) && refusals.every((refusal) => refusal.step <= step),
  );

/** Whether the gateway declined a request, so that nothing may be made later without another one. */
const isClosed = (group: Group, next: Group | undefined, refusals: readonly Refusal[]): boolean =>
  !group.some(({ accepted }) => accepted) &&
  refusals.some(
    ({ isFinal, step }) =>
      isFinal && step >= group[0].step && step < (next?.[0].step ?? Number.POSITIVE_INFINITY),
  );

/** The amounts of groups. Equal groups of the same moment are one. */
const momentsOf = (groups: readonly Group[]): number[] => {
  const amounts = new Map(groups.map(([{ step, amount }]) => [`${step} ${amount}`, amount]));
  return [...amounts.values()];
};

interface Made {
  readonly order: OrderHistory;
  readonly kind: RequestKind;
  /** The amounts that the shop made. */
  readonly made: readonly number[];
  /** Amounts that the shop may make without a request. */
  readonly unasked?: readonly number[];
  /** Whether the shop may make a request in several parts. */
  readonly isSplit?: boolean;
}

/** Whether the shop made more or, in the end, less than it was asked for. */
export const isWrong = (
  { order, kind, made, unasked = [], isSplit = false }: Made,
  isEnd: boolean,
): boolean => {
  const requests = order.requests[kind];
  const amounts = isSplit ? [0] : [...made, ...requests.map(({ amount }) => amount)];
  return amounts.some((amount) => {
    const isOf = (each: { readonly amount: number }): boolean => isSplit || each.amount === amount;
    const total = (some: readonly number[]): number =>
      isSplit ? sum(some) : some.filter((each) => each === amount).length;
    const groups = groupsOf(requests.filter(isOf));
    const refusals = order.refusals.filter((each) => each.kind === kind && isOf(each));
    const open = groups.filter((group, index) => !isClosed(group, groups[index + 1], refusals));
    const due = groups.filter((group) => isDue(group, refusals));
    const allowed = kind === "renewal" ? momentsOf(open) : open.map(([first]) => first.amount);
    return total(made) > total([...allowed, ...unasked]) || (isEnd && total(made) < total(momentsOf(due)));
  });
};
