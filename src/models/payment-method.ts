import { list, type Model, type Optional, optional, type Shape, section, text } from "./primitives.ts";

/** A saved card. Source: API reference, "payment_method". */
export interface SavedCard {
  /** Card token. The payment page displays its data. */
  token?: Optional<string>;
}

/**
 * Which payment methods are offered. A method that needs parameters of its own gets an object keyed by its
 * type's name, beside these fields. Source: API reference, "payment_method".
 */
export interface PaymentMethod {
  /** Methods offered: `credit_card` and the types of alternative methods. Default: all that are enabled. */
  types?: Optional<string[]>;
  /** Methods removed from the offer. Ignored when `types` is sent too. */
  excluded_types?: Optional<string[]>;
  /** Card brands and wallets (`apple_pay`, `google_pay`, `samsung_pay`) that are hidden and unusable. */
  excluded_brands?: Optional<string[]>;
  /** A saved card. */
  credit_card?: Optional<SavedCard>;
}

const savedCardSchema: Model<SavedCard> = section({
  token: optional(text),
} satisfies Shape<SavedCard>);

/** The zod model of {@link PaymentMethod}. */
export const paymentMethodSchema: Model<PaymentMethod> = section({
  types: optional(list(text)),
  excluded_types: optional(list(text)),
  excluded_brands: optional(list(text)),
  credit_card: optional(savedCardSchema),
} satisfies Shape<PaymentMethod>);
