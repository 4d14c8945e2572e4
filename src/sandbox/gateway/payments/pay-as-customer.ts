import type { Customer } from "../../../api/checkout/customer.ts";
import type { Open } from "../../../api/fields/primitives.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import type { CardPayment, MethodPayment } from "../cards/payment-input.ts";
import { findTestCard, type TestCardNumber } from "../cards/test-cards.ts";
import type { Gateway } from "../gateway.ts";
import { isAlternative, isCard } from "../transactions/offered-methods.ts";
import { createTokenForProduct } from "./create-token.ts";
import { complete, pay } from "./pay.ts";

/** What a customer enters besides the payment method. */
export interface CustomerInput {
  /** Customer data, as entered. */
  customer?: Customer | undefined;
  /** Values of custom fields, by their names: `{ custom_field_1: "…" }`. */
  customFields?: Record<string, string> | undefined;
}

/** A customer who pays by card. */
export interface PayByCard extends CustomerInput {
  /** Number of a test card. Default 4200000000000000, which succeeds. */
  card?: Open<TestCardNumber> | undefined;
  /** Cardholder's name. Default `KIM MULLER`. */
  holder?: string | undefined;
  /** True saves the card: its token comes back in the transaction. Default false. */
  saveCard?: boolean | undefined;
  /** Not given with a card. */
  method?: undefined;
}

/** A customer who pays by a wallet or an alternative method. */
export interface PayByMethod extends CustomerInput {
  /**
   * A method without a card. The wallets `apple_pay`, `google_pay` and `samsung_pay` succeed at once. Any other, such as
   * `erip`, is pending until `sandbox.complete` ends it. The token's `payment_method` must allow it.
   */
  method: Open<"apple_pay" | "google_pay" | "samsung_pay" | "erip">;
  /** Not given with a method. */
  card?: undefined;
  /** Not given with a method. */
  holder?: undefined;
  /** Not given with a method. */
  saveCard?: undefined;
}

/** What a customer enters on the payment page: a card, or another method. */
export type PayOptions = PayByCard | PayByMethod;

/** @throws TypeError, RangeError */
const readMethod = ({ method, card, holder, saveCard }: PayByMethod): MethodPayment => {
  if (typeof method !== "string") throw new TypeError("pay: method must be a string, such as erip");
  if (card !== undefined || holder !== undefined || saveCard !== undefined) {
    throw new TypeError("pay: card, holder and saveCard cannot be given together with method");
  }
  if (isCard(method)) throw new RangeError("pay: give the number of a test card as card, and no method");
  return { method, outcome: isAlternative(method) ? "pending" : "successful" };
};

/** A payment with a test card that is valid for two more years. @throws RangeError */
export const toCardPayment = (options: PayByCard, now: Date): CardPayment => {
  const { card: number = "4200000000000000", holder = "KIM MULLER", saveCard } = options;
  const card = findTestCard(number);
  if (!card) throw new RangeError("pay: card must be the number of a test card, such as 4200000000000000");
  return { card, holder, expMonth: 12, expYear: now.getFullYear() + 2, saveCard };
};

/**
 * Pays as the page would, and passes a 3-D Secure challenge.
 *
 * @throws TypeError, RangeError, NotPayableError
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
