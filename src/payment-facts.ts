import type { CheckoutStatus } from "./models/checkout-status.ts";
import type { Transaction } from "./models/transaction.ts";
import { isRecord } from "./values.ts";

/** What a transaction and a token's status both tell of a payment, as it came. */
export interface PaymentFacts {
  /** The payment token; undefined for a transaction. */
  readonly token: unknown;
  /** Identifier of the transaction, where there is one. */
  readonly uid: unknown;
  readonly type: unknown;
  readonly status: unknown;
  readonly test: unknown;
  /** Only a token's status has it. */
  readonly finished: unknown;
  /** Only a token's status has it. */
  readonly expired: unknown;
  /** Where the section named after the type is looked up; undefined or null without one. */
  readonly sections: unknown;
}

/** The value of an object's own field; undefined without one. */
export const ownField = (record: unknown, field: unknown): unknown =>
  isRecord(record) && typeof field === "string" && Object.hasOwn(record, field) ? record[field] : undefined;

/** Whether it is a token's status. A transaction may have a token too, in a field that is not documented. */
const isStatus = (payment: CheckoutStatus | Transaction): payment is CheckoutStatus =>
  isRecord(payment) && "token" in payment && ("transaction_type" in payment || !("uid" in payment));

/** Reads a payment of any shape: what is not there is undefined. */
export function readPayment(payment: CheckoutStatus | Transaction): PaymentFacts {
  if (isStatus(payment)) {
    const { token, transaction_type: type, status, test, finished, expired, gateway_response } = payment;
    const uid = ownField(ownField(gateway_response, type), "uid");
    return { token, uid, type, status, test, finished, expired, sections: gateway_response };
  }
  const { uid, type, status, test } = Object(payment);
  return { token: undefined, uid, type, status, test, finished: true, expired: false, sections: payment };
}
