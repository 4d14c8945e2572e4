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
import { currency, filled, httpUrl, pageUrl, required, text, textUpTo } from "../fields/text.ts";

const cardToChargeFields = () => ({
  /** Card token, from `transaction.credit_card.token` of the payment that saved the card. Required. */
  token: filled,
  /** True charges without 3-D Secure, if the gateway allows it for the shop. Default false. */
  skip_three_d_secure_verification: optional(flag),
});

/**
 * The saved card to charge. The SDK refuses a card number or security code, because a server that handles them has more
 * duties under PCI DSS. Source: gateway documentation, "Payments with a saved card".
 */
export interface CardToCharge extends Infer<typeof cardToChargeFields>, Named {}

const cardCustomerFields = () => ({
  /** IP address of the customer. Default: none. */
  ip: optional(text),
  /** Email address. Default: none. */
  email: optional(text),
  /** Date of birth, `YYYY-MM-DD`. Default: none. */
  birth_date: customerSchema.shape.birth_date,
  /** Identifier of the customer's device. Default: none. */
  device_id: optional(text),
});

/** The customer whose card is charged. Source: gateway documentation, "Payments with a saved card". */
export interface CardCustomer extends Infer<typeof cardCustomerFields>, Named {}

const BILLING = ["first_name", "last_name", "address", "city", "state", "zip", "country", "phone"] as const;

/** The billing address of a card. Source: gateway documentation, "Payments with a saved card". */
export interface BillingAddress extends Pick<Customer, (typeof BILLING)[number]> {}

const ORDER_DATA = ["receipt_text", "contract", "card_on_file"] as const;

const cardPaymentDataFields = () => ({
  /** Your own data. Default: none. */
  meta: optional(anyObject),
});

/** Additional data of a payment with a saved card. Source: gateway documentation, "Payments with a saved card". */
export interface CardPaymentData
  extends Pick<AdditionalData, (typeof ORDER_DATA)[number]>,
    Infer<typeof cardPaymentDataFields> {}

const savedCardPaymentParamsFields = () => ({
  /** Amount in minor units: 3245 is 32.45. Required. 1 or more. */
  amount: positiveAmount,
  /** Currency, ISO 4217 alpha-3. Required. */
  currency: required(currency),
  /** Description of the order. Required. */
  description: filled,
  /**
   * Your identifier. Use a different one for each transaction, so that you can find the transaction after a lost
   * response. Default: none. At most 255 characters.
   */
  tracking_id: optional(textUpTo(255)),
  /** Language of messages and of the 3-D Secure page. Default: the gateway's. */
  language: optional(text),
  /** True for a test transaction, which moves no money. Default false. */
  test: optional(flag),
  /** True makes the gateway refuse the same card and amount within seconds. Default true. */
  duplicate_check: optional(flag),
  /** Absolute http or https URL that receives the notifications. Default: none. */
  notification_url: optional(httpUrl),
  /**
   * Absolute URL to which the customer returns after 3-D Secure. Default: none. The scheme is http, https or an app's.
   */
  return_url: optional(pageUrl),
  /** The saved card. Required. */
  credit_card: cardToChargeSchema,
  /** The customer. Default: none. */
  customer: optional(cardCustomerSchema),
  /** The card's billing address. Default: none. */
  billing_address: optional(billingAddressSchema),
  /** Additional data. Default: none. */
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
      const advice = "card data is entered on the payment page; send the token of a saved card";
      refuse([field], broken(`must not be sent: ${advice}`, { code: "forbidden" }));
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
