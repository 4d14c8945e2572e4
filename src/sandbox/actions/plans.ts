import type { CardDecline } from "../gateway/cards/test-cards.ts";
import { type Gateway, Refusal } from "../gateway/gateway.ts";
import { clearStore } from "../gateway/orders/store.ts";
import { DECLINES, type FailNextOptions, toResponse } from "../gateway/plans/plans.ts";

interface PlannedCalls extends FailNextOptions {
  /** Seconds of the header `Retry-After`. */
  readonly retryAfter?: number | undefined;
}

export const planCalls = ({ failures }: Gateway, { retryAfter, ...planned }: PlannedCalls): undefined => {
  const waits = retryAfter === undefined ? {} : { "retry-after": String(retryAfter) };
  const failure = { ...planned, headers: { ...planned.headers, ...waits } };
  try {
    toResponse(failure);
  } catch {
    throw new Refusal("wrong_value", "headers and body must be valid for a Response", "headers");
  }
  failures.add(failure);
};

/** Returns the decline with the bank code of a test card, such as `51`. Undefined for a decline without a reason. */
export const declineFor = (reason: string | undefined): CardDecline | undefined =>
  DECLINES.find((known) => known?.bankCode === reason);

export const planPayments = (
  { declines }: Gateway,
  { reason, times }: { readonly reason?: string | undefined; readonly times?: number | undefined },
): undefined => {
  const decline = declineFor(reason);
  if (reason !== undefined && decline === undefined) {
    const codes = DECLINES.flatMap((known) => known?.bankCode ?? []).join(", ");
    throw new Refusal("wrong_value", `reason must be one of ${codes}`, "reason");
  }
  declines.add({ decline, times });
};

export const cancelPlan = (gateway: Gateway, id: number | undefined): undefined => {
  const plans = [gateway.failures, gateway.disturbances, gateway.declines];
  if (id === undefined) for (const plan of plans) plan.cancel();
  else if (!plans.some((plan) => plan.cancelOne(id)))
    throw new Refusal("not_possible", "This plan has already ended");
};

export const clear = (gateway: Gateway): undefined => {
  clearStore(gateway.store);
  gateway.journal.clear();
  cancelPlan(gateway, undefined);
};
