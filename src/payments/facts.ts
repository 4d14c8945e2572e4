import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import { readOption } from "../shared/read-option.ts";
import { isRecord } from "../shared/values.ts";
import { TYPES } from "./outcome-by-type.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The common data of a transaction and a token's status, as received. */
export interface PaymentFacts {
  readonly payment: unknown;
  /** The payment token. Undefined for a transaction. */
  readonly token: unknown;
  readonly type: unknown;
  readonly status: unknown;
  readonly test: unknown;
  /** The object that contains the sections. Undefined or null if absent. */
  readonly sections: unknown;
  /** Every object that can contain amount, currency and tracking id: the payment, its order, and the sections. */
  readonly places: readonly unknown[];
}

export const isNullish = (value: unknown): boolean => value === undefined || value === null;

/** The value of an object's property. Undefined if the object and its class have no such property. */
export const fieldOf = (record: unknown, field: unknown): unknown =>
  isRecord(record) && typeof field === "string" ? readOption(record, field) : undefined;

/** The items of an array, or a list of any other value. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** The sections of an object, by the type that names them. Each item of an array is a section. */
export function sectionsOf(container: unknown): [type: string, section: Fields][] {
  const sections: [string, Fields][] = [];
  // Loops, here and below, because each notification runs them often, and callbacks double the time.
  for (const type of isRecord(container) ? TYPES : []) {
    for (const section of listOf(fieldOf(container, type))) {
      if (isRecord(section)) sections.push([type, section]);
    }
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

/** A given text or integer as text, because gateways differ. */
export const givenText = (value: unknown): string | undefined =>
  value === "" ? undefined : exactText(value);

/** Whether two values are the same text or integer. Other values are never the same. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const text = exactText(one);
  return text !== undefined && text === exactText(other);
}

/** Whether all places that have a field have the same value. */
export const isSameIn = (places: readonly unknown[], field: string): boolean =>
  valuesIn(places, field).every((value, _, [first]) => isSameValue(value, first));

/** Whether an object has the fields that only a token's status has. */
export const hasStatusFields = (payment: unknown): boolean =>
  Boolean(fieldOf(payment, "transaction_type") || fieldOf(payment, "gateway_response"));

/** Whether a payment is a token's status. A transaction may also have a field `token`. */
export const isStatus = (payment: unknown): payment is CheckoutStatus =>
  fieldOf(payment, "token") !== undefined &&
  (fieldOf(payment, "transaction_type") !== undefined || fieldOf(payment, "uid") === undefined);

/** The objects that may contain sections, which are the payment and the result of a token. */
export const containersOf = (payment: unknown): unknown[] => [payment, fieldOf(payment, "gateway_response")];

/** Reads a transaction or a token's status. Missing fields are undefined. */
export function factsOf(payment: unknown): PaymentFacts {
  const read = (field: string): unknown => fieldOf(payment, field);
  const isOfToken = isStatus(payment);
  const containers = containersOf(payment);
  return {
    payment,
    token: isOfToken ? read("token") : undefined,
    type: read(isOfToken ? "transaction_type" : "type"),
    status: read("status"),
    test: read("test"),
    sections: containers[Number(isOfToken)],
    places: [payment, read("order"), ...containers.flatMap(sectionsOf).map(([, section]) => section)],
  };
}
