import { namesOf } from "../shared/values.ts";
import type { ValueOf } from "./fields/primitives.ts";
import type { PARAMS } from "./params.ts";
import type { RESULTS } from "./results.ts";

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

export interface OperationRow {
  readonly method: Method;
  readonly host: Host;
  /** Path after the host's URL. A name in braces is replaced by an escaped segment. */
  readonly path: string;
  /** The type of the parameters. If undefined, the operation takes none and sends no body. */
  readonly takes?: keyof typeof PARAMS;
  /** Key of the parameters in the body. If undefined, the parameters are the body. */
  readonly bodyKey?: string;
  /** The type of the result, or of its items. If undefined, the operation resolves on any 2xx. */
  readonly returns?: keyof typeof RESULTS;
  readonly isList?: true;
  /** Key of the result in the answer. If undefined, the body is the result. */
  readonly key?: string;
  /** The fields that a result must have, as text. */
  readonly needs?: readonly string[];
  /** The field of the result that contains the requested id. */
  readonly idField?: string;
  /** Path under which errors of the operation are nested. */
  readonly errorRoot?: readonly string[];
  /** The type of the new transaction. If defined, the operation takes an `idempotencyKey`. */
  readonly transactionType?: string;
  /** Whether the operation takes `resend: true`, which allows retries. */
  readonly takesResend?: true;
  /** Advice in errors if the call may have been processed. */
  readonly ifProcessed?: string;
}

/* @__NO_SIDE_EFFECTS__ */
function newTransaction<
  const Path extends string,
  const Type extends string,
  const Params extends keyof typeof PARAMS,
>(path: Path, transactionType: Type, takes: Params) {
  return {
    method: "POST",
    host: "gatewayUrl",
    path: `/transactions/${path}`,
    takes,
    bodyKey: "request",
    returns: "Transaction",
    key: "transaction",
    transactionType,
    ifProcessed:
      "It may have been processed, so first look for its tracking_id with transactions.findByTrackingId",
  } as const;
}

/**
 * Every operation of the SDK. The client, the local gateway, the OpenAPI document and the tests read this table. The
 * comment of a row is the text of the OpenAPI document. Its first paragraph is the summary, and `@returns` describes a
 * success.
 */
