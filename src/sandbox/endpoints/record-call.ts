import type { Context, MiddlewareHandler } from "hono";
import type { OPERATIONS } from "../../api/operations.ts";
import { isRecord } from "../../shared/values.ts";
import { toBodyText, toSubject } from "../gateway/calls.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { parseJson } from "../gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../gateway/input/section.ts";
import { findBill } from "../gateway/payments/bills.ts";
import type { Fields } from "../gateway/records/records.ts";
import { findByTrackingId } from "../gateway/records/store.ts";
import { isCrossOrigin, isKnownHost } from "../http/origin.ts";
import { isJson } from "./access.ts";
import type { Route } from "./routes.ts";

type ParameterIn<Path> = Path extends `${string}{${infer Name}}${string}` ? Name : never;

type PathParameter = ParameterIn<(typeof OPERATIONS)[keyof typeof OPERATIONS]["path"]>;

const listed = (order: string | undefined) => (order === undefined ? undefined : [order]);

/** The orders, or the product, that each parameter of a path names; undefined if there is no such record. */
const NAMED: Readonly<
  Record<PathParameter, (gateway: Gateway, id: string) => readonly string[] | undefined>
> = {
  product_id: ({ store }, id) => listed(store.products.get(id)?.id),
  token: ({ store }, id) => listed(store.checkouts.get(id)?.token),
  uid: ({ store }, id) => listed(store.transactions.get(id)?.token),
  bill_id: (gateway, id) => listed(findBill(gateway, id)?.token),
  tracking_id: ({ store }, id) => [...new Set(findByTrackingId(store, id).map(({ token }) => token))],
};

const isParameter = (name: string | undefined): name is PathParameter =>
  name !== undefined && Object.hasOwn(NAMED, name);

/** A call as it came, with its orders and its result. */
interface Received {
  readonly text: string;
  /** The JSON object in the body; undefined if it has none. */
  readonly body: Fields | undefined;
  readonly sent: unknown;
  /** The value of the parameter in the path; empty without one. */
  readonly id: string;
  /** Whether the path names a record that does not exist. */
  readonly isUnknown: boolean;
  /** The parameters of the call, or the tracking id in its path. */
  readonly asked: Fields;
  /** The orders or the product that it names, and those of its result. */
  orders: readonly string[];
  /** Undefined until it is processed. */
  result?: unknown;
}

/** Reads a call. A call that is refused later still concerns the orders that it names. */
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
  const orders = [...(named ?? []), ...(parent ? [parent.token] : [])];
  return { text, body, sent, id, isUnknown: named === undefined, asked, orders };
};

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
