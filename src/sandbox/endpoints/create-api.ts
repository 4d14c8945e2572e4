import type { Context, Next } from "hono";
import { Hono } from "hono/tiny";
import type { Gateway } from "../gateway/gateway.ts";
import { nextFailure } from "../gateway/plans/failures.ts";
import { wrongCredentials } from "./credentials.ts";
import { guard } from "./guard.ts";
import { recordCall } from "./record-call.ts";
import { type Route, routesOf } from "./routes.ts";

/** The path of an operation as a route: `/products/:product_id`. */
const toPattern = (path: string): string => path.replace(/\{(\w+)\}/g, ":$1");

/** Answers with the planned failure, if there is one, whatever the credentials. */
const fail =
  ({ failures }: Gateway) =>
  async (_: Context, next: Next): Promise<Response | undefined> => {
    const failure = nextFailure(failures);
    if (failure) return failure;
    await next();
    return undefined;
  };

const authorize =
  (gateway: Gateway, { refusalWithoutKey }: Route) =>
  async (context: Context, next: Next): Promise<Response | undefined> => {
    const wrong = wrongCredentials(context, gateway);
    const reason = wrong && refusalWithoutKey ? await refusalWithoutKey(context, wrong) : wrong;
    // Without WWW-Authenticate, at which a browser would ask its user for the secret key.
    if (reason !== undefined) return context.json({ message: `Access denied: ${reason}` }, 401);
    await next();
    return undefined;
  };

/** Calls the handler, or lets `intercept` decide what is processed and what is answered. */
const handle =
  (gateway: Gateway, { operation, handler }: Route) =>
  async (context: Context): Promise<Response> => {
    const { intercept } = gateway;
    const proceed = async () => handler(context);
    const { path } = context.req;
    const body = () => context.req.text();
    return intercept ? intercept({ operation, path, body, proceed }) : proceed();
  };

/** The API: each of its addresses is logged, guarded, fails as planned and asks for credentials. */
export function createApi(gateway: Gateway): Hono {
  const api = new Hono();
  for (const route of routesOf(gateway)) {
    api.on(
      route.method,
      toPattern(route.path),
      recordCall(gateway, route),
      guard,
      fail(gateway),
      authorize(gateway, route),
      handle(gateway, route),
    );
  }
  return api;
}
