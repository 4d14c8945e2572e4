/** HTTP method of a call. */
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Whether each method is idempotent, so that sending it twice has the effect of sending it once (RFC 9110, 9.2.2). */
export const IS_IDEMPOTENT: Readonly<Record<Method, boolean>> = {
  GET: true,
  PUT: true,
  DELETE: true,
  POST: false,
  PATCH: false,
};

/** The client options that contain the URL of a host. */
export const HOSTS = ["baseUrl", "checkoutUrl", "gatewayUrl"] as const;

export type Host = (typeof HOSTS)[number];

interface OperationRow {
  readonly method: Method;
  readonly host: Host;
  /** Path after the host's URL. A name in braces is replaced by an escaped segment. */
  readonly path: string;
  /** Key of the parameters in the body. If undefined, the parameters are the body. */
  readonly bodyKey?: string;
  /** Path under which errors of the operation are nested. */
  readonly errorRoot: readonly string[];
  /** The type of the new transaction. If defined, the operation takes an `idempotencyKey`. */
  readonly transactionType?: string;
  /** Whether the operation takes `resend: true`, which allows retries. */
  readonly takesResend?: true;
  /** Advice in errors if the call may have been processed. */
  readonly ifProcessed?: string;
}

/* @__NO_SIDE_EFFECTS__ */
function newTransaction<const Path extends string, const Type extends string>(
  path: Path,
  transactionType: Type,
) {
  return {
    method: "POST",
    host: "gatewayUrl",
    path: `/transactions/${path}`,
    bodyKey: "request",
    errorRoot: [],
    transactionType,
    ifProcessed:
      "It may have been processed, so first look for its tracking_id with transactions.findByTrackingId",
  } as const;
}

/** Every operation of the SDK. The client, the local gateway, the OpenAPI document and the tests read this table. */
export const OPERATIONS = {
  "products.create": {
    method: "POST",
    host: "baseUrl",
    path: "/products",
    errorRoot: [],
    ifProcessed: "The product may have been created, so first look for it with products.list",
  },
  "products.get": { method: "GET", host: "baseUrl", path: "/products/{product_id}", errorRoot: [] },
  "products.list": { method: "GET", host: "baseUrl", path: "/products", errorRoot: [] },
  "products.update": { method: "PUT", host: "baseUrl", path: "/products/{product_id}", errorRoot: [] },
  "checkouts.create": {
    method: "POST",
    host: "checkoutUrl",
    path: "/ctp/api/checkouts",
    bodyKey: "checkout",
    errorRoot: ["checkout"],
    takesResend: true,
    ifProcessed:
      "The token may have been created. Create another and show only that one, because a token alone charges nothing",
  },
  "checkouts.get": {
    method: "GET",
    host: "checkoutUrl",
    path: "/ctp/api/checkouts/{token}",
    errorRoot: ["checkout"],
  },
  "transactions.get": { method: "GET", host: "gatewayUrl", path: "/transactions/{uid}", errorRoot: [] },
  "transactions.findByTrackingId": {
    method: "GET",
    host: "gatewayUrl",
    path: "/v2/transactions/tracking_id/{tracking_id}",
    errorRoot: [],
  },
  "transactions.pay": newTransaction("payments", "payment"),
  "transactions.authorize": newTransaction("authorizations", "authorization"),
  "transactions.capture": newTransaction("captures", "capture"),
  "transactions.void": newTransaction("voids", "void"),
  "transactions.refund": newTransaction("refunds", "refund"),
  "bills.create": {
    method: "POST",
    host: "baseUrl",
    path: "/beyag/payments",
    bodyKey: "request",
    errorRoot: [],
    transactionType: "payment",
    ifProcessed: "The bill may have been created, so first look for its order_id with bills.get",
  },
  "bills.get": { method: "GET", host: "baseUrl", path: "/beyag/payments/{bill_id}", errorRoot: [] },
  "bills.delete": { method: "DELETE", host: "baseUrl", path: "/beyag/payments/{bill_id}", errorRoot: [] },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** The name of an operation, such as `"products.create"`. */
export type ApiOperation = keyof typeof OPERATIONS;

const isApiOperation = (name: string): name is ApiOperation => Object.hasOwn(OPERATIONS, name);

/* @__NO_SIDE_EFFECTS__ */
function allOperations(): readonly ApiOperation[] {
  return Object.keys(OPERATIONS).filter(isApiOperation);
}

/** The names of all operations, in the order of the table. */
export const API_OPERATIONS: readonly ApiOperation[] = allOperations();

/** The name of an SDK call, such as `"products.create"`. The name is `"request"` for `PaymentsClient.request`. */
export type Operation = ApiOperation | "request";

export const rowOf = (operation: ApiOperation): OperationRow => OPERATIONS[operation];
