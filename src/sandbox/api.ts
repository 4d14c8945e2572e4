import { type Context, Hono } from "hono";
import { basicAuthorization } from "../transport/credentials.ts";
import { isRecord } from "../values.ts";
import { originOf } from "./origin-of.ts";
import type { Host } from "./products.ts";
import { toRefusal } from "./refusal.ts";
import type { Shop } from "./shop.ts";
import { startCheckout } from "./start-checkout.ts";

/** What every address has that is not there. */
export const notFound = (context: Context): Response => context.json({ message: "Record not found" }, 404);

/** The JSON object in a request; undefined when there is none. */
const readObject = async (context: Context): Promise<Record<string, unknown> | undefined> => {
  const body: unknown = await context.req.json().catch(() => undefined);
  return isRecord(body) ? body : undefined;
};

const noObject = (context: Context): Response =>
  context.json({ message: "The body must be a JSON object" }, 400);

/** The endpoints of the API reference and the token status of the gateway documentation. */
export function createApi(shop: Shop): Hono {
  const { shopId, secretKey, products, checkouts, failures, tell } = shop;
  const api = new Hono();
  const authorization = basicAuthorization(shopId, secretKey);
  const hostOf = (context: Context): Host => ({ origin: originOf(context), shopId });

  const guard = async (context: Context, next: () => Promise<void>): Promise<Response | undefined> => {
    const failure = failures.next();
    if (failure) return failure;
    if (context.req.header("authorization") !== authorization) {
      return context.json({ message: "Access denied" }, 401, { "www-authenticate": "Basic" });
    }
    await next();
    return undefined;
  };
  for (const path of ["/products", "/products/:id", "/ctp/api/*"]) api.use(path, guard);

  api.post("/products", async (context) => {
    const fields = await readObject(context);
    if (!fields) return noObject(context);
    const problems = products.problemsOfNew(fields);
    if (problems.length > 0) return context.json(toRefusal(problems), 422);
    const product = products.create(fields, hostOf(context));
    tell();
    return context.json(product, 201);
  });

  api.get("/products", (context) => context.json(products.list(hostOf(context))));

  api.get("/products/:id", (context) => {
    const product = products.get(context.req.param("id"), hostOf(context));
    return product ? context.json(product) : notFound(context);
  });

  api.put("/products/:id", async (context) => {
    const id = context.req.param("id");
    if (!products.get(id, hostOf(context))) return notFound(context);
    const fields = await readObject(context);
    if (!fields) return noObject(context);
    const problems = products.problemsOfChange(fields);
    if (problems.length > 0) return context.json(toRefusal(problems), 422);
    products.update(id, fields);
    tell();
    return context.body(null, 204);
  });

  api.post("/ctp/api/checkouts", async (context) => {
    const body = await readObject(context);
    if (!body) return noObject(context);
    const { checkout } = body;
    const problems = checkouts.problemsOfNew(checkout);
    if (problems.length > 0 || !isRecord(checkout)) return context.json(toRefusal(problems), 422);
    return context.json({ checkout: startCheckout(shop, checkout, hostOf(context).origin) }, 201);
  });

  api.get("/ctp/api/checkouts/:token", (context) => {
    const status = checkouts.status(context.req.param("token"));
    return status ? context.json({ checkout: status }) : notFound(context);
  });

  return api;
}
