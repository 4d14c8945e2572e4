import type * as z from "zod/mini";
import { partOf } from "../api/fields/part.ts";
import { modelsOf } from "../api/operation-models.ts";
import { API_OPERATIONS, type ApiOperation, type Host, OPERATIONS, rowOf } from "../api/operations.ts";
import { nameOfModel } from "./components.ts";
import { EXAMPLES } from "./examples.ts";
import { apiVersion, requestId } from "./headers.ts";
import { answer, jsonOf, refTo, type Schema, SERVED, under } from "./schema.ts";

/** The texts and examples of an operation, in addition to the tables of `api`. */
interface Notes {
  readonly summary: string;
  readonly description: string;
  /** An example of the parameters. */
  readonly sent?: unknown;
  /** The response to a success, with its description and an example of its body. */
  readonly success: readonly [description: string, example?: unknown];
  /**
   * The statuses of a success. Default 200 and 201, if the reference shows none. Numbers, because generators of clients
   * treat a range as no result.
   */
  readonly statuses?: readonly string[];
  /** The other responses, by status. */
  readonly refusals?: Readonly<Record<string, string>>;
}

const found = (summary: string, description: string, example: unknown): Notes => ({
  summary,
  description,
  success: ["The result.", example],
  statuses: ["200"],
  refusals: { "404": "NotFound" },
});

const newTransaction = (summary: string, sent: unknown, made: unknown = EXAMPLES.refund): Notes => ({
  summary,
  description:
    "Idempotent only with the header `RequestID`. If a call without it may have been processed, look for its tracking_id " +
    "before you send it again.",
  sent,
  success: ["The transaction. If it was declined, its status is `failed`.", made],
  refusals: { "422": "FollowUpRefused" },
});

/** An operation without notes does not compile. */
const NOTES: Readonly<Record<ApiOperation, Notes>> = {
  "products.create": {
    summary: "Create a product",
    description: "Not idempotent. Sending the request again creates a second product.",
    sent: EXAMPLES.newProduct,
    success: ["The product.", EXAMPLES.product],
    statuses: ["201"],
    refusals: { "422": "ProductRefused" },
  },
  "products.list": {
    summary: "List all products of the shop",
    description: "The reference shows no filters and no pagination.",
    success: ["The products.", EXAMPLES.products],
    statuses: ["200"],
  },
  "products.get": {
    summary: "Read a product",
    description: "The identifier of a product that the shop created.",
    success: ["The product.", EXAMPLES.product],
    statuses: ["200"],
    refusals: { "404": "NotFound" },
  },
  "products.update": {
    summary: "Change fields of a product",
    description:
      "Fields that you leave out keep their values. The changed product must satisfy the rules of a new one.",
    sent: EXAMPLES.changes,
    success: ["Changed. The body is empty."],
    statuses: ["204"],
    refusals: { "404": "UnknownUpdate", "422": "UpdateRefused" },
  },
  "checkouts.create": {
    summary: "Create a payment token",
    description: "Not idempotent. Sending the request again creates a second token.",
    sent: EXAMPLES.newCheckout,
    success: ["The token and the request. The reference does not show the status.", EXAMPLES.checkout],
    refusals: { "422": "CheckoutRefused" },
  },
  "checkouts.get": {
    summary: "Get the status of a payment token",
    description:
      "Proves the payment, unlike the return of the customer. Source: gateway documentation, " +
      '"Payment token status".',
    success: ["The status of the token.", EXAMPLES.status],
    statuses: ["200"],
    refusals: { "404": "NotFound" },
  },
  // Source of the following operations: gateway documentation, "Follow-up transactions" and "Create an ERIP payment
  // request".
  "transactions.get": found(
    "Read a transaction",
    "The present transaction, to compare with a notification or with the return of a customer.",
    EXAMPLES.transaction,
  ),
  "transactions.findByTrackingId": found(
    "Find up to 10 transactions by the merchant's identifier, the newest first",
    "Finds the payments, captures, voids and refunds that were made with this tracking_id.",
    EXAMPLES.transactions,
  ),
  "transactions.pay": newTransaction("Charge a saved card", EXAMPLES.savedCardPayment, EXAMPLES.charged),
  "transactions.authorize": newTransaction(
    "Hold an amount on a saved card",
    EXAMPLES.savedCardPayment,
    EXAMPLES.held,
  ),
  "transactions.capture": newTransaction("Capture funds held by an authorization", EXAMPLES.followUp),
  "transactions.void": newTransaction("Release funds held by an authorization", EXAMPLES.followUp),
  "transactions.refund": newTransaction("Refund a payment or a capture", EXAMPLES.newRefund),
  "bills.create": newTransaction(
    "Create a bill, which the customer pays in a bank or at a terminal",
    EXAMPLES.newBill,
    EXAMPLES.bill,
  ),
  "bills.get": found("Read a bill", "The bill with its present status.", EXAMPLES.bill),
  "bills.delete": {
    summary: "Withdraw a bill that is not paid",
    description: "The bill becomes `deleted`.",
    success: ["Deleted.", EXAMPLES.deletedBill],
    statuses: ["200"],
    refusals: { "404": "NotFound", "422": "FollowUpRefused" },
  },
};

