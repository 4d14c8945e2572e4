import type { Context } from "hono";
import { API_OPERATIONS, type ApiOperation, type Method, OPERATIONS } from "../../api/operations.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { FOLLOW_UPS } from "../gateway/transactions/follow-up-rules.ts";
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
export function routesOf(gateway: Gateway): Route[] {
  const handlers: Record<ApiOperation, Handler> = {
    ...productHandlersOf(gateway),
    ...checkoutHandlersOf(gateway),
    ...transactionHandlersOf(gateway),
    ...billHandlersOf(gateway),
  };
  const refundElsewhere = followUpHandler(gateway, "refund", "/beyag/transactions");
  const withoutKey: Partial<Record<ApiOperation, Route["refusalWithoutKey"]>> = {
    "checkouts.create": refusalOfVisitor(gateway),
    "checkouts.get": refusalOfStatus(gateway),
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
      handler: followUpHandler(gateway, type, "/beyag/transactions"),
    })),
    { operation: "transactions.refund", method: "POST", path: "/beyag/refunds", handler: refundElsewhere },
    { operation: "bills.get", method: "GET", path: "/beyag/payments", handler: findBillHandler(gateway) },
    {
      operation: "transactions.get",
      method: "GET",
      path: "/beyag/transactions/{uid}",
      handler: alternativeHandler(gateway, handlers["transactions.get"]),
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
      handler: cardPaymentHandler(gateway, "credit"),
    },
    {
      operation: undefined,
      method: "POST",
      path: "/services/credit_cards/charges",
      handler: cardPaymentHandler(gateway, "charge"),
    },
    { operation: undefined, method: "POST", path: "/credit_cards", handler: creditCardHandler(gateway) },
  ];
}
