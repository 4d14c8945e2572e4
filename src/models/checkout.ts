import { isGiven, isRecord } from "../values.ts";
import { type Customer, customerSchema } from "./customer.ts";
import { CUSTOMER_FIELDS } from "./customer-fields.ts";
import {
  flag,
  integer,
  type Open,
  type Optional,
  optional,
  type Section,
  type Shape,
  section,
} from "./fields/primitives.ts";
import { type Returned, type ReturnedValue, returned } from "./fields/returned.ts";
import { type Rule, withRules } from "./fields/rules.ts";
import { filled, oneOf, text } from "./fields/text.ts";
import { writing } from "./fields/writing.ts";
import { type Order, orderSchema, writeOrder } from "./order.ts";
import { type PaymentMethod, paymentMethodSchema } from "./payment-method.ts";
import { type Settings, settingsSchema, writeSettings } from "./settings.ts";
import { type Travel, travelSchema } from "./travel.ts";

/** What a payment token is for. */
export type TransactionType = "authorization" | "payment" | "payout" | "tokenization" | "charge";

/** What a payment token is created from: what is under the key `checkout`. Source: API reference, "checkout". */
export interface CheckoutCreateParams {
  /** What the customer's payment does. Required. */
  transaction_type: TransactionType;
  /** Number of payment attempts. Default 1. */
  attempts?: Optional<number>;
  /** Text for the cardholder's statement. */
  dynamic_billing_descriptor?: Optional<string>;
  /** True for a test transaction. Default false. */
  test?: Optional<boolean>;
  /** When true, transitions to external services open inside the widget where possible. Default false. */
  iframe?: Optional<boolean>;
  /** How the payment page looks and where it leads. */
  settings?: Optional<Settings>;
  /** What is paid for. Required. */
  order: Order;
  /** Who pays. Which of its fields are required depends on the integration. */
  customer?: Optional<Customer>;
  /** Which payment methods are offered. */
  payment_method?: Optional<PaymentMethod>;
  /** Travel data. */
  travel?: Optional<Travel>;
}

/**
 * The request that the answers about a payment token replicate: null, or no field, for what was not sent. Source: API
 * reference, "Payment token response".
 */
export interface ReplicatedCheckout {
  /** What the customer's payment does. */
  transaction_type?: Optional<Open<TransactionType>>;
  /** Number of payment attempts. */
  attempts?: Optional<number>;
  /** Text for the cardholder's statement. */
  dynamic_billing_descriptor?: Optional<string>;
  /** True for a test transaction: no money moves. */
  test?: Optional<boolean>;
  /** Whether transitions to external services open inside the widget where possible. */
  iframe?: Optional<boolean>;
  /** How the payment page looks and where it leads. */
  settings?: Optional<Returned<Settings>>;
  /** What is paid for. */
  order?: Optional<Returned<Order>>;
  /** Who pays. */
  customer?: Optional<Returned<Customer>>;
  /** Which payment methods are offered. */
  payment_method?: Optional<ReturnedValue<PaymentMethod>>;
  /** Travel data. */
  travel?: Optional<Returned<Travel>>;
}

/** A payment token, and the request replicated. Source: API reference, "Payment token response". */
export interface Checkout extends ReplicatedCheckout {
  /** Payment token, for the widget and the hosted payment page. */
  token: string;
  /** Address where the customer pays. */
  redirect_url: string;
}

const readOnlyFieldWithoutAValue: Rule<CheckoutCreateParams> = ({ settings, customer }, refuse) => {
  const fields = isRecord(settings) && settings["customer_fields"];
  const readOnly = isRecord(fields) && fields["read_only"];
  if (!Array.isArray(readOnly)) return;
  for (const field of CUSTOMER_FIELDS) {
    if (readOnly.includes(field) && !(isRecord(customer) && isGiven(customer[field]))) {
      refuse(["customer", field], "is required by settings.customer_fields.read_only");
    }
  }
};

/** The zod model of {@link CheckoutCreateParams}. */
export const checkoutCreateParamsSchema: Section<CheckoutCreateParams> = withRules(
  section({
    transaction_type: oneOf(["authorization", "payment", "payout", "tokenization", "charge"]),
    attempts: optional(integer),
    dynamic_billing_descriptor: optional(text),
    test: optional(flag),
    iframe: optional(flag),
    settings: optional(settingsSchema),
    order: orderSchema,
    customer: optional(customerSchema),
    payment_method: optional(paymentMethodSchema),
    travel: optional(travelSchema),
  } satisfies Shape<CheckoutCreateParams>),
  readOnlyFieldWithoutAValue,
);

export const replicatedFields = {
  transaction_type: optional(text),
  attempts: optional(integer),
  dynamic_billing_descriptor: optional(text),
  test: optional(flag),
  iframe: optional(flag),
  settings: optional(returned(settingsSchema)),
  order: optional(returned(orderSchema)),
  customer: optional(returned(customerSchema)),
  payment_method: optional(returned(paymentMethodSchema)),
  travel: optional(returned(travelSchema)),
} satisfies Shape<ReplicatedCheckout>;

/** The zod model of {@link Checkout}. */
export const checkoutSchema: Section<Checkout> = section({
  ...replicatedFields,
  token: filled,
  redirect_url: filled,
} satisfies Shape<Checkout>);

/** The parameters as the wire carries them. */
export const writeCheckout = writing({ order: writeOrder, settings: writeSettings });
