/**
 * What compiles and what does not, besides the type of each field, which `conformance` has. `npm run types` checks this
 * file, and nothing runs it.
 */
import { expectTypeOf } from "vitest";
import { flag, optional } from "../../../src/api/fields/primitives.ts";
import { text } from "../../../src/api/fields/text.ts";
import type {
  Amount,
  AnyPaymentsError,
  CartPosition,
  Checkout,
  CheckoutCreateParams,
  CheckoutStatus,
  ErrorCode,
  Optional,
  Order,
  Passenger,
  PaymentMethod,
  Product,
  ProductCreateParams,
  ProductUpdateParams,
  SavedCardPaymentParams,
  Settings,
  Shape,
  Transaction,
} from "../../../src/index.ts";
import { Webhooks } from "../../../src/webhooks.ts";
import { newCharge } from "../../client/calls.ts";
import { aCheckout } from "../../models/params.ts";

// A merchant's own interfaces, for objects that the reference leaves open.
interface Style {
  widget: { buttonsColor: string };
}
interface Verification {
  result_code: string;
}
declare const style: Style;
declare const verification: Verification;

const types = ["credit_card", "a_method_that_is_new"] as const;
const positions = [{ name: "Pass", amount: -5, quantity: 1, description: "One" }] as const;

export const open: CheckoutCreateParams = {
  transaction_type: "payment",
  order: {
    amount: 5,
    currency: "EUR",
    description: "Pass",
    additional_data: { avs_cvc_verification: verification, cart: { positions } },
  },
  settings: { style } satisfies Settings,
  payment_method: { types },
};

// Only JavaScript sends an array by another name in place of `positions`.
export const byAnotherName: NonNullable<Order["additional_data"]> = { cart: { positions, items: positions } };

// Digits are the text of an integer, and the contract may have a value that is not documented.
export const digits: CartPosition = { name: "Pass", amount: 5, quantity: "12", description: "One" };
export const contracts: NonNullable<Order["additional_data"]> = {
  contract: ["recurring", "unscheduled", "new"],
};

// Parameters of a method have its type's name as their key.
export const method: PaymentMethod = {
  erip: { order_id: 1007, account_number: "M-88", service_no: "99999999", service_info: ["Pass"] },
  halva: { contract: "H-1" },
};

// Every optional field may be null, but only text fields may be empty.
export const empty: Pick<ProductCreateParams, "quantity" | "transaction_type" | "test"> = {
  quantity: "",
  transaction_type: "",
  test: null,
};

export const refusedFields = [
  // @ts-expect-error a cart needs its items
  {} satisfies NonNullable<Order["additional_data"]>["cart"],
  // @ts-expect-error a quantity has only digits
  { quantity: "x" } satisfies ProductUpdateParams,
  // @ts-expect-error a quantity has only digits
  { ...digits, quantity: "x" } satisfies CartPosition,
  // @ts-expect-error a name is a text
  { first_name: 7 } satisfies Passenger,
  // @ts-expect-error a section is not a text
  "" satisfies CheckoutCreateParams["settings"],
  // @ts-expect-error a typing mistake
  { immortall: true } satisfies ProductUpdateParams,
  // @ts-expect-error a typing mistake
  { ...aCheckout.order, traking_id: "order-1007" } satisfies Order,
  // @ts-expect-error three custom fields at most, by their names
  { ...aCheckout.order, custom_fields: { custom_field_4: { value: "a" } } } satisfies Order,
];

// @ts-expect-error findOrder, paid and review are missing
export const withoutFunctions = () => new Webhooks().handler({});

export const charge: SavedCardPaymentParams = {
  ...newCharge,
  credit_card: {
    token: "tok_1",
    // @ts-expect-error a card number is not sent by a merchant's server
    number: "4200000000000000",
  },
};

// Values that are read have no empty text.
const amountOf = (order: Order) => order.additional_data?.cart?.positions?.[0]?.amount;
expectTypeOf(amountOf).returns.toEqualTypeOf<Amount | undefined>();

/** Whether a type contains an empty string at any depth. */
type Empties<T> = unknown extends T
  ? never
  : T extends ""
    ? "empty"
    : T extends readonly (infer Item)[]
      ? Empties<Item>
      : T extends object
        ? { [Field in keyof T]-?: Empties<T[Field]> }[keyof T]
        : never;

expectTypeOf<Empties<Product | Checkout | CheckoutStatus | Transaction>>().toEqualTypeOf<never>();
expectTypeOf<Empties<CheckoutCreateParams>>().toEqualTypeOf<"empty">();

// The request that a token and its status copy.
const numbersOf = (answer: Checkout | CheckoutStatus) => [
  answer.order?.amount,
  answer.order?.additional_data?.cart?.positions?.[0]?.amount,
  answer.attempts,
];
expectTypeOf(numbersOf).returns.toEqualTypeOf<(number | null | undefined)[]>();

const textsOf = ({ order, settings, customer, payment_method }: CheckoutStatus) => [
  order?.custom_fields?.custom_field_1?.value,
  order?.expired_at,
  settings?.return_url,
  customer?.email,
  payment_method?.credit_card?.token,
];
expectTypeOf(textsOf).returns.toEqualTypeOf<(string | null | undefined)[]>();

// Custom field values, code and friendly message of a transaction and its details.
const messagesOf = ({ custom_fields, code, friendly_message, payment }: Transaction) => [
  custom_fields?.custom_field_1?.value,
  code,
  friendly_message,
  payment?.code,
  payment?.friendly_message,
];
expectTypeOf(messagesOf).returns.toEqualTypeOf<(string | null | undefined)[]>();

// The model of an interface has its fields, each with its type, and no others.
interface Parcel {
  name: string;
  note?: Optional<string>;
  fragile?: Optional<boolean>;
}
const [note, fragile] = [optional(text), optional(flag)];
export const parcels = [
  { name: text, note, fragile } satisfies Shape<Parcel>,
  // @ts-expect-error a field is missing
  { name: text, fragile } satisfies Shape<Parcel>,
  // @ts-expect-error another field
  { name: text, note, fragile, weight: text } satisfies Shape<Parcel>,
  // @ts-expect-error another type
  { name: text, note: fragile, fragile } satisfies Shape<Parcel>,
  // @ts-expect-error an optional field that is required
  { name: text, note: text, fragile } satisfies Shape<Parcel>,
  // @ts-expect-error a required field that is optional
  { name: note, note, fragile } satisfies Shape<Parcel>,
];

/** Compiles only if each code is the code of a class in the union. */
export const codeOf = (code: ErrorCode): AnyPaymentsError["code"] => code;

/** Compiles only if each code narrows the error to its class, and no code is missing. */
export function detailOf(error: AnyPaymentsError): unknown {
  switch (error.code) {
    case "configuration":
      return error.message;
    case "invalid_request":
      return error.errors;
    case "connection":
    case "timeout":
    case "aborted":
      return error.cause;
    case "api":
      return error.retryAfter ?? error.response.status;
    case "idempotency":
      return error.transaction.amount;
    case "unexpected_response":
      return error.response.body;
    case "webhook":
      return error.reason;
    default:
      return error satisfies never;
  }
}
