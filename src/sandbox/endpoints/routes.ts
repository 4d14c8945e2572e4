import type { Context } from "hono";
import { API_OPERATIONS, type ApiOperation, type Method, OPERATIONS } from "../../api/operations.ts";
import { FOLLOW_UPS } from "../gateway/follow-ups/follow-up-type.ts";
import type { Shop } from "../gateway/shop.ts";
import { billHandlersOf, findBillHandler } from "./bill-handlers.ts";
import { checkoutHandlersOf, refusalOfStatus, refusalOfVisitor } from "./checkout-handlers.ts";
import type { Handler } from "./handler.ts";
import { productHandlersOf } from "./product-handlers.ts";
import {
  alternativeHandler,
  cardPaymentHandler,
  creditCardHandler,
  followUpHandler,
  transactionHandlersOf,
} from "./transaction-handlers.ts";

/** An address of the API. */
export interface Route {
  readonly method: Method;
  /** A name in braces stands for a segment. */
  readonly path: string;
  /** The SDK's name; undefined where the SDK has no method for it. */
  readonly operation: ApiOperation | undefined;
  readonly handler: Handler;
  /**
   * Why this call is refused, given what is wrong with its secret key; undefined where it needs none. Default: every call
   * needs it.
   */
  readonly refusalWithoutKey?: ((context: Context, wrong: string) => Promise<string | undefined>) | undefined;
}

/** Every address of the API: the operations of the SDK, and those that only other clients call. */
export function routesOf(shop: Shop): Route[] {
  const handlers: Record<ApiOperation, Handler> = {
    ...productHandlersOf(shop),
    ...checkoutHandlersOf(shop),
    ...transactionHandlersOf(shop),
    ...billHandlersOf(shop),
  };
  const refundElsewhere = followUpHandler(shop, "refund", "/beyag/transactions");
  const withoutKey: Partial<Record<ApiOperation, Route["refusalWithoutKey"]>> = {
    "checkouts.create": refusalOfVisitor(shop),
    "checkouts.get": refusalOfStatus(shop),
  };
  return [
    ...API_OPERATIONS.map((operation) => ({
      operation,
      method: OPERATIONS[operation].method,
      path: OPERATIONS[operation].path,
      handler: handlers[operation],
      refusalWithoutKey: withoutKey[operation],
    })),
    // Follow-ups of alternative payments: the same operations at another path.
    ...FOLLOW_UPS.map((type) => ({
      operation: `transactions.${type}` as const,
      method: "POST" as const,
      path: `/beyag/transactions/${type}s`,
      handler: followUpHandler(shop, type, "/beyag/transactions"),
    })),
    { operation: "transactions.refund", method: "POST", path: "/beyag/refunds", handler: refundElsewhere },
    { operation: "bills.get", method: "GET", path: "/beyag/payments", handler: findBillHandler(shop) },
    {
      operation: "transactions.get",
      method: "GET",
      path: "/beyag/transactions/{uid}",
      handler: alternativeHandler(shop, handlers["transactions.get"]),
    },
    ...["/transactions", "/beyag/transactions"].map((base) => ({
      operation: "transactions.findByTrackingId" as const,
      method: "GET" as const,
      path: `${base}/tracking_id/{tracking_id}`,
      handler: handlers["transactions.findByTrackingId"],
    })),
    {
      operation: undefined,
      method: "POST",
      path: "/transactions/credits",
      handler: cardPaymentHandler(shop, "credit"),
    },
    {
      operation: undefined,
      method: "POST",
      path: "/services/credit_cards/charges",
      handler: cardPaymentHandler(shop, "charge"),
    },
    { operation: undefined, method: "POST", path: "/credit_cards", handler: creditCardHandler(shop) },
  ];
}
