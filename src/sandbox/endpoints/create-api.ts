import type { Context, MiddlewareHandler } from "hono";
import { Hono } from "hono/tiny";
import type { Issue } from "../../api/error-tree.ts";
import { write } from "../../api/fields/wire.ts";
import type { OPERATIONS } from "../../api/operations.ts";
import { isNameIn, isRecord } from "../../shared/values.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { toRefusal, toTransactionRefusal } from "../gateway/input/refusal.ts";
import { type Fields, parseJson, problemAt, sectionOf, textOf } from "../gateway/input/section.ts";
import { toBodyText, toSubject } from "../gateway/journal.ts";
import { findByTrackingId, type RequestIdRecord, tokenOf } from "../gateway/orders/store.ts";
import { findBill } from "../gateway/payments/bills.ts";
import { toResponse } from "../gateway/plans/plans.ts";
import { type Variants, variantsFor } from "../gateway/variants.ts";
import { checkoutOriginOf, isCrossOrigin, isJson, isKnownHost, originOf } from "../http/origin.ts";
import { isForm, refusePages, wrongCredentials } from "./access.ts";
import { type Reply, shown } from "./endpoints.ts";
import { readLenient } from "./read-lenient.ts";
import { ROUTES, type Route } from "./routes.ts";
import { toVersion3 } from "./version-3.ts";

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
  const named = isNameIn(NAMED, name) ? NAMED[name](gateway, id) : [];
  const asked = name === "tracking_id" ? { tracking_id: id } : sectionOf(sent);
  const parent = gateway.store.transactions.get(textOf(asked["parent_uid"]) ?? "");
  const orders = [...(named ?? []), ...(parent ? [parent.order] : [])];
  return { text, body, sent, id, isUnknown: named === undefined, asked, orders };
};

export interface CallEnv {
  Variables: { received: Received };
}

/** Whether a web page may have sent the request, from another origin or to another host name. */
const isForeign = (context: Context): boolean => isCrossOrigin(context) || !isKnownHost(context);

/** Counts what the guards refused to web pages. Does not log it, because a page could fill the log. */
export const countRefused =
  ({ journal }: Gateway): MiddlewareHandler =>
  async (context, next) => {
    await next();
    if (context.res.status === 403 && isForeign(context)) journal.append("refusal");
  };

/** Returns the bytes of a body. Empty if the connection was lost. */
const bytesOf = (body: { arrayBuffer(): Promise<ArrayBuffer> }): Promise<ArrayBuffer> =>
  body.arrayBuffer().catch(() => new ArrayBuffer());

const recordCall =
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
      context.res = context.json({ message: `this local gateway does not serve ${method} ${path}` }, 404);
    };
    await (isOfClient(context) && !isForeign(context) ? record(context, answer) : answer());
    return context.res;
  };
};

/** Lifetime of a `RequestID` in milliseconds. Source: gateway documentation, "Idempotent requests". */
const LIFETIME = 24 * 60 * 60 * 1000;

type OnceResult = Pick<RequestIdRecord, "uid" | "problems">;

/**
 * Processes a request once and returns the same result for a repeated `RequestID`. `process` is synchronous, so that
 * concurrent requests are processed only once.
 */
const processOnce = (
  { store, clock, journal }: Gateway,
  id: string | undefined,
  process: () => OnceResult,
): OnceResult => {
  if (!id) return process();
  const now = clock.now();
  // The ids are sorted by time.
  for (const [old, { at }] of store.requestIds) {
    if (now < clock.endOf(new Date(at), LIFETIME)) break;
    store.requestIds.delete(old);
  }
  const known = store.requestIds.get(id);
  if (known) return known;
  const result = process();
  store.requestIds.set(id, { id, at: now.toISOString(), ...result });
  journal.append("state");
  return result;
};

type CallContext = Context<CallEnv>;

const notFound = (context: CallContext): Response => context.json({ message: "Record not found" }, 404);

const versionOf = ({ req }: CallContext): string | undefined => req.header("x-api-version");

/** Refuses a request. The transaction host has another error format, which is wrapped if the client sends no API version. */
const refuse = (
  context: CallContext,
  { bodyKey, host }: Route,
  problems: readonly Issue[],
  { refusal }: Variants,
): Response => {
  const status = refusal === "ok" ? 200 : 422;
  if (bodyKey !== "request") return context.json(toRefusal(problems), status);
  const isWrapped = versionOf(context) === undefined && host === "gatewayUrl";
  return context.json(toTransactionRefusal(problems, isWrapped), status);
};

