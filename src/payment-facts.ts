import type { CheckoutStatus } from "./models/checkout-status.ts";
import type { Transaction } from "./models/transaction.ts";
import { isRecord } from "./values.ts";

/** The fields that a transaction and a token's status have in common, as received. */
export interface PaymentFacts {
  /** The payment token; undefined for a transaction. */
  readonly token: unknown;
  /** Identifier of the transaction; undefined if there is none yet. */
  readonly uid: unknown;
  readonly type: unknown;
  readonly status: unknown;
  readonly test: unknown;
  /** From a token's status; true for a transaction. */
  readonly finished: unknown;
  /** From a token's status; false for a transaction. */
  readonly expired: unknown;
  /** The object that has the section named after the type; undefined or null if absent. */
  readonly sections: unknown;
}

/** The value of an object's own property; undefined if it has none. */
export const ownField = (record: unknown, field: unknown): unknown =>
  isRecord(record) && typeof field === "string" && Object.hasOwn(record, field) ? record[field] : undefined;

/** Whether a payment is a token's status. A transaction may have an undocumented field `token` too. */
const isStatus = (payment: CheckoutStatus | Transaction): payment is CheckoutStatus =>
  isRecord(payment) && "token" in payment && ("transaction_type" in payment || !("uid" in payment));

/** Reads a payment of any shape: missing fields are undefined. */
export function readPayment(payment: CheckoutStatus | Transaction): PaymentFacts {
  if (isStatus(payment)) {
    const { token, transaction_type: type, status, test, finished, expired, gateway_response } = payment;
    const uid = ownField(ownField(gateway_response, type), "uid");
    return { token, uid, type, status, test, finished, expired, sections: gateway_response };
  }
  const { uid, type, status, test } = Object(payment);
  return { token: undefined, uid, type, status, test, finished: true, expired: false, sections: payment };
}
