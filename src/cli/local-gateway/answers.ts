import * as z from "zod/mini";
import type { OrderSummary } from "../../sandbox/dashboard/orders/order-summary.ts";

const order: z.ZodMiniType<OrderSummary> = z.object({
  token: z.string(),
  uid: z.nullable(z.string()),
  trackingId: z.nullable(z.string()),
  description: z.string(),
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  outcome: z.string(),
  shop: z.string(),
  createdAt: z.string(),
});

/** What an action did, and the order that it was about. */
export const done = z.object({ message: z.string(), order: z.nullable(order) });

export const orderList = z.object({ orders: z.array(order) });

/** What `orders ID` prints of an order's file. */
export const orderFile = z.object({
  order,
  says: z.string(),
  events: z.array(z.object({ at: z.string(), title: z.string(), text: z.string() })),
});
