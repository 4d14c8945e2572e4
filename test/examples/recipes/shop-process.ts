/** A merchant's process: a shop on the port that PORT names, with the settings of its environment. */
import { createServer } from "node:http";
import { PaymentsClient } from "payments-client";
import { toNodeListener } from "payments-client/webhooks";
import { notify } from "../../../examples/recipes/notify.ts";
import { orders } from "../../../examples/recipes/orders.ts";

const port = Number(process.env["PORT"]);
const payments = new PaymentsClient();
const listener = toNodeListener(notify);

createServer(async (request, response) => {
  if (request.url === "/notify") return listener(request, response);
  if (request.url !== "/order")
    return response.end(orders.get("order-1007")?.paidBy === null ? "open" : "paid");
  orders.set("order-1007", { id: "order-1007", amount: 12_900, currency: "EUR", paidBy: null });
  const { redirect_url } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount: 12_900, currency: "EUR", description: "Annual pass", tracking_id: "order-1007" },
    settings: { notification_url: `http://127.0.0.1:${port}/notify` },
  });
  response.writeHead(303, { location: redirect_url }).end();
}).listen(port, "127.0.0.1");
