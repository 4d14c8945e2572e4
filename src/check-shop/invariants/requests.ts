import { sum } from "../scenario/book.ts";
import type { OrderHistory, RequestKind, ShopRequest } from "../scenario/history.ts";

/** The last call of each request. */
export const lastOf = (requests: readonly ShopRequest[]): ShopRequest[] => [
  ...new Map(requests.map((request) => [request.id, request])).values(),
];

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

/** Whether the shop made more or, in the end, less than it accepted. */
export const isWrong = (
  { order, kind, made, unasked = [], isSplit = false }: Made,
  isEnd: boolean,
): boolean => {
  const calls = order.requests[kind];
  const some = (id: string, name: "accepted" | "mustAccept"): boolean =>
    calls.some((each) => each.id === id && each[name]);
  const requests = lastOf(calls);
  const amountsOf = (isIn: (each: ShopRequest) => boolean): number[] =>
    requests.filter(isIn).map(({ amount }) => amount);
  const possible = amountsOf(
    ({ id, isLast, accepted }) => !isLast || accepted !== false || some(id, "accepted"),
  );
  const confirmed = amountsOf(({ isLast, accepted }) => isLast && accepted === true);
  // The gateway may have declined them, which the shop shows when the staff makes them again.
  const due = amountsOf(
    ({ id, isLast, accepted }) => !(isLast && accepted) && ((!isLast && accepted) || some(id, "mustAccept")),
  );
  const refused = order.refusals.filter((each) => each.kind === kind).map(({ amount }) => amount);
  const amounts = isSplit ? [0] : [...made, ...requests.map(({ amount }) => amount)];
  return amounts.some((amount) => {
    const total = (some: readonly number[]): number =>
      isSplit ? sum(some) : some.filter((each) => each === amount).length;
    const least = total(confirmed) + Math.max(0, total(due) - total(refused));
    return total(made) > total([...possible, ...unasked]) || (isEnd && total(made) < least);
  });
};
