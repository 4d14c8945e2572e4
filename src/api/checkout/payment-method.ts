import {
  type Infer,
  type Model,
  type Named,
  type Open,
  type Optional,
  optional,
  readonlyList,
  type Section,
  section,
  unchecked,
  type WithOthers,
} from "../fields/primitives.ts";
import { text } from "../fields/text.ts";

const savedCardFields = () => ({
  /** Card token. The payment page displays its data. */
  token: optional(text),
});

/** A saved card. Source: API reference, "payment_method". */
export interface SavedCard extends Infer<typeof savedCardFields>, Named {}

const eripFields = () => ({
  /** The order's number. */
  order_id: unchecked<Optional<string | number>>(),
  /** The account to pay for. */
  account_number: unchecked<Optional<string | number>>(),
  /** The service's number. */
  service_no: unchecked<Optional<string | number>>(),
  /** Lines that describe the service. */
  service_info: unchecked<Optional<readonly string[]>>(),
});

/** Parameters of the method `erip`. They are sent unchecked. */
export interface Erip extends Infer<typeof eripFields>, Named {}

/** The type of a payment method: `credit_card`, `erip`, or that of another alternative method. */
export type PaymentMethodType = Open<"credit_card" | "erip">;

/** A card brand or a wallet. */
export type Brand = Open<"apple_pay" | "google_pay" | "samsung_pay">;

const methodType: Model<PaymentMethodType> = text;

const brand: Model<Brand> = text;

const paymentMethodFields = () => ({
  /**
   * Methods offered: `credit_card` and the types of alternative methods. Default: all enabled methods. Wallets for phones
   * are displayed depending on device and browser.
   */
  types: optional(readonlyList(methodType)),
  /** Methods not offered. Ignored if `types` is sent too. */
  excluded_types: optional(readonlyList(methodType)),
  /** Card brands and wallets (`apple_pay`, `google_pay`, `samsung_pay`) that are hidden and refused. */
  excluded_brands: optional(readonlyList(brand)),
  /** A saved card. */
  credit_card: optional(savedCardSchema),
  /** Parameters of the method `erip`. The fields: gateway documentation. */
  erip: optional(eripSchema),
});

/** The payment methods offered. Source: API reference, "payment_method". */
export interface PaymentMethodFields extends Infer<typeof paymentMethodFields>, Named {}

/**
 * The payment methods offered. The parameters of another method are an object with the method's type as its key, next
 * to these fields.
 */
export type PaymentMethod = WithOthers<PaymentMethodFields>;

/** The zod model of {@link SavedCard}. */
export const savedCardSchema: Section<SavedCard> = section(savedCardFields);

/** The zod model of {@link Erip}. */
export const eripSchema: Section<Erip> = section(eripFields);

/** The zod model of {@link PaymentMethod}. */
export const paymentMethodSchema: Section<PaymentMethod, PaymentMethodFields> = section(paymentMethodFields);
