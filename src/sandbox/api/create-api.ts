import { type Context, Hono } from "hono";
import { API_OPERATIONS, type ApiOperation, OPERATIONS } from "../../operations.ts";
import { basicAuthorization } from "../../transport/credentials.ts";
import type { Shop } from "../gateway/shop.ts";
import { checkoutHandlersOf } from "./checkout-handlers.ts";
import type { Handler } from "./handler.ts";
import { productHandlersOf } from "./product-handlers.ts";
import { transactionHandlersOf } from "./transaction-handlers.ts";

/** The path of an operation as a route: `/products/:product_id`. */
const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** The endpoints of the API reference, and the token status and transactions of the gateway documentation. */
export function createApi(shop: Shop): Hono {
  const { shopId, secretKey, failures } = shop;
  const api = new Hono();
  const authorization = basicAuthorization(shopId, secretKey);

  const guard = async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const failure = failures.next();
    if (failure) return failure;
    if (context.req.header("authorization") !== authorization) {
      return context.json({ message: "Access denied" }, 401, { "www-authenticate": "Basic" });
    }
    await next();
    return undefined;
  };

  const handlers: Record<ApiOperation, Handler> = {
    ...productHandlersOf(shop),
    ...checkoutHandlersOf(shop),
    ...transactionHandlersOf(shop),
  };
  for (const operation of API_OPERATIONS) {
    const { method, path } = OPERATIONS[operation];
    api.on(method, routeOf(path), guard, handlers[operation]);
  }
  return api;
}
