import type { Context } from "hono";
import type { OPERATIONS } from "../../api/operations.ts";
import { isRecord } from "../../shared/values.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { parseJson } from "../gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../gateway/input/section.ts";
import { findBill } from "../gateway/payments/bills.ts";
import type { Fields } from "../gateway/records/records.ts";
import { findByTrackingId } from "../gateway/records/store.ts";
import type { Route } from "./routes.ts";

type PathOf<O extends keyof typeof OPERATIONS> = (typeof OPERATIONS)[O]["path"];

/** The names of the parameters in paths. */
type PathParameter = {
  [O in keyof typeof OPERATIONS]: PathOf<O> extends `${string}{${infer Name}}${string}` ? Name : never;
}[keyof typeof OPERATIONS];

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

/** A call as it came, with what becomes known of it. */
export interface Received {
  /** The whole body. */
  readonly text: string;
  /** The JSON object in the body; undefined if it has none. */
  readonly body: Fields | undefined;
  /** The parameters in the body. */
  readonly sent: unknown;
  /** The value of the parameter in the path; empty without one. */
  readonly id: string;
  /** Whether the path names a record that does not exist. */
  readonly isUnknown: boolean;
  /** What was asked for, as far as the call says it. */
  readonly asked: Fields;
  /** The orders or the product that it names, and those of its result. */
  orders: readonly string[];
  /** Undefined until it is processed. */
  result?: unknown;
}

/** Reads a call. It can be refused later, and concerns the orders that it names even so. */
export const receive = (
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
