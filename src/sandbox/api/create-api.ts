import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { API_OPERATIONS, type ApiOperation, OPERATIONS } from "../../operations.ts";
import type { Shop } from "../gateway/shop.ts";
import { checkoutHandlersOf, WIDGET_CHECKOUTS, widgetCheckoutHandler } from "./checkout-handlers.ts";
import { guard, wrongCredentials } from "./guard.ts";
import type { Handler } from "./handler.ts";
import { productHandlersOf } from "./product-handlers.ts";
import {
  ALTERNATIVE_FOLLOW_UPS,
  cardPaymentHandler,
  creditCardHandler,
  followUpHandler,
  transactionHandlersOf,
} from "./transaction-handlers.ts";

/** The path of an operation as a route: `/products/:product_id`. */
const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** The endpoints of the API reference, and the token status and transactions of the gateway documentation. */
export function createApi(shop: Shop): Hono {
  const { authorization, failures } = shop;
  const api = new Hono();

  const authorize = async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const failure = failures.next();
    if (failure) return failure;
    const wrong = wrongCredentials(context.req.header("authorization"), authorization);
    if (wrong !== undefined) {
      // Without WWW-Authenticate, at which a browser would ask its user for the secret key.
      return context.json({ message: `Access denied: ${wrong}` }, 401);
    }
    await next();
    return undefined;
  };

  const handlers: Record<ApiOperation, Handler> = {
    ...productHandlersOf(shop),
    ...checkoutHandlersOf(shop),
    ...transactionHandlersOf(shop),
  };
  const handle =
    (operation: ApiOperation, handler = handlers[operation]): Handler =>
    (context) => {
      const proceed = async () => handler(context);
      const { path } = context.req;
      return failures.intercept ? failures.intercept({ operation, path, proceed }) : proceed();
    };
  for (const operation of API_OPERATIONS) {
    const { method, path } = OPERATIONS[operation];
    api.on(method, routeOf(path), guard, authorize, handle(operation));
  }
  for (const { type, operation, path } of ALTERNATIVE_FOLLOW_UPS) {
    const handler = followUpHandler(shop, type, "/beyag/transactions");
    api.post(path, guard, authorize, handle(operation, handler));
  }
  api.post("/transactions/credits", guard, authorize, cardPaymentHandler(shop, "credit"));
  api.post("/services/credit_cards/charges", guard, authorize, cardPaymentHandler(shop, "charge"));
  api.post("/credit_cards", guard, authorize, creditCardHandler(shop));
  const find = handlers["transactions.findByTrackingId"];
  api.get("/transactions/tracking_id/:tracking_id", guard, authorize, find);
  api.post(WIDGET_CHECKOUTS, guard, widgetCheckoutHandler(shop));
  return api;
}
