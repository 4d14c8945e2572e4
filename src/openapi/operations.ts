import {
  API_OPERATIONS,
  type ApiOperation,
  type Host,
  OPERATIONS,
  type OperationRow,
  rowOf,
} from "../api/operations.ts";
import type { Comment, FieldComment } from "./comments.ts";
import { EXAMPLES } from "./examples.ts";
import { apiVersion, requestId } from "./headers.ts";
import { answer, jsonOf, refTo, type Schema, SERVED, under } from "./schema.ts";

/** What the OpenAPI document has in addition to the row of an operation and its comment. */
interface Notes {
  /** An example of the body. */
  readonly sent?: unknown;
  /** An example of the answer. */
  readonly answered?: unknown;
  /**
   * The statuses of a success. Default 200, and for a POST also 201, because the reference shows none. Numbers, because
   * generators of clients treat a range as no result.
   */
  readonly statuses?: readonly string[];
  /** The other responses, by status. Default: `NotFound` for an id, and the refusal of the group for a body. */
  readonly refusals?: Readonly<Record<string, string>>;
}

/** An operation without notes does not compile. */
const NOTES: Readonly<Record<ApiOperation, Notes>> = {
  "products.create": { sent: EXAMPLES.newProduct, answered: EXAMPLES.product, statuses: ["201"] },
  "products.list": { answered: EXAMPLES.products },
  "products.get": { answered: EXAMPLES.product },
  "products.update": { sent: EXAMPLES.changes, statuses: ["204"] },
  "checkouts.create": { sent: EXAMPLES.newCheckout, answered: EXAMPLES.checkout },
  "checkouts.get": { answered: EXAMPLES.status },
  "transactions.get": { answered: EXAMPLES.transaction },
  "transactions.findByTrackingId": { answered: EXAMPLES.transactions },
  "transactions.pay": { sent: EXAMPLES.savedCardPayment, answered: EXAMPLES.charged },
  "transactions.authorize": { sent: EXAMPLES.savedCardPayment, answered: EXAMPLES.held },
  "transactions.capture": { sent: EXAMPLES.followUp, answered: EXAMPLES.capture },
  "transactions.void": { sent: EXAMPLES.followUp, answered: EXAMPLES.void },
  "transactions.refund": { sent: EXAMPLES.newRefund, answered: EXAMPLES.refund },
  "bills.create": { sent: EXAMPLES.newBill, answered: EXAMPLES.bill },
  "bills.get": { answered: EXAMPLES.bill },
  "bills.delete": { answered: EXAMPLES.deletedBill, refusals: { "422": "FollowUpRefused" } },
};

/** The refusal of a body, by the host. A host without one does not compile. */
const REFUSALS: Readonly<Record<Host, string>> = {
  baseUrl: "ProductRefused",
  checkoutUrl: "CheckoutRefused",
  gatewayUrl: "FollowUpRefused",
};

/** The texts of a call that makes a transaction. */
const TRANSACTION = {
  details:
    "Idempotent only with the header `RequestID`. If a call without it may have been processed, look for its tracking_id " +
    "before you send it again.",
  returns: "The transaction. If it was declined, its status is `failed`.",
};

const MESSAGE: Schema = { type: "object", properties: { message: { type: "string" } } };

const wrapped = (key: string | undefined, schema: Schema): Schema =>
  key === undefined ? schema : under(key, schema);

/** The schema of an answer with a result, which may be a list. */
const resultOf = ({ returns, isList, key }: OperationRow): Schema => {
  if (!returns) return MESSAGE;
  return wrapped(key, isList ? { type: "array", items: refTo(returns) } : refTo(returns));
};

const toOperation = (operation: ApiOperation, { text, returns }: FieldComment): Schema => {
  const { sent, answered, statuses, refusals } = NOTES[operation];
  const row = rowOf(operation);
  const { method, host, path, takes, bodyKey, transactionType } = row;
  const [summary, details = TRANSACTION.details] = text.split("\n\n");
  if (!summary) throw new Error(`The row of ${operation} has no comment`);
  const success = {
    description: returns ?? TRANSACTION.returns,
    ...((row.returns || answered !== undefined) && { content: jsonOf(resultOf(row), answered) }),
  };
  const refused = {
    "400": "Malformed",
    ...(path.includes("{") && { "404": "NotFound" }),
    ...(takes && { "422": transactionType ? REFUSALS.gatewayUrl : REFUSALS[host] }),
    ...refusals,
  };
  return {
    operationId: operation,
    tags: [operation.split(".")[0]],
    summary,
    description: details,
    ...(transactionType && { parameters: [requestId] }),
    ...(takes && {
      requestBody: { required: true, content: jsonOf(wrapped(bodyKey, refTo(takes)), sent) },
    }),
    responses: {
      ...Object.fromEntries(
        (statuses ?? (method === "POST" ? ["200", "201"] : ["200"])).map((status) => [status, success]),
      ),
      ...Object.fromEntries(Object.entries(refused).map(([status, name]) => [status, answer(name)])),
      ...SERVED,
    },
  };
};

type Placeholder = (typeof OPERATIONS)[ApiOperation]["path"] extends infer Path
  ? Path extends `${string}{${infer Name}}${string}`
    ? Name
    : never
  : never;

/** Each segment with the id of the example of the answer, so that a static mock answers what was requested. */
const SEGMENTS: Record<Placeholder, readonly [description: string, example: string | undefined]> = {
  product_id: ["Product identifier, `prd_` and an opaque string.", EXAMPLES.product.id],
  token: ["Payment token.", EXAMPLES.status.checkout.token],
  uid: ["Identifier of the transaction.", EXAMPLES.transaction.transaction.uid],
  tracking_id: ["The merchant's identifier.", EXAMPLES.newRefund.request.tracking_id],
  bill_id: ["`uid` of the bill. Its `order_id` also reads it.", EXAMPLES.bill.transaction.uid],
};

/** The parameters of every operation of a path. */
const parametersOf = (path: string, host: Host): Schema[] => [
  ...Object.entries(SEGMENTS)
    .filter(([name]) => path.includes(`{${name}}`))
    .map(([name, [description, example]]) => ({
      name,
      in: "path",
      required: true,
      description,
      schema: { type: "string", minLength: 1 },
      example,
    })),
  ...(host === "checkoutUrl" ? [apiVersion] : []),
];

export function pathsOn(servers: Record<Host, Schema>, comments: Comment["fields"]): Schema {
  const paths: Record<string, Schema> = {};
  for (const operation of API_OPERATIONS) {
    const { method, host, path } = OPERATIONS[operation];
    paths[path] = {
      servers: [servers[host]],
      parameters: parametersOf(path, host),
      ...paths[path],
      [method.toLowerCase()]: toOperation(operation, comments.get(operation) ?? { text: "" }),
    };
  }
  return paths;
}
