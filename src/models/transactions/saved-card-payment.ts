import { isGiven } from "../../shared/values.ts";
import { type AdditionalData, additionalDataSchema } from "../checkout/additional-data.ts";
import { type Customer, customerSchema } from "../checkout/customer.ts";
import { type Amount, positiveAmount } from "../fields/amount.ts";
import {
  anyObject,
  flag,
  type Optional,
  optional,
  type Section,
  type Shape,
  section,
} from "../fields/primitives.ts";
import { broken, type Rule, withRules } from "../fields/rules.ts";
import { currency, filled, httpUrl, pageUrl, required, text, textUpTo } from "../fields/text.ts";

/**
 * The saved card to charge. A card number or security code is refused: with one you would be in the scope of the card
 * industry's rules (PCI DSS), and the payment page is there to keep you out of it. Source: gateway documentation,
 * "Payments with a saved card".
 */
export interface CardToCharge {
  /** Card token, from `transaction.credit_card.token` of the payment that saved the card. Required. */
  token: string;
  /** True charges without 3-D Secure, if the shop is allowed to. */
  skip_three_d_secure_verification?: Optional<boolean>;
}

/** The customer whose card is charged. Source: gateway documentation, "Payments with a saved card". */
export interface CardCustomer {
  /** IP address of the customer. */
  ip?: Optional<string>;
  /** Email address. */
  email?: Optional<string>;
  /** Date of birth, `YYYY-MM-DD`. */
  birth_date?: Optional<string>;
  /** Identifier of the customer's device. */
  device_id?: Optional<string>;
}

/** The billing address of a card. Source: gateway documentation, "Payments with a saved card". */
export interface BillingAddress
  extends Pick<
    Customer,
    "first_name" | "last_name" | "address" | "city" | "state" | "zip" | "country" | "phone"
  > {}

/** Additional data of a payment with a saved card. Source: gateway documentation, "Payments with a saved card". */
export interface CardPaymentData extends Pick<AdditionalData, "receipt_text" | "contract" | "card_on_file"> {
  /** The merchant's own data. */
  meta?: Optional<object>;
}

/**
 * Parameters of a payment or an authorization with a saved card. Source: gateway documentation, "Payments with a saved
 * card".
 */
export interface SavedCardPaymentParams {
  /** Minor units, 1 or more: 3245 is 32.45. Required. */
  amount: Amount;
  /** Currency, ISO 4217 alpha-3. Required. */
  currency: string;
  /** What is paid for. Required. */
  description: string;
  /** The merchant's identifier, at most 255 characters. Should be unique for each transaction. */
  tracking_id?: Optional<string>;
  /** Language of messages, and of a 3-D Secure page. */
  language?: Optional<string>;
  /** True for a test transaction: no money moves. Default false. */
  test?: Optional<boolean>;
  /** True refuses the same card and amount within seconds. Default true. */
  duplicate_check?: Optional<boolean>;
  /** Absolute http or https URL that receives the transaction notification. */
  notification_url?: Optional<string>;
  /** Absolute URL to which the customer returns after 3-D Secure, http(s) or with the scheme of an app. */
  return_url?: Optional<string>;
  /** The saved card. Required. */
  credit_card: CardToCharge;
  /** The customer. */
  customer?: Optional<CardCustomer>;
  /** The card's billing address. */
  billing_address?: Optional<BillingAddress>;
  /** Additional data. */
  additional_data?: Optional<CardPaymentData>;
}

/** What the gateway takes beside or instead of a token from merchants who may process card data. */
export const CARD_DATA: readonly string[] = ["number", "verification_value"];

/** The message does not repeat the value, as no message does. */
const noCardData: Rule<CardToCharge> = (card, refuse) => {
  for (const field of CARD_DATA) {
    if (isGiven(Object(card)[field])) {
      const advice = "card data is entered on the payment page; send the token of a saved card";
      refuse([field], broken(`must not be sent: ${advice}`, { code: "forbidden" }));
    }
  }
};

/** The zod model of {@link CardToCharge} without its rule, for `z.pick`, `z.omit` and `z.partial`. */
export const cardToChargeFieldsSchema: Section<CardToCharge> = section(
  (): Shape<CardToCharge> => ({
    token: filled,
    skip_three_d_secure_verification: optional(flag),
  }),
);

/** The zod model of {@link CardToCharge}. */
export const cardToChargeSchema: Section<CardToCharge> = withRules(cardToChargeFieldsSchema, noCardData);

/** The zod model of {@link CardCustomer}. */
export const cardCustomerSchema: Section<CardCustomer> = section(
  (): Shape<CardCustomer> => ({
    ip: optional(text),
    email: optional(text),
    birth_date: customerSchema.shape.birth_date,
    device_id: optional(text),
  }),
);

/** The zod model of {@link BillingAddress}. */
export const billingAddressSchema: Section<BillingAddress> = section(
  (): Shape<BillingAddress> => ({
    first_name: optional(text),
    last_name: optional(text),
    address: optional(text),
    city: optional(text),
    state: optional(text),
    zip: optional(text),
    country: customerSchema.shape.country,
    phone: optional(text),
  }),
);

/** The zod model of {@link CardPaymentData}. */
export const cardPaymentDataSchema: Section<CardPaymentData> = section((): Shape<CardPaymentData> => {
  const { receipt_text, contract, card_on_file } = additionalDataSchema.shape;
  return { receipt_text, contract, card_on_file, meta: optional(anyObject) };
});

/** The zod model of {@link SavedCardPaymentParams}. */
export const savedCardPaymentParamsSchema: Section<SavedCardPaymentParams> = section(
  (): Shape<SavedCardPaymentParams> => ({
    amount: positiveAmount,
    currency: required(currency),
    description: filled,
    tracking_id: optional(textUpTo(255)),
    language: optional(text),
    test: optional(flag),
    duplicate_check: optional(flag),
    notification_url: optional(httpUrl),
    return_url: optional(pageUrl),
    credit_card: cardToChargeSchema,
    customer: optional(cardCustomerSchema),
    billing_address: optional(billingAddressSchema),
    additional_data: optional(cardPaymentDataSchema),
  }),
);
