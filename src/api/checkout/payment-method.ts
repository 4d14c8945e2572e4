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
  /** Number of the order. Source: gateway documentation. */
  order_id: unchecked<Optional<string | number>>(),
  /** The number that the customer enters to find the bill. Source: gateway documentation. */
  account_number: unchecked<Optional<string | number>>(),
  /** Number of the service. Source: gateway documentation. */
  service_no: unchecked<Optional<string | number>>(),
  /** Lines that describe the service. Source: gateway documentation. */
  service_info: unchecked<Optional<readonly string[]>>(),
});

/** Parameters of the method `erip`, which are sent unchecked. Source: gateway documentation. */
export interface Erip extends Infer<typeof eripFields>, Named {}

/** The type of a payment method, such as `credit_card`, `erip` or another alternative method. */
export type PaymentMethodType = Open<"credit_card" | "erip">;

/** A card brand or a wallet. Source of the card brands: gateway documentation, "Test cards", and public clients. */
export type Brand = Open<
  "visa" | "master" | "maestro" | "amex" | "belkart" | "apple_pay" | "google_pay" | "samsung_pay"
>;

const methodType: Model<PaymentMethodType> = text;

const brand: Model<Brand> = text;

const paymentMethodFields = () => ({
  /**
   * Methods offered, `credit_card` and the types of alternative methods. Default: all enabled methods. Phone wallets
   * are displayed only on devices and browsers that support them.
   */
  types: optional(readonlyList(methodType)),
  /** Methods not offered. Default: none. Ignored if `types` is also sent. */
  excluded_types: optional(readonlyList(methodType)),
  /** Card brands and wallets (`apple_pay`, `google_pay`, `samsung_pay`) that are hidden and refused. Default: none. */
  excluded_brands: optional(readonlyList(brand)),
  /** A saved card. */
  credit_card: optional(savedCardSchema),
  /** Parameters of the method `erip`. Source of the fields: gateway documentation. */
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
