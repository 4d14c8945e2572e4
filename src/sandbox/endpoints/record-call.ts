import type { Context, MiddlewareHandler } from "hono";
import { toBodyText, toSubject } from "../gateway/calls.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { isCrossOrigin, isKnownHost } from "../http/origin.ts";
import { isJson } from "./access.ts";
import { type Received, receive } from "./received.ts";
import type { Route } from "./routes.ts";

/** What handlers read of a call. */
export interface CallEnv {
  Variables: { received: Received };
}

/** Statuses of the guards: other pages may link to payment pages. */
const REFUSED: ReadonlySet<number> = new Set([403, 421]);

/** Whether a web page can have sent it from the developer's browser: of another origin, or to another host's name. */
const isForeign = (context: Context): boolean => isCrossOrigin(context) || !isKnownHost(context);

/** Counts refused requests of web pages. They are not logged: a page could fill the log. */
export const countRefused =
  ({ journal }: Gateway): MiddlewareHandler =>
  async (context, next) => {
    await next();
    if (REFUSED.has(context.res.status) && isForeign(context)) journal.append("refusal");
  };

/** The bytes of a body; none where the connection was lost. */
const bytesOf = (body: { arrayBuffer(): Promise<ArrayBuffer> }): Promise<ArrayBuffer> =>
  body.arrayBuffer().catch(() => new ArrayBuffer());

/** Receives a call, and logs it with its answer. */
export const recordCall =
  (gateway: Gateway, route: Route | undefined): MiddlewareHandler<CallEnv> =>
  async (context, next) => {
    const { req } = context;
    const { pathname, search } = new URL(req.url);
    const start = performance.now();
    const at = gateway.clock.now().toISOString();
    // The form of a page could be posted to a wrong address, with card data that only JSON is searched for.
    const bytes = route ? await bytesOf(req) : new ArrayBuffer();
    const received = route && receive(gateway, route, context, bytes);
    if (received) context.set("received", received);
    await next();
    gateway.journal.addCall({
      at,
      method: req.method,
      path: pathname + search,
      operation: route?.operation,
      isServed: route !== undefined,
      status: context.res.status,
      subject: toSubject(received ?? { orders: [], asked: {} }),
      bodyText: toBodyText(bytes),
      answerText: toBodyText(await bytesOf(context.res.clone())),
      durationMs: Math.round((performance.now() - start) * 10) / 10,
    });
  };

/** Whether a program that calls an API sent it, not a browser that opens pages. */
const isOfClient = ({ req }: Context): boolean =>
  req.header("authorization") !== undefined ||
  req.header("accept") === "application/json" ||
  isJson(req.header("content-type"));

/** Answers a method and path that nothing serves, and logs the call of a client: its address is the mistake to find. */
export const notServed = (gateway: Gateway) => {
  const record = recordCall(gateway, undefined);
  return async (context: Context): Promise<Response> => {
    const { method, path } = context.req;
    const answer = async (): Promise<void> => {
      context.res = context.json({ message: `this sandbox does not serve ${method} ${path}` }, 404);
    };
    await (isOfClient(context) && !isForeign(context) ? record(context, answer) : answer());
    return context.res;
  };
};
