import { isGiven, isRecord, namesOf } from "../../shared/values.ts";
import { count, readInteger } from "../fields/amount.ts";
import {
  flag,
  type Infer,
  type Model,
  type Named,
  type Open,
  type Optional,
  optional,
  type Section,
  type Shape,
  section,
} from "../fields/primitives.ts";
import { type Returned, type ReturnedValue, returned } from "../fields/returned.ts";
import { broken, type Rule, withRules } from "../fields/rules.ts";
import { filled, oneOf, text } from "../fields/text.ts";
import {
  COUNTRIES_WITH_STATES,
  type Customer,
  customerSchema,
  displayableFields,
  STATE_PATTERN,
} from "./customer.ts";
import { type Order, orderSchema } from "./order.ts";
import { type PaymentMethod, paymentMethodSchema } from "./payment-method.ts";
import { type Settings, settingsSchema } from "./settings.ts";
import { type Travel, travelSchema } from "./travel.ts";

/** The transaction that a payment token is created for. */
export type TransactionType = "authorization" | "payment" | "payout" | "tokenization" | "charge";

const transactionType: Model<TransactionType> = oneOf([
  "authorization",
  "payment",
  "payout",
  "tokenization",
  "charge",
]);

const checkoutCreateParamsFields = () => ({
  /** Type of the transaction. Required. */
  transaction_type: transactionType,
  /** Number of payment attempts, 1 or more. Default 1. */
  attempts: optional(count),
  /** Text for the cardholder's statement. */
  dynamic_billing_descriptor: optional(text),
  /** True for a test transaction. Default false. */
  test: optional(flag),
  /** True opens transitions to external services inside the widget where possible. Default false. */
  iframe: optional(flag),
  /** Appearance, addresses and behavior of the payment page. */
  settings: optional(settingsSchema),
  /** The order being paid for. Required. */
  order: orderSchema,
  /** The customer. Its required fields depend on the integration. */
  customer: optional(customerSchema),
  /** The payment methods offered. Default: all enabled methods. */
  payment_method: optional(paymentMethodSchema),
  /** Travel data. */
  travel: optional(travelSchema),
});

/** Parameters of a new payment token, which are sent under the key `checkout`. Source: API reference, "checkout". */
export interface CheckoutCreateParams extends Infer<typeof checkoutCreateParamsFields>, Named {}

/**
 * The request as responses about a payment token contain it. Fields that were not sent are null or missing. Source: API
 * reference, "Payment token response".
 */
export interface EchoedCheckout {
  /** Type of the transaction. */
  transaction_type?: Optional<Open<TransactionType>>;
  /** Number of payment attempts. */
  attempts?: Optional<number>;
  /** Text for the cardholder's statement. */
  dynamic_billing_descriptor?: Optional<string>;
  /** True for a test transaction, which moves no money. */
  test?: Optional<boolean>;
  /** Whether transitions to external services open inside the widget where possible. */
  iframe?: Optional<boolean>;
  /** Appearance, addresses and behavior of the payment page. */
  settings?: Optional<Returned<Settings>>;
  /** The order being paid for. */
  order?: Optional<Returned<Order>>;
  /** The customer. */
  customer?: Optional<Returned<Customer>>;
  /** The payment methods offered. */
  payment_method?: Optional<ReturnedValue<PaymentMethod>>;
  /** Travel data. */
  travel?: Optional<Returned<Travel>>;
}

const READ_ONLY = "settings.customer_fields.read_only";

const readOnlyFieldsHaveValues: Rule<CheckoutCreateParams> = ({ settings, customer }, refuse) => {
  const fields = isRecord(settings) && settings["customer_fields"];
  const readOnly = isRecord(fields) && fields["read_only"];
  if (!Array.isArray(readOnly)) return;
  for (const field of namesOf(displayableFields())) {
    if (readOnly.includes(field) && !(isRecord(customer) && isGiven(customer[field]))) {
      refuse(["customer", field], broken(`is required by ${READ_ONLY}`, { code: "required", by: READ_ONLY }));
    }
  }
};

/** A rule of the request, not of `customerSchema`, because zod cannot pick fields from an object with rules. */
const stateHasTwoLetters: Rule<CheckoutCreateParams> = ({ customer }, refuse) => {
  if (!isRecord(customer)) return;
  const { state, country } = customer;
  if (!COUNTRIES_WITH_STATES.includes(country) || typeof state !== "string" || !isGiven(state)) return;
  if (STATE_PATTERN.test(state)) return;
  const params = { code: "format", format: "state", when: "country", is: country };
  refuse(["customer", "state"], broken(`must be two letters when country is ${country}`, params));
};

/** The transactions that move money. A payout also moves money, but not of an order. */
const PAID_TYPES: readonly unknown[] = ["payment", "authorization", "charge"];

/** Nothing can be paid. A tokenization saves a card without a payment. */
const paidOrderHasAmount: Rule<CheckoutCreateParams> = ({ transaction_type, order }, refuse) => {
  if (!PAID_TYPES.includes(transaction_type) || !isRecord(order) || readInteger(order["amount"]) !== 0)
    return;
  const params = { code: "too_small", minimum: 1 };
  refuse(
    ["order", "amount"],
    broken("must be 1 or more. Mark an order of 0 as paid without a payment", params),
  );
};

/**
 * The zod model of {@link CheckoutCreateParams} without rules between its fields, for `z.pick`, `z.omit` and
 * `z.partial`.
 */
export const checkoutCreateParamsFieldsSchema: Section<CheckoutCreateParams> =
  section(checkoutCreateParamsFields);

/** The zod model of {@link CheckoutCreateParams}. */
export const checkoutCreateParamsSchema: Section<CheckoutCreateParams> = withRules(
  checkoutCreateParamsFieldsSchema,
  paidOrderHasAmount,
  readOnlyFieldsHaveValues,
  stateHasTwoLetters,
);

/* @__NO_SIDE_EFFECTS__ */
export function echoedFields(): Shape<EchoedCheckout> {
  return returned(checkoutCreateParamsSchema).shape;
}

const tokenFields = () => ({
  /** Payment token, for the widget and the hosted payment page. */
  token: filled,
  /** URL of the payment page for the customer, with the token in its query string. */
  redirect_url: filled,
});

/** A payment token and the request. Source: API reference, "Payment token response". */
export interface Checkout extends EchoedCheckout, Infer<typeof tokenFields> {}

/** The zod model of {@link Checkout}. */
export const checkoutSchema: Section<Checkout> = section(() => ({
  ...echoedFields(),
  ...tokenFields(),
}));
