import * as z from "zod/mini";
import type { Customer } from "../../api/checkout/customer.ts";
import type { Open } from "../../api/fields/primitives.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import type { FollowUpType } from "../../api/transactions/transaction-type.ts";
import { namesOf } from "../../shared/values.ts";
import { waitingPayment } from "../explain/next-steps.ts";
import { viewOf } from "../explain/order-view.ts";
import { formatAmount } from "../format-amount.ts";
import { type CardPayment, findTestCard, type TestCardNumber } from "../gateway/cards/test-cards.ts";
import { type Gateway, NotPayableError, Refusal } from "../gateway/gateway.ts";
import { isCard, kindOfMethod, type MethodPayment } from "../gateway/methods/methods.ts";
import { billRecordOf } from "../gateway/orders/store.ts";
import { expireOrder } from "../gateway/payments/bills.ts";
import {
  FOLLOW_UP_OUTCOMES,
  leftOf,
  problemsOfFollowUp,
  processFollowUp,
} from "../gateway/payments/follow-ups.ts";
import { complete, pay, recordOf } from "../gateway/payments/pay.ts";
import { createTokenForProduct } from "../gateway/payments/requests.ts";
import { type Effect, type Ending, whenNotified } from "../gateway/payments/transactions.ts";
import { wordsOf } from "../gateway/payments/words.ts";
import type { Result } from "./action.ts";
import { type NamedOrder, orderNamed, orderToPay, uidNamed } from "./orders.ts";
import { amountParam, oneOf, readAmount, text, uidOfPayment } from "./parameters.ts";

/** The customer's entries in addition to the payment method. */
export interface CustomerInput {
  /** Customer data, as a customer would enter them. */
  customer?: Customer | undefined;
  /** Values of custom fields by name, such as `{ custom_field_1: "…" }`. */
  customFields?: Record<string, string> | undefined;
}

/** A payment by card. */
export interface PayByCard extends CustomerInput {
  /** Number of a test card. Default 4200000000000000, which succeeds. */
  card?: Open<TestCardNumber> | undefined;
  /** Cardholder's name. Default `KIM MULLER`. */
  holder?: string | undefined;
  /** Whether to save the card. The transaction then contains the card's token. Default: false. */
  saveCard?: boolean | undefined;
  /** Not used with a card. */
  method?: undefined;
}

/** A payment by a wallet or an alternative method. */
export interface PayByMethod extends CustomerInput {
  /**
   * A method without a card. A wallet, such as `google_pay`, succeeds immediately. Any other method, such as `erip`, is
   * pending until you call `sandbox.complete`. The token's `payment_method` must allow it.
   */
  method: Open<"apple_pay" | "google_pay" | "samsung_pay" | "erip">;
  /** Not given with a method. */
  card?: undefined;
  /** Not used with a method. */
  holder?: undefined;
  /** Not used with a method. */
  saveCard?: undefined;
}

/** The customer's entries on the payment page, with a card or another method. */
export type PayOptions = PayByCard | PayByMethod;

/** Unchecked options, and the first state of a payment without a card. Default: the method's first outcome. */
export interface PayParams extends Pick<PayByCard, "holder" | "saveCard" | "customFields"> {
  readonly card?: string | undefined;
  readonly method?: string | undefined;
  readonly outcome?: string | undefined;
  readonly customer?: object | undefined;
}

/** @throws Refusal */
const readMethod = (method: string, { card, holder, saveCard, outcome }: PayParams): MethodPayment => {
  const refuse = (code: "wrong_type" | "wrong_value", field: string, message: string): never => {
    throw new Refusal(code, message, field);
  };
  if (typeof method !== "string") refuse("wrong_type", "method", "method must be a string, such as erip");
  if (card !== undefined || holder !== undefined || saveCard !== undefined)
    refuse("wrong_type", "card", "card, holder and saveCard cannot be used together with method");
  if (isCard(method))
    refuse("wrong_value", "method", "method cannot be a card. Use card with the number of a test card");
  const { outcomes } = kindOfMethod(method);
  const chosen = outcome === undefined ? outcomes[0] : outcomes.find((possible) => possible === outcome);
  return chosen
    ? { method, outcome: chosen }
    : refuse("wrong_value", "outcome", `outcome must be ${outcomes.join(" or ")} for ${method}`);
};

/** Creates a payment with a test card that expires in two years. @throws Refusal for an unknown card. */
export const toCardPayment = (options: PayParams, now: Date): CardPayment => {
  const { card: number = "4200000000000000", holder = "KIM MULLER", saveCard } = options;
  const card = findTestCard(number);
  if (!card)
    throw new Refusal(
      "wrong_value",
      "card must be the number of a test card, such as 4200000000000000, or 4005550000000019, which is declined",
      "card",
    );
  return { card, holder, expMonth: 12, expYear: now.getFullYear() + 2, saveCard };
};

