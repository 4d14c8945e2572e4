/** The HTTP methods that a call can use. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The client option with the URL of an operation's host. */
export type Host = "baseUrl" | "checkoutUrl" | "gatewayUrl";

interface OperationRow {
  readonly method: Method;
  readonly host: Host;
  /** Path below the host's URL; a name in braces is replaced by an escaped segment. */
  readonly path: string;
  /** Path under which errors of the operation are nested. */
  readonly errorRoot: readonly string[];
  /** Whether the operation is idempotent: sending it twice has the effect of sending it once. */
  readonly isRepeatable: boolean;
  /** Advice in errors of a call that may have been processed. */
  readonly ifProcessed?: string;
}

/** A capture, void or refund: a transaction that follows another. */
const followUp = <const Path extends string>(path: Path) =>
  ({
    method: "POST",
    host: "gatewayUrl",
    path: `/transactions/${path}`,
    errorRoot: ["request"],
    isRepeatable: false,
    ifProcessed:
      "It may have been processed: look for its tracking_id with transactions.findByTrackingId first",
  }) as const;

/** Every operation of the SDK. Calls, the sandbox, the OpenAPI document and the tests read it from this table. */
export const OPERATIONS = {
  "products.create": {
    method: "POST",
    host: "baseUrl",
    path: "/products",
    errorRoot: [],
    isRepeatable: false,
    ifProcessed: "The product may have been created: look for it with products.list first",
  },
  "products.get": {
    method: "GET",
    host: "baseUrl",
    path: "/products/{product_id}",
    errorRoot: [],
    isRepeatable: true,
  },
  "products.list": {
    method: "GET",
    host: "baseUrl",
    path: "/products",
    errorRoot: [],
    isRepeatable: true,
  },
  "products.update": {
    method: "PUT",
    host: "baseUrl",
    path: "/products/{product_id}",
    errorRoot: [],
    isRepeatable: true,
  },
  "checkouts.create": {
    method: "POST",
    host: "checkoutUrl",
    path: "/ctp/api/checkouts",
    errorRoot: ["checkout"],
    isRepeatable: false,
    ifProcessed:
      "The token may have been created: create another and show only that one; a token alone charges nothing",
  },
  "checkouts.get": {
    method: "GET",
    host: "checkoutUrl",
    path: "/ctp/api/checkouts/{token}",
    errorRoot: ["checkout"],
    isRepeatable: true,
  },
  "transactions.get": {
    method: "GET",
    host: "gatewayUrl",
    path: "/transactions/{uid}",
    errorRoot: [],
    isRepeatable: true,
  },
  "transactions.findByTrackingId": {
    method: "GET",
    host: "gatewayUrl",
    path: "/v2/transactions/tracking_id/{tracking_id}",
    errorRoot: [],
    isRepeatable: true,
  },
  "transactions.capture": followUp("captures"),
  "transactions.void": followUp("voids"),
  "transactions.refund": followUp("refunds"),
} as const satisfies Readonly<Record<string, OperationRow>>;

/** The name of an operation, such as `"products.create"`. */
export type ApiOperation = keyof typeof OPERATIONS;

const isApiOperation = (name: string): name is ApiOperation => Object.hasOwn(OPERATIONS, name);

/** The names of all operations, in the order of the table. */
export const API_OPERATIONS: readonly ApiOperation[] = Object.keys(OPERATIONS).filter(isApiOperation);

/** The name of an SDK call, such as `"products.create"`; `"request"` for `PaymentsClient.request`. */
export type Operation = ApiOperation | "request";

/** The table's entry for an operation. */
export const rowOf = (operation: ApiOperation): OperationRow => OPERATIONS[operation];
