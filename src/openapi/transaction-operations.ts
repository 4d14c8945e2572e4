import { EXAMPLES } from "./examples.ts";
import { requestId } from "./headers.ts";
import { answer, jsonOf, type OperationNotes, refTo, type Schema, SERVED, under } from "./schema.ts";

export const transactionOf = (example: unknown): Schema =>
  jsonOf(under("transaction", refTo("Transaction")), example);

export const found = (summary: string, description: string, content: Schema): OperationNotes => ({
  summary,
  description,
  responses: { "200": { description: "The result.", content }, "404": answer("NotFound"), ...SERVED },
});

export const newTransaction = (
  summary: string,
  params: string,
  example: unknown,
  made: unknown = EXAMPLES.refund,
): OperationNotes => ({
  summary,
  description:
    "Idempotent with the header `RequestID` only: without one, look for its tracking_id before sending it again if it " +
    "may have been processed.",
  parameters: [requestId],
  requestBody: { required: true, content: jsonOf(under("request", refTo(params)), example) },
  responses: {
    "2XX": {
      description: "The transaction. If it was declined, its status is `failed`.",
      content: transactionOf(made),
    },
    "4XX": answer("FollowUpRefused"),
    ...SERVED,
  },
});

/** Source: gateway documentation, "Follow-up transactions". */
export const transactionOperations = {
  "transactions.get": found(
    "Read a transaction",
    "The transaction as it is now, to compare with a notification or with the return of a customer.",
    transactionOf(EXAMPLES.transaction),
  ),
  "transactions.findByTrackingId": found(
    "Find up to 10 transactions by the merchant's identifier, the newest first",
    "Finds the payments, captures, voids and refunds that were made with this tracking_id.",
    jsonOf(under("transactions", { type: "array", items: refTo("Transaction") }), EXAMPLES.transactions),
  ),
  "transactions.pay": newTransaction(
    "Charge a saved card",
    "SavedCardPaymentParams",
    EXAMPLES.savedCardPayment,
    EXAMPLES.charged,
  ),
  "transactions.authorize": newTransaction(
    "Hold an amount on a saved card",
    "SavedCardPaymentParams",
    EXAMPLES.savedCardPayment,
    EXAMPLES.held,
  ),
  "transactions.capture": newTransaction(
    "Capture funds held by an authorization",
    "CaptureParams",
    EXAMPLES.followUp,
  ),
  "transactions.void": newTransaction(
    "Release funds held by an authorization",
    "VoidParams",
    EXAMPLES.followUp,
  ),
  "transactions.refund": newTransaction("Refund a payment or a capture", "RefundParams", EXAMPLES.newRefund),
};
