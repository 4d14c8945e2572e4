import type { Transaction } from "../../api/transactions/transaction.ts";
import { fieldOf } from "../../payments/facts.ts";
import { paymentSummary } from "../../payments/summary.ts";
import { readOption } from "../../shared/read-option.ts";
import { isGiven } from "../../shared/values.ts";

/** An integer in any comparable form. Undefined for any other value. */
const integerOf = (value: unknown): bigint | undefined =>
  typeof value === "bigint" ||
  (typeof value === "number" && Number.isInteger(value)) ||
  (typeof value === "string" && /^-?\d{1,99}$/.test(value))
    ? BigInt(value)
    : undefined;

const trackingIdOf = (value: unknown): string | undefined =>
  typeof value === "string" || typeof value === "number" ? String(value).trim() : undefined;

/** Compared without case, because gateways may write ids and currencies in another case. */
const codeOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value.trim().toLowerCase() : undefined;

/** A payment with a saved card may be called a charge. */
const paymentTypeOf = (value: unknown): string | undefined => codeOf(value)?.replace("charge", "payment");

/** The fields that distinguish transactions, and how each is compared. */
const COMPARED: Readonly<Record<string, (value: unknown) => unknown>> = {
  type: paymentTypeOf,
  amount: integerOf,
  currency: codeOf,
  parent_uid: codeOf,
  tracking_id: trackingIdOf,
  // Of a bill. Other calls do not document it.
  order_id: integerOf,
};

/** The fields of a transaction that differ from a request. A field that is missing in either is not compared. */
export const fieldsOfAnotherCall = (sent: object, transaction: Transaction): string[] =>
  Object.entries(COMPARED).flatMap(([field, read]) => {
    const [mine, other] = [sent, transaction].map((record) => {
      const value = readOption(record, field);
      return isGiven(value) ? read(value) : undefined;
    });
    return mine === undefined || other === undefined || mine === other ? [] : [field];
  });

/**
 * Whether a payment was made with another card than a request with a saved card. A payment with a payment token was made
 * by a customer, who can choose any tracking id with the public key.
 */
export const isOfOtherCard = (sent: object, transaction: Transaction): boolean => {
  const mine = fieldOf(fieldOf(sent, "credit_card"), "token");
  const { cardToken, token } = paymentSummary(transaction);
  return isGiven(mine) && (token !== undefined || (cardToken !== undefined && cardToken !== mine));
};
