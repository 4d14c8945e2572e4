import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { didYouMean } from "../../shared/nearest-name.ts";
import { ACTION_NAMES, ACTIONS, type ActionName } from "../actions/actions.ts";
import { orderNamed } from "../actions/orders.ts";
import { filterNames, listOrders } from "../explain/order-list.ts";
import type { RefusalAnswer } from "../explain/order-model.ts";
import { viewOf } from "../explain/order-view.ts";
import { type Gateway, Refusal } from "../gateway/gateway.ts";
import { parseJson } from "../gateway/input/section.ts";
import { callsAbout, toApiCall } from "../gateway/journal.ts";
import { headersOf, type Order } from "../gateway/orders/order.ts";
import { isJson, originOf } from "../http/origin.ts";
import { guard } from "./guard.ts";

/** Returns all facts of an order, for a bug report, the command line and test suites. */
const toOrderFile = (order: Order, gateway: Gateway) => ({
  order: viewOf(order, gateway),
  request: order.fields,
  transactions: order.transactions.map(({ transaction }) => transaction),
  calls: callsAbout(gateway, order).map(toApiCall),
  notifications: order.deliveries.map((delivery) => ({
    ...delivery,
    headers: headersOf(delivery.signature, "Basic [redacted]"),
  })),
});

/** Maximum milliseconds to wait for the merchant's server. */
const MAX_WAIT = 600_000;

export type { ActionName };

const hinted = (message: string, name: string, names: readonly string[], words: string): string =>
  [message, didYouMean(name, names), `${words} ${names.join(", ")}`].filter(Boolean).join(" ");

/** Refuses an unknown filter, because a script would take all orders for a few. */
const refuseFilter = (wanted = ""): void => {
  const names = filterNames();
  if (wanted === "" || names.includes(wanted)) return;
  const message = hinted(`There is no state ${wanted}.`, wanted, names, "The states are");
  throw new Refusal("wrong_value", message, "show");
};

const readWait = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const wait = Number(text);
  if (Number.isInteger(wait) && wait >= 0 && wait <= MAX_WAIT) return wait;
  throw new Refusal("wrong_value", `wait must be milliseconds, 0 to ${MAX_WAIT}`, "wait");
};

const toRefusal = ({ code, message, field, orders }: Refusal, gateway: Gateway): RefusalAnswer => ({
  code,
  message: message.endsWith(".") ? message : `${message}.`,
  field,
  orders: orders.length > 0 ? orders.map((order) => viewOf(order, gateway)) : undefined,
});

/** Creates the JSON API with which dashboard, command line and test suites control the local gateway. */
export const createControl = (gateway: Gateway): Hono => {
  const { redact } = gateway.settings;
  const control = new Hono();
  /** Answers without the shop's secret key, because a shop's own code may have sent it. */
  const answer = (context: Context, body: object, status: 200 | 404 | 409 | 415 = 200): Response => {
    const redacted = (_: string, inner: unknown) => (typeof inner === "string" ? redact(inner) : inner);
    return context.body(JSON.stringify(body, redacted, 2), status, { "content-type": "application/json" });
  };
  control.use("*", guard);
  control.onError((error, context) => {
    if (!(error instanceof Refusal)) throw error;
    return answer(context, toRefusal(error, gateway), error.code === "not_found" ? 404 : 409);
  });

  control.get("/orders", (context) => {
    refuseFilter(context.req.query("show"));
    const { shown } = listOrders(gateway, new URL(context.req.url));
    return answer(context, { orders: shown });
  });
  control.get("/orders/:id", (context) => {
    const { order, note } = orderNamed(gateway, context.req.param("id"));
    return answer(context, { note, ...toOrderFile(order, gateway) });
  });
  for (const [name, { act }] of Object.entries(ACTIONS))
    control.post(`/${name}`, async (context) => {
      const { req } = context;
      if (!isJson(req.header("content-type")))
        return answer(context, { code: "not_json", message: "Content-Type must be application/json." }, 415);
      const wait = readWait(req.query("wait"));
      return answer(context, await act(gateway, parseJson(await req.text()), originOf(context), wait));
    });
  control.all("*", (context) => {
    const { method, path } = context.req;
    const name = path.replace("/sandbox/api/", "");
    const message = hinted(`There is no ${method} ${path}.`, name, ACTION_NAMES, "Post an action:");
    return answer(context, { code: "no_action", message: `${message}.` }, 404);
  });
  return control;
};
