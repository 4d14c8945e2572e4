import type { CardPayment, Decline } from "../cards/test-cards.ts";
import { capitalized, type Fields, sectionOf, textOf } from "../input/section.ts";
import type { MethodOutcome, PaymentInput } from "../methods/methods.ts";
import type { Decision } from "./transactions.ts";

const APPROVED: Decision = {
  status: "successful",
  message: "Successfully processed",
  bankCode: "00",
  code: "S.0000",
  friendlyMessage: "The operation is successfully processed.",
};
const NOT_CONFIRMED: Decision = { status: "failed", message: "3-D Secure authentication failed" };
export const CHALLENGE: Decision = { status: "incomplete", message: "3-D Secure authentication is required" };

/** The first states of payments without a card. Undefined for a decline. */
const OUTCOMES: Readonly<Record<MethodOutcome, Decision | undefined>> = {
  successful: APPROVED,
  failed: undefined,
  pending: { status: "pending", message: "The payment is awaited" },
  redirected: { status: "incomplete", message: "The customer is on the page of the wallet" },
};

export const ENDING_NAMES = ["successful", "failed", "deleted"] as const;

export type Ending = (typeof ENDING_NAMES)[number];

export const ENDINGS: Readonly<Record<Ending, Decision>> = {
  successful: APPROVED,
  failed: { status: "failed", message: "The payment was not confirmed by the customer" },
  deleted: { status: "deleted", message: "The payment was deleted by the merchant" },
};

/** Returns the processing code of a requested test decline. Source: API reference, "expected_bank_code". */
const expectedCode = (data: unknown): string | undefined =>
  textOf(sectionOf(sectionOf(data)["recipient"])["expected_bank_code"]);

const declinedWith = (code: string): Decision => ({
  status: "failed",
  message: `Declined with the code ${code}`,
  friendlyMessage: `The bank declined the payment (${code}). Please contact your bank or use another card.`,
  bankCode: code,
  code,
});

export const declined = ({ transaction_type: type }: Fields, decline?: CardDecline): Decision => ({
  status: "failed",
  message: `${capitalized(String(type))} was declined`,
  bankCode: "05",
  ...decline,
});

const decideCard = ({ card, cardToken, skipsSecure }: CardPayment, fields: Fields): Decision => {
  if (cardToken !== undefined && card.isDeclinedLater) return declined(fields);
  if (card.secure === "challenge" && !skipsSecure) return CHALLENGE;
  if (card.secure === "failed" && !skipsSecure) return NOT_CONFIRMED;
  return card.outcome === "successful" || card.secure === "failed"
    ? APPROVED
    : declined(fields, card.decline);
};

export const decide = (input: PaymentInput, fields: Fields): Decision => {
  const isTest = fields["test"] === true;
  const code = isTest ? expectedCode(sectionOf(fields["order"])["additional_data"]) : undefined;
  if (code !== undefined) return declinedWith(code);
  if ("card" in input) return decideCard(input, fields);
  return OUTCOMES[input.outcome] ?? declined(fields);
};

/**
 * Decides a capture, void, refund or chargeback. The gateway documents no test decline for these, so the sandbox uses
 * `additional_data.recipient.expected_bank_code` as for payments.
 */
export const decideFollowUp = (type: string, fields: Fields): Decision => {
  const code = expectedCode(fields["additional_data"]);
  if (code === undefined) return APPROVED;
  return { ...declinedWith(code), friendlyMessage: `The bank declined the ${type} (${code}).` };
};
