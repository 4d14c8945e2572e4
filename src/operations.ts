/** The HTTP methods of calls. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The client option that holds the address of an operation's host. */
export type Host = "baseUrl" | "checkoutUrl" | "gatewayUrl";

interface OperationRow {
  readonly method: Method;
  readonly host: Host;
  /** Below the host's address; a name in braces stands for an escaped segment. */
  readonly path: string;
  /** Where the errors of the operation start. */
  readonly errorRoot: readonly string[];
  /** Whether sending it twice has the effect of sending it once. */
  readonly isRepeatable: boolean;
  /** What to do when it may have been processed without an answer. */
  readonly ifProcessed?: string;
}

/** A transaction that follows another. */
const followUp = <const Path extends string>(path: Path) =>
  ({
    method: "POST",
    host: "gatewayUrl",
    path: `/transactions/${path}`,
    errorRoot: ["request"],
    isRepeatable: false,
    ifProcessed:
      "It may have been processed: look for its own tracking_id with transactions.findByTrackingId first",
  }) as const;

/** Every operation that the SDK names: what calls, the sandbox, the OpenAPI document and the tests know of it. */
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

/** An operation of the table. */
export type ApiOperation = keyof typeof OPERATIONS;

const isApiOperation = (name: string): name is ApiOperation => Object.hasOwn(OPERATIONS, name);

/** The names of the table, in its order. */
export const API_OPERATIONS: readonly ApiOperation[] = Object.keys(OPERATIONS).filter(isApiOperation);

/** The name of an SDK call, such as `"products.create"`; `"request"` for an endpoint that the SDK does not name. */
export type Operation = ApiOperation | "request";

/** What the table says of an operation. */
export const rowOf = (operation: ApiOperation): OperationRow => OPERATIONS[operation];