/** Refuses a GET with this header. Only the transaction host does so. Source: a merchant's log. */
const refuseType = (context: CallContext, { method, host }: Route): Response | undefined => {
  const hasType = context.req.header("content-type") !== undefined;
  if (method !== "GET" || host !== "gatewayUrl" || !hasType) return undefined;
  return context.json(
    { response: { message: "'Content-type' HEADER is not allowed for GET request." } },
    400,
  );
};

/** The problem of clients that send the fields directly in the body. */
const NO_REQUEST = problemAt(["request"], "is missing. Put all fields into it");

/** Returns the problems or the result of a call. Undefined if there is no such record. */
const processCall = (
  gateway: Gateway,
  { endpoint, params }: Route,
  context: CallContext,
  variants: Variants,
): Reply<object | undefined> | { readonly problems: readonly Issue[] } | undefined => {
  const { sent, id } = context.var.received;
  if ("create" in endpoint && sent === undefined) return { problems: NO_REQUEST };
  const read = params ? readLenient(params, sent) : sent;
  const fields = sectionOf(params ? write(params, read) : read);
  const call = {
    id,
    query: new URL(context.req.url).searchParams,
    origins: { origin: originOf(context), checkoutOrigin: checkoutOriginOf(context) },
    isVisitor: wrongCredentials(context, gateway) !== undefined,
    version: versionOf(context),
    variants,
  };
  const findProblems = () => endpoint.problems?.(gateway, read, call) ?? [];
  if (!("create" in endpoint)) {
    const problems = findProblems();
    return problems.length > 0 ? { problems } : endpoint.process(gateway, fields, call);
  }
  const { uid = "", problems } = processOnce(gateway, context.req.header("requestid"), () => {
    const found = findProblems();
    if (found.length > 0) return { problems: found };
    return { uid: endpoint.create(gateway, fields, call).transaction.uid };
  });
  if (problems) return { problems };
  // A repeated request gets the current state of the transaction, with any parameters.
  const record = gateway.store.transactions.get(uid);
  return record && { result: shown(gateway, record.transaction, variants), orders: [record.order] };
};

const answerProcessed = (
  gateway: Gateway,
  route: Route,
  context: CallContext,
  given: Variants | undefined,
): Response => {
  const { received } = context.var;
  const variants = given ?? variantsFor(gateway, received.orders[0]);
  if (received.isUnknown) return notFound(context);
  if ((route.bodyKey ?? route.params) !== undefined && !received.body)
    return context.json({ message: "The body must be a JSON object" }, 400);
  const processed = processCall(gateway, route, context, variants);
  if (!processed) return notFound(context);
  if ("problems" in processed) return refuse(context, route, processed.problems, variants);
  const { result, status = 200, orders = received.orders } = processed;
  received.orders = orders;
  received.result = result;
  if (result === undefined) return context.body(null, 204);
  if (route.host === "gatewayUrl" && versionOf(context) === "3")
    return context.json(toVersion3(route.key, result), status);
  return context.json(route.key === undefined ? result : { [route.key]: result }, status);
};

const accessRefusal = async (
  gateway: Gateway,
  { endpoint }: Route,
  context: CallContext,
): Promise<string | undefined> => {
  const wrong = wrongCredentials(context, gateway);
  if (wrong === undefined || !("withoutKey" in endpoint && endpoint.withoutKey)) return wrong;
  const authorization = context.req.header("authorization");
  return endpoint.withoutKey(gateway, { wrong, authorization, sent: context.var.received.asked });
};

/** Answers a call. Checks planned failures, credentials and `intercept` before the call is processed. */
const answerCall =
  (gateway: Gateway, route: Route) =>
  async (context: CallContext): Promise<Response> => {
    if (isForm(context)) return context.json({ message: "Content-Type must be application/json" }, 415);
    const planned = gateway.failures.take();
    const failure = planned ? toResponse(planned) : refuseType(context, route);
    if (failure) return failure;
    const reason = await accessRefusal(gateway, route, context);
    // Without WWW-Authenticate, because browsers would ask their users for the secret key.
    if (reason !== undefined) return context.json({ message: `Access denied: ${reason}` }, 401);
    const proceed = async (variants?: Variants) => answerProcessed(gateway, route, context, variants);
    if (!gateway.intercept) return proceed();
    const { operation } = route;
    const body = async () => context.var.received.text;
    const requestId = context.req.header("requestid");
    return gateway.intercept({ operation, path: context.req.path, body, requestId, proceed });
  };

export function createApi(gateway: Gateway): Hono<CallEnv> {
  const api = new Hono<CallEnv>();
  for (const route of ROUTES) {
    const handlers = [refusePages, recordCall(gateway, route), answerCall(gateway, route)] as const;
    api.on(route.method, route.path.replace(/\{(\w+)\}/g, ":$1"), ...handlers);
  }
  return api;
}
