import type { Context, MiddlewareHandler } from "hono";
import type { OPERATIONS } from "../../api/operations.ts";
import { isRecord } from "../../shared/values.ts";
import { toBodyText, toSubject } from "../gateway/calls.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { type Fields, parseJson, sectionOf, textOf } from "../gateway/input/section.ts";
import { findByTrackingId, tokenOf } from "../gateway/orders/store.ts";
import { findBill } from "../gateway/payments/bills.ts";
import { isCrossOrigin, isJson, isKnownHost } from "../http/origin.ts";
import type { Route } from "./routes.ts";

type ParameterIn<Path> = Path extends `${string}{${infer Name}}${string}` ? Name : never;

type PathParameter = ParameterIn<(typeof OPERATIONS)[keyof typeof OPERATIONS]["path"]>;

const listed = (order: string | undefined) => (order === undefined ? undefined : [order]);

/** Finds the orders or the product of each path parameter. Undefined if there is no such record. */
const NAMED: Readonly<
  Record<PathParameter, (gateway: Gateway, id: string) => readonly string[] | undefined>
> = {
  product_id: ({ store }, id) => listed(store.products.get(id)?.id),
  token: ({ store }, id) => listed(tokenOf(store, id)?.id),
  uid: ({ store }, id) => listed(store.transactions.get(id)?.order),
  bill_id: (gateway, id) => listed(findBill(gateway, id)?.order),
  tracking_id: ({ store }, id) => [...new Set(findByTrackingId(store, id).map(({ order: token }) => token))],
};

const isParameter = (name: string | undefined): name is PathParameter =>
  name !== undefined && Object.hasOwn(NAMED, name);

interface Received {
  readonly text: string;
  /** The JSON object in the body. Undefined for any other body. */
  readonly body: Fields | undefined;
  readonly sent: unknown;
  /** The value of the path parameter. Empty if the path has no parameter. */
  readonly id: string;
  readonly isUnknown: boolean;
  /** The parameters of the call, or the tracking id in its path. */
  readonly asked: Fields;
  orders: readonly string[];
  result?: unknown;
}

/** Reads a call. Even a refused call contains its orders. */
const receive = (
  gateway: Gateway,
  { path, bodyKey, params }: Route,
  { req }: Context,
  bytes: ArrayBuffer,
): Received => {
  const text = new TextDecoder().decode(bytes);
  const parsed = bodyKey === undefined && params === undefined ? undefined : parseJson(text);
  const body = isRecord(parsed) ? parsed : undefined;
  const sent = bodyKey === undefined ? body : body?.[bodyKey];
  const name = /\{(\w+)\}/.exec(path)?.[1];
  const id = (name && req.param(name)) ?? "";
  const named = isParameter(name) ? NAMED[name](gateway, id) : [];
  const asked = name === "tracking_id" ? { tracking_id: id } : sectionOf(sent);
  const parent = gateway.store.transactions.get(textOf(asked["parent_uid"]) ?? "");
  const orders = [...(named ?? []), ...(parent ? [parent.order] : [])];
  return { text, body, sent, id, isUnknown: named === undefined, asked, orders };
};

export interface CallEnv {
  Variables: { received: Received };
}

/** Statuses of the guards. Payment pages have none, because other pages may link to them. */
const REFUSED: ReadonlySet<number> = new Set([403, 421]);

/** Whether a web page may have sent the request, from another origin or to another host name. */
const isForeign = (context: Context): boolean => isCrossOrigin(context) || !isKnownHost(context);

/** Counts refused requests of web pages. Does not log them, because a page could fill the log. */
export const countRefused =
  ({ journal }: Gateway): MiddlewareHandler =>
  async (context, next) => {
    await next();
    if (REFUSED.has(context.res.status) && isForeign(context)) journal.append("refusal");
  };

/** Returns the bytes of a body. Empty if the connection was lost. */
const bytesOf = (body: { arrayBuffer(): Promise<ArrayBuffer> }): Promise<ArrayBuffer> =>
  body.arrayBuffer().catch(() => new ArrayBuffer());

export const recordCall =
  (gateway: Gateway, route: Route | undefined): MiddlewareHandler<CallEnv> =>
  async (context, next) => {
    const { req } = context;
    const { pathname, search } = new URL(req.url);
    const start = performance.now();
    const at = gateway.clock.now().toISOString();
    // Skips unknown routes, because a form with card data may be posted to a wrong address and only JSON is masked.
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

/** Whether an API client sent the request, and not a browser that opens a page. */
const isOfClient = ({ req }: Context): boolean =>
  req.header("authorization") !== undefined ||
  req.header("accept") === "application/json" ||
  isJson(req.header("content-type"));

/** Answers an unknown method or path. Logs calls of clients, because the developer has to find the wrong address. */
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
