import { EXAMPLES } from "./examples.ts";
import { answer, type OperationNotes, SERVED, under } from "./operation.ts";
import { jsonOf, refTo, type Schema } from "./schema.ts";

const transactionOf = (example: unknown): Schema =>
  jsonOf(under("transaction", refTo("Transaction")), example);

const found = (summary: string, content: Schema): OperationNotes => ({
  summary,
  description: "Source: gateway documentation.",
  responses: { "200": { description: "The result.", content }, "404": answer("NotFound"), ...SERVED },
});

const followUp = (summary: string, params: string, example: unknown): OperationNotes => ({
  summary,
  description:
    "Not idempotent: if it may have been processed, look for its tracking_id before sending it again. Source: gateway " +
    "documentation.",
  requestBody: { required: true, content: jsonOf(under("request", refTo(params)), example) },
  responses: {
    "2XX": {
      description: "The transaction. If it was declined, its status is `failed`.",
      content: transactionOf(EXAMPLES.refund),
    },
    "4XX": answer("FollowUpRefused"),
    ...SERVED,
  },
});

/** Source: gateway documentation, "Follow-up transactions". */
export const transactionOperations = {
  "transactions.get": found("Read a transaction", transactionOf(EXAMPLES.transaction)),
  "transactions.findByTrackingId": found(
    "Find up to 10 transactions by the merchant's identifier, the newest first",
    jsonOf(under("transactions", { type: "array", items: refTo("Transaction") }), EXAMPLES.transactions),
  ),
  "transactions.capture": followUp(
    "Capture funds held by an authorization",
    "CaptureParams",
    EXAMPLES.followUp,
  ),
  "transactions.void": followUp("Release funds held by an authorization", "VoidParams", EXAMPLES.followUp),
  "transactions.refund": followUp("Refund a payment or a capture", "RefundParams", EXAMPLES.newRefund),
};
