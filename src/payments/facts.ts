import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import { readOption } from "../shared/read-option.ts";
import { isGiven, isRecord } from "../shared/values.ts";
import { TYPES } from "./outcome-by-type.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The common data of a transaction and a token's status, as received. */
export interface PaymentFacts {
  /** The payment token. Undefined for a transaction. */
  readonly token: unknown;
  /** Identifier of the transaction. Undefined if no transaction exists yet. */
  readonly uid: unknown;
  readonly type: unknown;
  readonly status: unknown;
  readonly test: unknown;
  /** A field of a token's status. Undefined for a transaction. */
  readonly finished: unknown;
  readonly expired: unknown;
  /** The objects that may contain sections, which are the payment and the result of a token. */
  readonly containers: readonly unknown[];
  /** The types of the payment method, as a transaction names them. */
  readonly methods: readonly unknown[];
  /** The object that contains the sections. Undefined or null if absent. */
  readonly sections: unknown;
  /** The object that must contain amount, currency and tracking id. It is the transaction, or the token's order. */
  readonly own: unknown;
  /** Every object that can contain them, including the order and the sections. */
  readonly places: readonly unknown[];
  /**
   * Whether the payment has the fields of both a transaction and a token's status, or contains a payment with another
   * status.
   */
  readonly isTwoShapes: boolean;
}

export const isNullish = (value: unknown): boolean => value === undefined || value === null;

/** The value of an object's property. Undefined if the object and its class have no such property. */
export const fieldOf = (record: unknown, field: unknown): unknown =>
  isRecord(record) && typeof field === "string" ? readOption(record, field) : undefined;

/** The sections of an object, by the type that names them. Each item of an array is a section. */
export function sectionsOf(container: unknown): [type: unknown, section: Fields][] {
  const sections: [unknown, Fields][] = [];
  // A loop for speed, because each notification is read here several times.
  for (const type of TYPES) {
    const value = fieldOf(container, type);
    for (const section of Array.isArray(value) ? value : [value])
      if (isRecord(section)) sections.push([type, section]);
  }
  return sections;
}

/** The values of a field, from every place that has it. */
export function valuesIn(places: readonly unknown[], field: string): unknown[] {
  const values: unknown[] = [];
  for (const place of places) {
    const value = fieldOf(place, field);
    if (!isNullish(value)) values.push(value);
  }
  return values;
}

/**
 * A text or an integer as text. Undefined for any other value, and above 2^53, because such numbers have lost digits.
 */
export const exactText = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "bigint" || Number.isSafeInteger(value)
    ? String(value)
    : undefined;

/** Whether two values are the same text or integer. Other values are never the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const text = exactText(one);
  return text !== undefined && text === exactText(other);
}

/** Whether an object has the fields that only a token's status has. */
export const hasStatusFields = (payment: unknown): boolean =>
  isGiven(fieldOf(payment, "transaction_type")) || isGiven(fieldOf(payment, "gateway_response"));

/** Whether a payment is a token's status. A transaction may also have a field `token`. */
export const isStatus = (payment: unknown): payment is CheckoutStatus =>
  fieldOf(payment, "token") !== undefined &&
  (fieldOf(payment, "transaction_type") !== undefined || fieldOf(payment, "uid") === undefined);

/** Reads a transaction or a token's status. Missing fields are undefined. */
export function factsOf(payment: unknown): PaymentFacts {
  const read = (field: string): unknown => fieldOf(payment, field);
  const [status, order, gatewayResponse] = [read("status"), read("order"), read("gateway_response")];
  const isOfToken = isStatus(payment);
  const type = read(isOfToken ? "transaction_type" : "type");
  const sections = isOfToken ? gatewayResponse : payment;
  const containers = [payment, gatewayResponse];
  // A payment inside, as in the body of a notification. An undocumented object without a status contradicts nothing.
  const hasOther = ["transaction", "checkout"].some((key) => {
    const inner = fieldOf(read(key), "status");
    return isGiven(inner) && inner !== status;
  });
  return {
    token: isOfToken ? read("token") : undefined,
    uid: isOfToken ? fieldOf(fieldOf(sections, type), "uid") : read("uid"),
    type,
    status,
    test: read("test"),
    finished: read("finished"),
    expired: read("expired"),
    containers,
    methods: [read("payment_method_type"), read("method_type")],
    sections,
    own: isOfToken ? order : payment,
    places: [payment, order, ...containers.flatMap(sectionsOf).map(([, section]) => section)],
    isTwoShapes:
      hasOther || (hasStatusFields(payment) && (isGiven(read("type")) || sectionsOf(payment).length > 0)),
  };
}
