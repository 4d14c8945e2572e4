import {
  type Open,
  type Optional,
  optional,
  readonlyList,
  type Section,
  type Shape,
  section,
  unchecked,
  type WithOthers,
} from "../fields/primitives.ts";
import { text } from "../fields/text.ts";

/** A saved card. Source: API reference, "payment_method". */
export interface SavedCard {
  /** Card token. The payment page displays its data. */
  token?: Optional<string>;
}

/** Parameters of the method `erip`. They are sent unchecked. */
export interface Erip {
  /** The order's number. */
  order_id?: string | number | null | undefined;
  /** The account to pay for. */
  account_number?: string | number | null | undefined;
  /** The service's number. */
  service_no?: string | number | null | undefined;
  /** Lines that describe the service. */
  service_info?: Optional<readonly string[]>;
}

/** The type of a payment method: `credit_card`, `erip`, or that of another alternative method. */
export type PaymentMethodType = Open<"credit_card" | "erip">;

/** A card brand or a wallet. */
export type Brand = Open<"apple_pay" | "google_pay" | "samsung_pay">;

/** The payment methods offered. Source: API reference, "payment_method". */
export interface PaymentMethodFields {
  /**
   * Methods offered: `credit_card` and the types of alternative methods. Default: all enabled methods. Wallets for phones
   * are displayed depending on device and browser.
   */
  types?: Optional<readonly PaymentMethodType[]>;
  /** Methods not offered. Ignored if `types` is sent too. */
  excluded_types?: Optional<readonly PaymentMethodType[]>;
  /** Card brands and wallets (`apple_pay`, `google_pay`, `samsung_pay`) that are hidden and refused. */
  excluded_brands?: Optional<readonly Brand[]>;
  /** A saved card. */
  credit_card?: Optional<SavedCard>;
  /** Parameters of the method `erip`. The fields: gateway documentation. */
  erip?: Optional<Erip>;
}

/**
 * The payment methods offered. The parameters of another method are an object with the method's type as its key, next
 * to these fields.
 */
export type PaymentMethod = WithOthers<PaymentMethodFields>;

/** The zod model of {@link SavedCard}. */
export const savedCardSchema: Section<SavedCard> = section(
  (): Shape<SavedCard> => ({
    token: optional(text),
  }),
);

/** The zod model of {@link Erip}. */
export const eripSchema: Section<Erip> = section(
  (): Shape<Erip> => ({
    order_id: unchecked(),
    account_number: unchecked(),
    service_no: unchecked(),
    service_info: unchecked(),
  }),
);

/** The zod model of {@link PaymentMethod}. */
export const paymentMethodSchema: Section<PaymentMethod, PaymentMethodFields> = section(
  (): Shape<PaymentMethodFields> => ({
    types: optional(readonlyList(text)),
    excluded_types: optional(readonlyList(text)),
    excluded_brands: optional(readonlyList(text)),
    credit_card: optional(savedCardSchema),
    erip: optional(eripSchema),
  }),
);
