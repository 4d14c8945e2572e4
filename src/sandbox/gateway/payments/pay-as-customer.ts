import type { Customer } from "../../../api/checkout/customer.ts";
import type { Open } from "../../../api/fields/primitives.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import type { CardPayment } from "../cards/card-payment.ts";
import { findTestCard, type TestCardNumber } from "../cards/test-cards.ts";
import type { Gateway } from "../gateway.ts";
import { kindOfMethod } from "../methods/methods.ts";
import { isCard } from "../methods/offered-methods.ts";
import type { MethodPayment } from "../methods/payment-input.ts";
import { createTokenForProduct } from "./create-token.ts";
import { complete, pay } from "./pay.ts";

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

/** @throws TypeError, RangeError */
const readMethod = ({ method, card, holder, saveCard }: PayByMethod): MethodPayment => {
  if (typeof method !== "string") throw new TypeError("pay: method must be a string, such as erip");
  if (card !== undefined || holder !== undefined || saveCard !== undefined) {
    throw new TypeError("pay: card, holder and saveCard cannot be used together with method");
  }
  if (isCard(method))
    throw new RangeError("pay: method cannot be a card. Use card with the number of a test card");
  return { method, outcome: kindOfMethod(method).outcomes[0] };
};

/** Creates a payment with a test card that expires in two years. @throws RangeError for an unknown card. */
export const toCardPayment = (options: PayByCard, now: Date): CardPayment => {
  const { card: number = "4200000000000000", holder = "KIM MULLER", saveCard } = options;
  const card = findTestCard(number);
  if (!card)
    throw new RangeError(
      "pay: card must be the number of a test card, such as 4200000000000000, or 4005550000000019, which is declined",
    );
  return { card, holder, expMonth: 12, expYear: now.getFullYear() + 2, saveCard };
};

/**
 * Pays as the page would, and confirms a 3-D Secure challenge.
 *
 * @throws TypeError or RangeError for a wrong option, NotPayableError if the token cannot be paid.
 */
export const payAsCustomer = async (
  gateway: Gateway,
  id: string,
  options: PayOptions,
  origin: string,
): Promise<Transaction> => {
  const { method, customer, customFields } = options;
  const paid = method === undefined ? toCardPayment(options, gateway.clock.now()) : readMethod(options);
  const input = { ...paid, customer: customer && { ...customer }, customFields };
  const token = gateway.store.products.has(id) ? createTokenForProduct(gateway, id, origin).token : id;
  const started = await pay(gateway, token, input);
  const { transaction, notified } =
    started.transaction.status === "incomplete"
      ? await complete(gateway, started.transaction.uid, "successful")
      : started;
  await notified;
  return transaction;
};
