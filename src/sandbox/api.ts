import { type Context, Hono } from "hono";
import { basicAuthorization } from "../account.ts";
import { API_OPERATIONS, type ApiOperation, OPERATIONS } from "../operations.ts";
import { isRecord } from "../values.ts";
import { type Handler, noObject, notFound, paramOf, readObject } from "./handler.ts";
import { originOf } from "./origin-of.ts";
import type { Host } from "./products.ts";
import { toRefusal } from "./refusal.ts";
import type { Shop } from "./shop.ts";
import { startCheckout } from "./start-checkout.ts";
import { transactionHandlersOf } from "./transaction-handlers.ts";

/** What answers each operation. */
function handlersOf(shop: Shop): Record<ApiOperation, Handler> {
  const { shopId, products, checkouts, tell } = shop;
  const hostOf = (context: Context): Host => ({ origin: originOf(context), shopId });

  return {
    "products.create": async (context) => {
      const fields = await readObject(context);
      if (!fields) return noObject(context);
      const problems = products.problemsOfNew(fields);
      if (problems.length > 0) return context.json(toRefusal(problems), 422);
      const product = products.create(fields, hostOf(context));
      tell();
      return context.json(product, 201);
    },

    "products.list": (context) => context.json(products.list(hostOf(context))),

    "products.get": (context) => {
      const product = products.get(paramOf(context, "product_id"), hostOf(context));
      return product ? context.json(product) : notFound(context);
    },

    "products.update": async (context) => {
      const id = paramOf(context, "product_id");
      if (!products.get(id, hostOf(context))) return notFound(context);
      const fields = await readObject(context);
      if (!fields) return noObject(context);
      const problems = products.problemsOfChange(fields);
      if (problems.length > 0) return context.json(toRefusal(problems), 422);
      products.update(id, fields);
      tell();
      return context.body(null, 204);
    },

    "checkouts.create": async (context) => {
      const body = await readObject(context);
      if (!body) return noObject(context);
      const { checkout } = body;
      const problems = checkouts.problemsOfNew(checkout);
      if (problems.length > 0 || !isRecord(checkout)) return context.json(toRefusal(problems), 422);
      return context.json({ checkout: startCheckout(shop, checkout, hostOf(context).origin) }, 201);
    },

    "checkouts.get": (context) => {
      const status = checkouts.status(paramOf(context, "token"));
      return status ? context.json({ checkout: status }) : notFound(context);
    },

    ...transactionHandlersOf(shop),
  };
}

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

  const handlers = handlersOf(shop);
  for (const operation of API_OPERATIONS) {
    const { method, path } = OPERATIONS[operation];
    api.on(method, routeOf(path), guard, handlers[operation]);
  }
  return api;
}