/**
 * Pays a token, or a product by its payment link, as the page would. Confirms a 3-D Secure challenge or the page of a wallet,
 * unless `outcome` is given.
 *
 * @throws Refusal for a wrong option.
 * @returns The payment token, and the payment after the shop's answer. Rejects with a NotPayableError.
 */
export const payAsCustomer = (
  gateway: Gateway,
  id: string,
  options: PayParams,
  origin: string,
): { readonly token: string; readonly paid: Promise<Transaction> } => {
  const { method, outcome, customer, customFields } = options;
  const how =
    method === undefined ? toCardPayment(options, gateway.clock.now()) : readMethod(method, options);
  const input = { ...how, customer: customer && { ...customer }, customFields };
  const token = gateway.store.products.has(id) ? createTokenForProduct(gateway, id, origin).token : id;
  const payAndConfirm = async (): Promise<Transaction> => {
    const started = await pay(gateway, token, input);
    const isOpen = started.transaction.status === "incomplete" && outcome === undefined;
    return whenNotified(isOpen ? await complete(gateway, started.transaction.uid, "successful") : started);
  };
  return { token, paid: payAndConfirm() };
};

type Started = Result & NamedOrder;

export const completePayment = (
  gateway: Gateway,
  { uid: given, outcome }: { readonly uid: string; readonly outcome: Ending },
): Started => {
  const uid = uidNamed(gateway, given);
  return {
    order: orderNamed(gateway, uid).order,
    notified: complete(gateway, uid, outcome).then(({ notified }) => notified),
  };
};

export const payOrder = (
  gateway: Gateway,
  { order: id, ...options }: PayParams & { readonly order: string },
  origin: string,
): Started => {
  const { store } = gateway;
  const { order, note } = store.products.has(id) ? {} : orderToPay(gateway, id);
  const isChosen = options.card !== undefined || options.method !== undefined;
  const uid =
    order && (billRecordOf(store, order.id) ? order.id : isChosen ? undefined : waitingPayment(order));
  if (uid !== undefined) return { ...completePayment(gateway, { uid, outcome: "successful" }), note };
  const { token, paid } = payAsCustomer(gateway, order?.id ?? id, options, origin);
  return { ...orderNamed(gateway, token), note, notified: paid };
};

export const expire = (gateway: Gateway, id: string): Started => {
  const { order, note } = orderNamed(gateway, id);
  const notified = expireOrder(gateway, order.id).then((isExpired) => {
    if (isExpired) return;
    const { outcome } = viewOf(order, gateway);
    throw new Refusal("not_possible", `The order cannot expire, because it is ${outcome.toLowerCase()}`);
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

export const followUpParams = z.strictObject({
  uid: uidOfPayment,
  /** Default: the rest. */
  amount: z.optional(amountParam),
  reason: z.optional(text),
  outcome: z.optional(oneOf(namesOf(FOLLOW_UP_OUTCOMES))),
});

type FollowUp = z.infer<typeof followUpParams> & { readonly type: FollowUpType };

const REASONS = { refund: "Made on the local gateway", chargeback: "client request" };

/** Captures, voids, refunds or charges back. Allows several of them, up to the remaining amount. @throws NotPayableError */
export const makeFollowUp = (
  gateway: Gateway,
  { uid, type, amount, reason, outcome = "successful" }: FollowUp,
): Effect => {
  const parent = recordOf(gateway, uid);
  const left = leftOf(parent, gateway.store);
  const { currency = "" } = parent.transaction;
  const minor = amount === undefined ? left : readAmount(amount, currency ?? "", left || undefined);
  const { code } = FOLLOW_UP_OUTCOMES[outcome];
  const fields = {
    parent_uid: uid,
    amount: minor,
    duplicate_check: false,
    ...((type === "refund" || type === "chargeback") && { reason: reason ?? REASONS[type] }),
    ...(code !== undefined && { additional_data: { recipient: { expected_bank_code: code } } }),
  };
  const problems = problemsOfFollowUp(gateway, type, fields);
  if (problems.length === 0) return processFollowUp(gateway, type, fields);
  // A displayed amount is refused as it is displayed.
  if (typeof amount === "string" && minor > left) {
    const most = `At most ${formatAmount(left, currency)} is left`;
    throw new NotPayableError(left > 0 ? most : "Nothing is left", "amount");
  }
  const reasons = problems.map(({ path, messages }) => `${path.join(".")} ${messages.join(", ")}`);
  const message = `The payment cannot be ${wordsOf(type).done}: ${reasons.join("; ")}`;
  throw new NotPayableError(message, problems[0]?.path.at(-1));
};

/** Does the same as an action of the order. */
export const followUp = (gateway: Gateway, params: FollowUp): Started => {
  const uid = uidNamed(gateway, params.uid);
  const { notified } = makeFollowUp(gateway, { ...params, uid });
  return { ...orderNamed(gateway, uid), notified };
};
