import type { Customer } from "../../../models/customer.ts";
import type { Transaction } from "../../../models/transaction.ts";
import { startFromProduct } from "../checkouts/start-checkout.ts";
import type { Shop } from "../shop.ts";
import type { PaymentInput } from "./payment-input.ts";
import { findTestCard } from "./test-cards.ts";

/** What a customer enters on the payment page. */
export interface PayOptions {
  /** Number of a test card. Default 4200000000000000, which succeeds. */
  card?: string | undefined;
  /** Cardholder's name. Default `KIM MULLER`. */
  holder?: string | undefined;
  /** True saves the card: its token comes back in the transaction. Default false. */
  saveCard?: boolean | undefined;
  /** Customer data, as entered. */
  customer?: Customer | undefined;
  /** Values of custom fields, by their names: `{ custom_field_1: "…" }`. */
  customFields?: Record<string, string> | undefined;
}

const toPaymentInput = (options: PayOptions, now: Date): PaymentInput => {
  const { card: number = "4200000000000000", holder = "KIM MULLER", saveCard, customFields } = options;
  const card = findTestCard(number);
  if (!card) throw new RangeError("pay: card must be the number of a test card, such as 4200000000000000");
  const customer = options.customer && { ...options.customer };
  return { card, holder, expMonth: 12, expYear: now.getFullYear() + 2, saveCard, customer, customFields };
};

/** Pays as the page would, and passes a 3-D Secure challenge. */
export const payAsCustomer = async (
  shop: Shop,
  id: string,
  options: PayOptions,
  origin: string,
): Promise<Transaction> => {
  const input = toPaymentInput(options, shop.clock.now());
  const token = shop.products.find(id) ? startFromProduct(shop, id, origin).token : id;
  const begun = await shop.payments.pay(token, input);
  const { transaction, notified } =
    begun.transaction.status === "incomplete"
      ? await shop.payments.complete(begun.transaction.uid, true)
      : begun;
  await notified;
  return transaction;
};