const MESSAGE: Schema = { type: "object", properties: { message: { type: "string" } } };

/** The schema of a model, which is a reference to its component, or a list of references. */
const schemaOf = (model: z.ZodMiniType): Schema => {
  const reference = refTo(nameOfModel(model));
  return partOf(model).item ? { type: "array", items: reference } : reference;
};

const wrapped = (key: string | undefined, schema: Schema): Schema =>
  key === undefined ? schema : under(key, schema);

const toOperation = (operation: ApiOperation): Schema => {
  const { summary, description, sent, success, statuses = ["200", "201"], refusals } = NOTES[operation];
  const { params, key, result } = modelsOf(operation);
  const { bodyKey, transactionType } = rowOf(operation);
  const [meaning, example] = success;
  const content = jsonOf(result ? wrapped(key, schemaOf(result)) : MESSAGE, example);
  return {
    operationId: operation,
    tags: [operation.split(".")[0]],
    summary,
    description,
    ...(transactionType && { parameters: [requestId] }),
    ...(params && {
      requestBody: { required: true, content: jsonOf(wrapped(bodyKey, schemaOf(params)), sent) },
    }),
    responses: {
      ...Object.fromEntries(
        statuses.map((status) => [
          status,
          { description: meaning, ...(example !== undefined && { content }) },
        ]),
      ),
      ...Object.fromEntries(
        Object.entries({ "400": "Malformed", ...refusals }).map(([status, name]) => [status, answer(name)]),
      ),
      ...SERVED,
    },
  };
};

type Placeholder = (typeof OPERATIONS)[ApiOperation]["path"] extends infer Path
  ? Path extends `${string}{${infer Name}}${string}`
    ? Name
    : never
  : never;

const SEGMENTS: Record<Placeholder, string> = {
  product_id: "Product identifier, `prd_` and an opaque string.",
  token: "Payment token.",
  uid: "Identifier of the transaction.",
  tracking_id: "The merchant's identifier.",
  bill_id: "`uid` of the bill. Its `order_id` also reads it.",
};

/** The parameters of every operation of a path. */
const parametersOf = (path: string, host: Host): Schema[] => [
  ...Object.entries(SEGMENTS)
    .filter(([name]) => path.includes(`{${name}}`))
    .map(([name, description]) => ({
      name,
      in: "path",
      required: true,
      description,
      schema: { type: "string", minLength: 1 },
    })),
  ...(host === "checkoutUrl" ? [apiVersion] : []),
];

export function pathsOn(servers: Record<Host, Schema>): Schema {
  const paths: Record<string, Schema> = {};
  for (const operation of API_OPERATIONS) {
    const { method, host, path } = OPERATIONS[operation];
    paths[path] = {
      servers: [servers[host]],
      parameters: parametersOf(path, host),
      ...paths[path],
      [method.toLowerCase()]: toOperation(operation),
    };
  }
  return paths;
}
