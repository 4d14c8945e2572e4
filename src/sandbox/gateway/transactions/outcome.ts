import type { CardPayment, PaymentInput } from "../cards/payment-input.ts";
import type { Decline } from "../cards/test-cards.ts";
import { capitalized } from "../input/capitalized.ts";
import { section, textOf } from "../input/section.ts";
import type { Fields } from "../records/records.ts";
import type { Outcome } from "./transactions.ts";

const APPROVED: Outcome = { status: "successful", message: "Successfully processed", bankCode: "00" };
const NOT_CONFIRMED: Outcome = { status: "failed", message: "3-D Secure authentication failed" };
export const CHALLENGE: Outcome = { status: "incomplete", message: "3-D Secure authentication is required" };
const PENDING: Outcome = { status: "pending", message: "The payment is awaited" };

export type Ending = "successful" | "failed" | "deleted";

export const ENDINGS: Readonly<Record<Ending, Outcome>> = {
  successful: APPROVED,
  failed: { status: "failed", message: "The payment was not confirmed by the customer" },
  deleted: { status: "deleted", message: "The payment was deleted by the merchant" },
};

/** The processing code with which a test transaction has to be declined. Source: API reference, "expected_bank_code". */
const expectedCode = (data: unknown): string | undefined =>
  textOf(section(section(data)["recipient"])["expected_bank_code"]);

const declinedWith = (code: string): Outcome => ({
  status: "failed",
  message: `Declined with the code ${code}`,
  friendlyMessage: `The bank declined the payment (${code}). Please contact your bank or use another card.`,
  bankCode: code,
  code,
});

const declined = ({ transaction_type: type }: Fields, decline?: Decline): Outcome => ({
  status: "failed",
  message: `${capitalized(String(type))} was declined`,
  bankCode: "05",
  ...decline,
});

const outcomeOfCard = ({ card, cardToken, skipsSecure }: CardPayment, fields: Fields): Outcome => {
  if (cardToken !== undefined && card.isDeclinedLater) return declined(fields);
  if (card.secure === "challenge" && !skipsSecure) return CHALLENGE;
  if (card.secure === "failed" && !skipsSecure) return NOT_CONFIRMED;
  return card.outcome === "successful" || card.secure === "failed"
    ? APPROVED
    : declined(fields, card.decline);
};

export const outcomeOf = (input: PaymentInput, fields: Fields): Outcome => {
  const isTest = fields["test"] === true;
  const code = isTest ? expectedCode(section(fields["order"])["additional_data"]) : undefined;
  if (code !== undefined) return declinedWith(code);
  if ("card" in input) return outcomeOfCard(input, fields);
  if (input.outcome === "pending") return PENDING;
  return input.outcome === "successful" ? APPROVED : declined(fields);
};

/**
 * The outcome of a capture, void or refund. The gateway documents no way to decline one for a test: here it is
 * `additional_data.recipient.expected_bank_code`, as for payments.
 */
export const outcomeOfFollowUp = (type: string, fields: Fields): Outcome => {
  const code = expectedCode(fields["additional_data"]);
  if (code === undefined) return APPROVED;
  return { ...declinedWith(code), friendlyMessage: `The bank declined the ${type} (${code}).` };
};
