import { isGiven } from "../../shared/values.ts";
import { type AdditionalData, additionalDataSchema } from "../checkout/additional-data.ts";
import { type Customer, customerSchema } from "../checkout/customer.ts";
import { positiveAmount } from "../fields/amount.ts";
import {
  anyObject,
  flag,
  type Infer,
  type Named,
  optional,
  pick,
  type Section,
  section,
} from "../fields/primitives.ts";
import { broken, type Rule, withRules } from "../fields/rules.ts";
import { currency, filled, httpUrl, language, pageUrl, required, text, textUpTo } from "../fields/text.ts";

const cardToChargeFields = () => ({
  /**
   * Card token, from `transaction.credit_card.token` of the payment that saved the card. Required. Source: gateway
   * documentation.
   */
  token: filled,
  /**
   * True charges without 3-D Secure, if the gateway allows it for the shop. Default false. Source: gateway
   * documentation.
   */
  skip_three_d_secure_verification: optional(flag),
});

/**
 * The saved card to charge. The SDK refuses a card number or security code, because a server that handles them has more
 * duties under PCI DSS. Source: gateway documentation, "Payments with a saved card".
 */
export interface CardToCharge extends Infer<typeof cardToChargeFields>, Named {}

const cardCustomerFields = () => ({
  /** IP address of the customer. Source: gateway documentation. */
  ip: optional(text),
  /** Email address. Source: gateway documentation. */
  email: optional(text),
  /** Date of birth, `YYYY-MM-DD`. Source: gateway documentation. */
  birth_date: customerSchema.shape.birth_date,
  /** Identifier of the customer's device. Source: gateway documentation. */
  device_id: optional(text),
});

/** The customer whose card is charged. Source: gateway documentation, "Payments with a saved card". */
export interface CardCustomer extends Infer<typeof cardCustomerFields>, Named {}

const BILLING = ["first_name", "last_name", "address", "city", "state", "zip", "country", "phone"] as const;

/** The billing address of a card. Source: gateway documentation, "Payments with a saved card". */
export interface BillingAddress extends Pick<Customer, (typeof BILLING)[number]> {}

const ORDER_DATA = ["receipt_text", "contract", "card_on_file"] as const;

const cardPaymentDataFields = () => ({
  /** Your own data. Source: gateway documentation. */
  meta: optional(anyObject),
});

/** Additional data of a payment with a saved card. Source: gateway documentation, "Payments with a saved card". */
export interface CardPaymentData
  extends Pick<AdditionalData, (typeof ORDER_DATA)[number]>,
    Infer<typeof cardPaymentDataFields> {}

const savedCardPaymentParamsFields = () => ({
  /** Amount in minor units: 3245 is 32.45. Required. 1 or more. Source: gateway documentation. */
  amount: positiveAmount,
  /** Currency, ISO 4217 alpha-3. Required. Source: gateway documentation. */
  currency: required(currency),
  /** Description of the order. Required. Source: gateway documentation. */
  description: filled,
  /**
   * Your identifier. Use a different one for each transaction, so that you can find the transaction after a lost
   * response. At most 255 characters. Source: gateway documentation.
   */
  tracking_id: optional(textUpTo(255)),
  /** Language of messages and of the 3-D Secure page. Source: gateway documentation. */
  language: optional(language),
  /** True for a test transaction, which moves no money. Default false. Source: gateway documentation. */
  test: optional(flag),
  /**
   * True makes the gateway refuse the same card and amount within seconds. Default true. Source: gateway documentation.
   */
  duplicate_check: optional(flag),
  /** Absolute http or https URL that receives the notifications. Source: gateway documentation. */
  notification_url: optional(httpUrl),
  /**
   * Absolute URL to which the customer returns after 3-D Secure. The scheme is http, https or an app's. Source: gateway
   * documentation.
   */
  return_url: optional(pageUrl),
  /** The saved card. Required. Source: gateway documentation. */
  credit_card: cardToChargeSchema,
  /** The customer. Source: gateway documentation. */
  customer: optional(cardCustomerSchema),
  /** The card's billing address. Source: gateway documentation. */
  billing_address: optional(billingAddressSchema),
  /** Additional data. Source: gateway documentation. */
  additional_data: optional(cardPaymentDataSchema),
});

/**
 * Parameters of a payment or an authorization with a saved card. Source: gateway documentation, "Payments with a saved
 * card".
 */
export interface SavedCardPaymentParams extends Infer<typeof savedCardPaymentParamsFields>, Named {}

/** Fields with card data, which the gateway accepts only from merchants who may process card data. */
export const CARD_DATA: readonly string[] = ["number", "verification_value"];

/** The message must not repeat the value. */
const noCardData: Rule<CardToCharge> = (card, refuse) => {
  for (const field of CARD_DATA) {
    if (isGiven(Object(card)[field])) {
      const advice = "because customers enter card data on the payment page. Send the token of a saved card";
      refuse([field], broken(`must not be sent, ${advice}`, { code: "forbidden" }));
    }
  }
};

/** The zod model of {@link CardToCharge} without its rule, for `z.pick`, `z.omit` and `z.partial`. */
export const cardToChargeFieldsSchema: Section<CardToCharge> = section(cardToChargeFields);

/** The zod model of {@link CardToCharge}. */
export const cardToChargeSchema: Section<CardToCharge> = withRules(cardToChargeFieldsSchema, noCardData);

/** The zod model of {@link CardCustomer}. */
export const cardCustomerSchema: Section<CardCustomer> = section(cardCustomerFields);

/** The zod model of {@link BillingAddress}. */
export const billingAddressSchema: Section<BillingAddress> = section(() =>
  pick(customerSchema.shape, BILLING),
);

/** The zod model of {@link CardPaymentData}. */
export const cardPaymentDataSchema: Section<CardPaymentData> = section(() => ({
  ...pick(additionalDataSchema.shape, ORDER_DATA),
  ...cardPaymentDataFields(),
}));

/** The zod model of {@link SavedCardPaymentParams}. */
export const savedCardPaymentParamsSchema: Section<SavedCardPaymentParams> = section(
  savedCardPaymentParamsFields,
);
