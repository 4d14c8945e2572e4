import { once } from "node:events";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { PaymentsError } from "payments-client";
import { toNodeListener, Webhooks } from "payments-client/webhooks";
import { explain } from "./database.ts";
import { addProbes } from "./health.ts";
import { logOften } from "./log.ts";
import { addMetrics, failures, notifications, placedOrders } from "./metrics.ts";
import { findOrder, type Order, placeOrder } from "./orders.ts";
import { paymentHandlers } from "./payment-handlers.ts";
import { closeShop, openShop, run, type Shop, untilStopped } from "./shop.ts";
import { startPayment } from "./start-payment.ts";
import { traced } from "./telemetry.ts";

type Endpoint = (request: Request<{ id: string }>, response: Response) => Promise<unknown>;

function receiveNotifications(shop: Shop) {
  const handle = new Webhooks().handler(paymentHandlers(shop));
  return toNodeListener(async (request) => {
    const response = await handle(request);
    notifications.inc({ status: response.status });
    return response;
  });
}

const withOrder =
  (shop: Shop, answer: (order: Order, response: Response) => unknown): Endpoint =>
  async ({ params }, response) => {
    const order = await findOrder(shop.pool, params.id);
    return order ? answer(order, response) : response.status(404).json({ message: "There is no such order" });
  };

const show = ({ paidBy, traceparent: _, ...order }: Order, response: Response): unknown =>
  response.json({ ...order, paid: paidBy !== null });

const create =
  (shop: Shop): Endpoint =>
  async ({ body }, response) => {
    const { product, quantity } = Object(body);
    if (typeof quantity !== "number" || !Number.isInteger(quantity) || quantity < 1 || quantity > 100) {
      return response.status(422).json({ message: "quantity must be an integer from 1 to 100" });
    }
    const id = typeof product === "string" ? await placeOrder(shop.pool, product, quantity) : undefined;
    if (id === undefined) return response.status(422).json({ message: "There is no such product" });
    placedOrders.inc();
    return response.status(201).json({ id });
  };

const pay = (shop: Shop): Endpoint =>
  withOrder(shop, (order, response) =>
    traced("POST /orders/:id/pay", undefined, async () => {
      const isOver = order.paidBy !== null || order.inReview;
      response.redirect(303, isOver ? `/orders/${order.id}` : await startPayment(shop, order));
    }),
  );

const fail = (error: unknown, _request: Request, response: Response, _next: NextFunction): void => {
  const isOfGateway = error instanceof PaymentsError;
  if (!isOfGateway && error instanceof Error && "status" in error && Number(error.status) < 500) {
    return void response.status(400).json({ message: "The request is malformed, or larger than 100 kB" });
  }
  // The order remains, and the customer can try again. A token whose response was lost is shown to no customer.
  if (isOfGateway) logOften("A request was answered 503", explain(error));
  else logOften("A request was answered 500", String(Object(error).stack ?? error));
  const status = isOfGateway ? 503 : 500;
  failures.inc({ status });
  response.status(status).set("retry-after", "2").json({ message: "Please try again in a moment" });
};

const addShop = (app: Express, shop: Shop): unknown =>
  app
    // Before body parsers, because the signature covers the raw bytes.
    .post("/notifications", receiveNotifications(shop))
    .use(express.json())
    .post("/orders", create(shop))
    .get("/orders/:id", withOrder(shop, show))
    .post("/orders/:id/pay", pay(shop))
    .use(fail);

await run(async () => {
  const shop = await openShop();
  const app = express();
  const drain = addProbes(app, shop);
  addMetrics(app);
  addShop(app, shop);
  const server = app.listen(process.env["PORT"] || 3000);
  await once(server, "listening");
  console.log(`The app listens on ${JSON.stringify(server.address())}`);
  await untilStopped();
  await drain(server);
  await closeShop(shop);
  process.exit();
});
