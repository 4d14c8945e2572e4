import type { Context, Hono } from "hono";
import type { Gateway } from "../../gateway/gateway.ts";
import { originOf } from "../../http/origin.ts";
import { listCalls } from "../orders/call-list.ts";
import { listOrders } from "../orders/order-rows.ts";
import { summarizeRow } from "../orders/order-summary.ts";
import { orderFacts, ordersNamed } from "../orders/orders.ts";
import { toCsv, toHar, toJsonWithoutKey, toOrderFile } from "./files.ts";

const JSON_TYPE = "application/json";

const file = (context: Context, name: string, type: string, content: string): Response =>
  context.body(content, 200, {
    "content-type": `${type}; charset=utf-8`,
    "content-disposition": `attachment; filename="${name.replaceAll(/[^\w.-]/g, "_")}"`,
  });

/** Files of what the dashboard shows: the same search and filter select what is in them. */
export const serveExports = (dashboard: Hono, gateway: Gateway): void => {
  const urlOf = (context: Context): URL => new URL(context.req.url);
  const json = (context: Context, name: string, value: unknown): Response =>
    file(context, name, JSON_TYPE, toJsonWithoutKey(value, gateway));

  dashboard.get("/sandbox/export/orders.csv", (context) => {
    const { shown } = listOrders(gateway, urlOf(context));
    return file(context, "orders.csv", "text/csv", toCsv(shown.map(summarizeRow)));
  });

  dashboard.get("/sandbox/export/orders.json", (context) => {
    const { shown } = listOrders(gateway, urlOf(context));
    return json(context, "orders.json", { orders: shown.map(summarizeRow) });
  });

  dashboard.get("/sandbox/export/calls.har", (context) => {
    const { shown } = listCalls(gateway, urlOf(context));
    return json(context, "calls.har", toHar(shown.toReversed(), originOf(context)));
  });

  dashboard.get("/sandbox/export/orders/:id", (context) => {
    const id = context.req.param("id");
    const [order, ...others] = ordersNamed(gateway, id);
    if (!order) return context.json({ message: `There is no order ${id}.` }, 404);
    if (others.length > 0) {
      const tokens = [order, ...others].map(({ token }) => token).join(", ");
      return context.json({ message: `${others.length + 1} orders have the id ${id}: ${tokens}` }, 409);
    }
    return json(context, `order-${orderFacts(order).name.slice(0, 60)}.json`, toOrderFile(order, gateway));
  });
};
