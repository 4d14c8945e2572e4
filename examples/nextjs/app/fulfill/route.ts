import { fulfillPaidOrders } from "../../lib/orders.ts";
import { isScheduler } from "../../lib/scheduler.ts";

/** Fulfills the paid orders, each once. Let a scheduler call it every minute. */
export async function GET(request: Request): Promise<Response> {
  if (!isScheduler(request)) return new Response("Unauthorized", { status: 401 });
  for (const id of await fulfillPaidOrders()) console.log(`order ${id} is fulfilled`);
  return new Response(null, { status: 204 });
}
