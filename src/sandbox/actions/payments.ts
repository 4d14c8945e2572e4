import type { FollowUpType } from "../../api/transactions/transaction-type.ts";
import { kindOf } from "../explain/kind-of.ts";
import { ORDER_KINDS } from "../explain/order-kinds.ts";
import { formatAmount } from "../format-amount.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { billOf } from "../gateway/orders/store.ts";
import { expireOrder } from "../gateway/payments/bills.ts";
import type { Ending } from "../gateway/payments/decision.ts";
import { leftOf, problemsOfFollowUp, processFollowUp, verbOf } from "../gateway/payments/follow-ups.ts";
import { complete } from "../gateway/payments/pay.ts";
import { recordOf } from "../gateway/payments/settle.ts";
import type { Effect } from "../gateway/payments/transactions.ts";
import { NotPayableError, Refusal } from "../gateway/refusal.ts";
import type { Result } from "./action.ts";
import { type NamedOrder, orderNamed, orderToPay, waitingPayment } from "./named-order.ts";
import { readAmount } from "./parameters.ts";
import { type PayParams, payAsCustomer } from "./pay-as-customer.ts";

type Started = Result & NamedOrder;

export const completePayment = (
  gateway: Gateway,
  { uid, outcome }: { readonly uid: string; readonly outcome: Ending },
): Started => ({
  order: orderNamed(gateway, uid).order,
  notified: complete(gateway, uid, outcome).then(({ notified }) => notified),
});

/** Pays a token, a product or an order in place of the customer. Completes a payment that waits. @throws Refusal */
export const payOrder = (
  gateway: Gateway,
  { order: id, ...options }: PayParams & { readonly order: string },
  origin: string,
): Started => {
  const { store } = gateway;
  const { order, note } = store.products.has(id) ? {} : orderToPay(gateway, id);
  const isChosen = options.card !== undefined || options.method !== undefined;
  const uid = order && (billOf(store, order.id) ? order.id : isChosen ? undefined : waitingPayment(order));
  if (uid !== undefined) return { ...completePayment(gateway, { uid, outcome: "successful" }), note };
  const { token, paid } = payAsCustomer(gateway, order?.id ?? id, options, origin);
  return { ...orderNamed(gateway, token), note, notified: paid };
};

export const expire = (gateway: Gateway, id: string): Started => {
  const { order, note } = orderNamed(gateway, id);
  const notified = expireOrder(gateway, order.id).then((isExpired) => {
    const word = ORDER_KINDS[kindOf(order, gateway)].word.toLowerCase();
    if (!isExpired) throw new Refusal("not_possible", `The order cannot expire, because it is ${word}`);
  });
  return { order, note, notified };
};

/** Options of a chargeback. */
export interface ChargeBackOptions {
  /** Minor units. Default: the rest of the payment. At most this rest. */
  amount?: number | undefined;
  /** The reason. Default: `client request`. */
  reason?: string | undefined;
}

interface FollowUp extends Omit<ChargeBackOptions, "amount"> {
  readonly uid: string;
  readonly type: FollowUpType;
  /** Minor units, or a displayed amount. Default: the rest. */
  readonly amount?: number | string | undefined;
  readonly outcome?: "successful" | "failed" | undefined;
}

/** The processing code for a requested decline. */
const DECLINED = "05";

const REASONS = { refund: "Made on the local gateway", chargeback: "client request" };

/** Captures, voids, refunds or charges back. Allows several of them, up to the remaining amount. @throws NotPayableError */
export const followUp = (gateway: Gateway, { uid, type, amount, reason, outcome }: FollowUp): Effect => {
  const parent = recordOf(gateway, uid);
  const left = leftOf(parent, gateway.store);
  const { currency = "" } = parent.transaction;
  const minor = amount === undefined ? left : readAmount(amount, currency ?? "", left || undefined);
  const fields = {
    parent_uid: uid,
    amount: minor,
    duplicate_check: false,
    ...((type === "refund" || type === "chargeback") && { reason: reason ?? REASONS[type] }),
    ...(outcome === "failed" && { additional_data: { recipient: { expected_bank_code: DECLINED } } }),
  };
  const problems = problemsOfFollowUp(gateway, type, fields);
  if (problems.length === 0) return processFollowUp(gateway, type, fields);
  // A displayed amount is refused as it is displayed.
  if (typeof amount === "string" && minor > left) {
    const most = `At most ${formatAmount(left, currency, "en")} is left`;
    throw new NotPayableError(left > 0 ? most : "Nothing is left", "amount");
  }
  const reasons = problems.map(({ path, messages }) => `${path.join(".")} ${messages.join(", ")}`);
  const message = `The payment cannot be ${verbOf(type)}: ${reasons.join("; ")}`;
  throw new NotPayableError(message, problems[0]?.path.at(-1));
};
