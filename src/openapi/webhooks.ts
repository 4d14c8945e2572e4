import { EXAMPLES } from "./examples.ts";
import { contentSignature } from "./headers.ts";
import { jsonOf, refTo, type Schema, under } from "./schema.ts";

const PAYOUT_FIELDS: Schema = {
  uid: { description: "Identifier of the payout.", type: "string" },
  amount: { description: "Amount in minor units.", type: "integer", minimum: 1 },
};

const OPTIONAL_TEXT: Schema = { type: ["string", "null"] };

const PAYOUT: Schema = {
  type: "object",
  required: ["uid", "amount", "currency"],
  properties: {
    ...PAYOUT_FIELDS,
    type: { description: "Type of the transaction.", type: "string", const: "payout" },
    currency: { description: "Currency, ISO 4217 alpha-3.", type: "string", pattern: "^[A-Z]{3}$" },
    tracking_id: { description: "`order.tracking_id` of the token.", ...OPTIONAL_TEXT },
    description: { description: "Description of the order.", ...OPTIONAL_TEXT },
    test: { description: "True for a test, which moves no money.", type: ["boolean", "null"] },
  },
};

/** The bodies of webhooks, and the response to a payout verification. */
export const webhookComponents: Readonly<Record<string, Schema>> = {
  TransactionNotification: {
    description: "A transaction reached a result.",
    ...under("transaction", refTo("Transaction")),
  },
  CheckoutNotification: {
    description: "The status of a payment token that expired unpaid, at the top level or under `checkout`.",
    anyOf: [refTo("CheckoutStatus"), under("checkout", refTo("CheckoutStatus"))],
  },
  PayoutVerification: {
    description: "A payout that waits for the merchant's decision, at the top level or under `transaction`.",
    anyOf: [PAYOUT, under("transaction", PAYOUT)],
  },
  PayoutDecision: {
    description: "The decision. `uid` and `amount` are copied from the verification.",
    anyOf: [
      {
        description: "Accepted. The gateway transfers the funds.",
        type: "object",
        required: ["code", "uid", "amount"],
        properties: { ...PAYOUT_FIELDS, code: { type: "integer", const: 0 } },
      },
      {
        description: "Declined.",
        type: "object",
        required: ["code", "message", "friendly_message"],
        properties: {
          ...PAYOUT_FIELDS,
          code: { description: "Any number other than 0.", type: "integer", not: { const: 0 } },
          message: { description: "Reason, for the merchant's staff.", type: "string" },
          friendly_message: { description: "Reason, for the customer.", type: "string" },
        },
      },
    ],
  },
};

const posted = (name: string, summary: string, body: string, example: unknown, ok: Schema): Schema => ({
  post: {
    operationId: `webhooks.${name}`,
    tags: ["webhooks"],
    summary,
    description: "Posted with the shop's credentials, HTTP Basic, and a signature of the raw body.",
    parameters: [contentSignature],
    requestBody: { required: true, content: jsonOf(refTo(body), example) },
    responses: {
      "200": ok,
      "4XX": {
        description:
          "Verification failed, or the body is invalid. The gateway repeats the request for a limited time.",
      },
      "5XX": { description: "Not processed. The gateway repeats the request for a limited time." },
    },
  },
});

const RECEIVED: Schema = { description: "Received. The gateway does not repeat the request." };

export const webhooks: Schema = {
  transaction: posted(
    "transaction",
    "A transaction reached a result (posted to `settings.notification_url`)",
    "TransactionNotification",
    EXAMPLES.transaction,
    RECEIVED,
  ),
  checkout: posted(
    "checkout",
    "A payment token expired unpaid (posted to `settings.notification_url`)",
    "CheckoutNotification",
    EXAMPLES.expired,
    RECEIVED,
  ),
  payoutVerification: posted(
    "payoutVerification",
    "A payout waits for the merchant's decision (posted to `settings.verification_url`)",
    "PayoutVerification",
    EXAMPLES.payout,
    { description: "The merchant's decision.", content: jsonOf(refTo("PayoutDecision"), EXAMPLES.decision) },
  ),
};
