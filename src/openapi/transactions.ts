import { refTo, type Schema } from "./schema.ts";

const jsonOf = (schema: Schema): Schema => ({ "application/json": { schema } });

const answer = (name: string): Schema => ({ $ref: `#/components/responses/${name}` });

const SERVED = {
  "401": answer("Unauthorized"),
  "429": answer("TooManyRequests"),
  "5XX": { description: "The gateway failed, or a proxy before it: the body can be anything." },
};

/** What stands under one key. */
const under = (key: string, schema: Schema): Schema => ({
  type: "object",
  required: [key],
  properties: { [key]: schema },
});

const TRANSACTION = jsonOf(under("transaction", refTo("Transaction")));

const inPath = (name: string, description: string): Schema => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string", minLength: 1 },
});

const found = (operation: string, summary: string, content: Schema): Schema => ({
  operationId: `transactions.${operation}`,
  tags: ["transactions"],
  summary,
  description: "Source: gateway documentation.",
  responses: { "200": { description: "What was found.", content }, "404": answer("NotFound"), ...SERVED },
});

const followUp = (operation: string, summary: string, params: string): Schema => ({
  post: {
    operationId: `transactions.${operation}`,
    tags: ["transactions"],
    summary,
    description:
      "Not idempotent: where it may have been processed, look for its tracking_id first. Source: gateway documentation.",
    requestBody: { required: true, content: jsonOf(under("request", refTo(params))) },
    responses: {
      "2XX": {
        description: "The transaction, also when it was declined: then its status is `failed`.",
        content: TRANSACTION,
      },
      "4XX": answer("FollowUpRefused"),
      ...SERVED,
    },
  },
});

/** The endpoints of the gateway's own host. Source: gateway documentation, "Follow-up transactions". */
export const transactionPathsOn = (gateway: Schema): Schema => ({
  "/transactions/captures": {
    servers: [gateway],
    ...followUp("capture", "Take money that an authorization holds", "CaptureParams"),
  },
  "/transactions/voids": {
    servers: [gateway],
    ...followUp("void", "Release money that an authorization holds", "VoidParams"),
  },
  "/transactions/refunds": {
    servers: [gateway],
    ...followUp("refund", "Give back the money of a payment or a capture", "RefundParams"),
  },
  "/transactions/{uid}": {
    servers: [gateway],
    parameters: [inPath("uid", "Identifier of the transaction.")],
    get: found("get", "Read a transaction", TRANSACTION),
  },
  "/v2/transactions/tracking_id/{tracking_id}": {
    servers: [gateway],
    parameters: [inPath("tracking_id", "The merchant's own identifier.")],
    get: found(
      "findByTrackingId",
      "Find at most 10 transactions by the merchant's own identifier, the newest first",
      jsonOf(under("transactions", { type: "array", items: refTo("Transaction") })),
    ),
  },
});