export const OPERATIONS = {
  /**
   * Create a product
   *
   * Not idempotent. Sending the request again creates a second product.
   *
   * @returns The product.
   */
  "products.create": {
    method: "POST",
    host: "baseUrl",
    path: "/products",
    takes: "ProductCreateParams",
    returns: "Product",
    needs: ["id"],
    ifProcessed: "The product may have been created, so first look for it with products.list",
  },
  /**
   * Read a product
   *
   * The identifier of a product that the shop created.
   *
   * @returns The product.
   */
  "products.get": {
    method: "GET",
    host: "baseUrl",
    path: "/products/{product_id}",
    returns: "Product",
    needs: ["id"],
    idField: "id",
  },
  /**
   * List all products of the shop
   *
   * The reference shows no filters and no pagination.
   *
   * @returns The products.
   */
  "products.list": { method: "GET", host: "baseUrl", path: "/products", returns: "Product", isList: true },
  /**
   * Change fields of a product
   *
   * Fields that you leave out keep their values. The changed product must satisfy the rules of a new one.
   *
   * @returns Changed. The body is empty.
   */
  "products.update": {
    method: "PUT",
    host: "baseUrl",
    path: "/products/{product_id}",
    takes: "ProductUpdateParams",
  },
  /**
   * Create a payment token
   *
   * Not idempotent. Sending the request again creates a second token.
   *
   * @returns The token and the request. The reference does not show the status.
   */
  "checkouts.create": {
    method: "POST",
    host: "checkoutUrl",
    path: "/ctp/api/checkouts",
    takes: "CheckoutCreateParams",
    bodyKey: "checkout",
    returns: "Checkout",
    key: "checkout",
    needs: ["token", "redirect_url"],
    errorRoot: ["checkout"],
    takesResend: true,
    ifProcessed:
      "The token may have been created. Create another and show only that one, because a token alone charges nothing",
  },
  /**
   * Get the status of a payment token
   *
   * Proves the payment, unlike the return of the customer. Source: gateway documentation, "Payment token status".
   *
   * @returns The status of the token.
   */
  "checkouts.get": {
    method: "GET",
    host: "checkoutUrl",
    path: "/ctp/api/checkouts/{token}",
    returns: "CheckoutStatus",
    key: "checkout",
    needs: ["token"],
    idField: "token",
    errorRoot: ["checkout"],
  },
  // Source of the following operations: gateway documentation, "Follow-up transactions" and "Create an ERIP payment
  // request".
  /**
   * Read a transaction
   *
   * The present transaction, to compare with a notification or with the return of a customer.
   *
   * @returns The result.
   */
  "transactions.get": {
    method: "GET",
    host: "gatewayUrl",
    path: "/transactions/{uid}",
    returns: "Transaction",
    key: "transaction",
    idField: "uid",
  },
  /**
   * Find up to 10 transactions by the merchant's identifier, the newest first
   *
   * Finds the payments, captures, voids and refunds that were made with this tracking_id.
   *
   * @returns The result.
   */
  "transactions.findByTrackingId": {
    method: "GET",
    host: "gatewayUrl",
    path: "/v2/transactions/tracking_id/{tracking_id}",
    returns: "Transaction",
    isList: true,
    key: "transactions",
  },
  /** Charge a saved card */
  "transactions.pay": newTransaction("payments", "payment", "SavedCardPaymentParams"),
  /** Hold an amount on a saved card */
  "transactions.authorize": newTransaction("authorizations", "authorization", "SavedCardPaymentParams"),
  /** Capture funds held by an authorization */
  "transactions.capture": newTransaction("captures", "capture", "CaptureParams"),
  /** Release funds held by an authorization */
  "transactions.void": newTransaction("voids", "void", "VoidParams"),
  /** Refund a payment or a capture */
  "transactions.refund": newTransaction("refunds", "refund", "RefundParams"),
  /** Create a bill, which the customer pays in a bank or at a terminal */
  "bills.create": {
    method: "POST",
    host: "baseUrl",
    path: "/beyag/payments",
    takes: "BillCreateParams",
    bodyKey: "request",
    returns: "Transaction",
    key: "transaction",
    transactionType: "payment",
    ifProcessed: "The bill may have been created, so first look for its order_id with bills.get",
  },
  /**
   * Read a bill
   *
   * The bill with its present status.
   *
   * @returns The result.
   */
  "bills.get": {
    method: "GET",
    host: "baseUrl",
    path: "/beyag/payments/{bill_id}",
    returns: "Transaction",
    key: "transaction",
  },
  /**
   * Withdraw a bill that is not paid
   *
   * The bill becomes `deleted`.
   *
   * @returns Deleted.
   */
  "bills.delete": { method: "DELETE", host: "baseUrl", path: "/beyag/payments/{bill_id}" },
} as const satisfies Readonly<Record<string, OperationRow>>;

/** The name of an operation, such as `"products.create"`. */
export type ApiOperation = keyof typeof OPERATIONS;

/** The names of all operations, in the order of the table. */
export const API_OPERATIONS: readonly ApiOperation[] = /* @__PURE__ */ namesOf(OPERATIONS);

/** The name of an SDK call, such as `"products.create"`. The name is `"request"` for `PaymentsClient.request`. */
export type Operation = ApiOperation | "request";

type Rows = typeof OPERATIONS;

/** The parameters of an operation. Undefined if the operation takes none. */
export type ParamsOf<O extends ApiOperation> = Rows[O] extends {
  readonly takes: infer Name extends keyof typeof PARAMS;
}
  ? ValueOf<(typeof PARAMS)[Name]>
  : undefined;

type ItemOf<O extends ApiOperation> = Rows[O] extends {
  readonly returns: infer Name extends keyof typeof RESULTS;
}
  ? ValueOf<(typeof RESULTS)[Name]>
  : undefined;

/** The result of an operation. */
export type ResultOf<O extends ApiOperation> = Rows[O] extends { readonly isList: true }
  ? ItemOf<O>[]
  : ItemOf<O>;

export const rowOf = (operation: ApiOperation): OperationRow => OPERATIONS[operation];
