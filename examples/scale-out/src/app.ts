import { once } from "node:events";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { PaymentsError } from "payments-client";
import { toNodeListener } from "payments-client/webhooks";
import { createBackpressure } from "./backpressure.ts";
import { addProbes } from "./health.ts";
import { addMetrics, count } from "./metrics.ts";
import { notificationHandler } from "./notification-handler.ts";
import { findOrder, type Order, placeOrder } from "./orders.ts";
import { closeShop, openShop, run, type Shop, untilStopped } from "./shop.ts";
import { BusyError, startPayment } from "./start-payment.ts";
import { traced } from "./telemetry.ts";

type Endpoint = (request: Request<{ id: string }>, response: Response) => Promise<unknown>;

function receiveNotifications(shop: Shop): (request: Request, response: Response) => Promise<void> {
  const listener = toNodeListener(notificationHandler(shop));
  return (request, response) =>
    traced("POST /notifications", String(request.query["traceparent"]), () => listener(request, response));
}

const withOrder =
  (shop: Shop, answer: (order: Order, response: Response) => unknown): Endpoint =>
  async ({ params }, response) => {
    const order = await findOrder(shop.pool, params.id);
    return order ? answer(order, response) : response.status(404).json({ message: "There is no such order" });
  };

const create =
  (shop: Shop): Endpoint =>
  async ({ body }, response) => {
    const { product, quantity } = Object(body);
    if (typeof quantity !== "number" || !Number.isInteger(quantity) || quantity < 1 || quantity > 100) {
      return response.status(422).json({ message: "quantity must be an integer from 1 to 100" });
    }
    const id = typeof product === "string" ? await placeOrder(shop.pool, product, quantity) : undefined;
    if (id === undefined) return response.status(422).json({ message: "There is no such product" });
    count("shop_orders_total");
    return response.status(201).json({ id });
  };

const pay = (shop: Shop): Endpoint =>
  withOrder(shop, (order, response) =>
    traced("POST /orders/:id/pay", undefined, async () => {
      const isOver = order.paid || order.inReview;
      response.redirect(303, isOver ? `/orders/${order.id}` : await startPayment(shop, order));
    }),
  );

const fail = (error: unknown, _request: Request, response: Response, _next: NextFunction): void => {
  const isOfGateway = error instanceof PaymentsError;
  if (!isOfGateway && error instanceof Error && "status" in error && Number(error.status) < 500) {
    return void response.status(400).json({ message: "The body must be JSON of up to 100 kB" });
  }
  console.error(error);
  // The order remains, and the customer can retry. A token whose response was lost can't be paid: nobody knows it.
  const isTemporary = isOfGateway || error instanceof BusyError;
  response
    .status(isTemporary ? 503 : 500)
    .set("retry-after", "2")
    .json({ message: "Please try again in a moment" });
};

function addShop(app: Express, shop: Shop): void {
  const backpressure = createBackpressure(shop);
  app
    // Before body parsers, since the signature covers the raw bytes.
    .post("/notifications", receiveNotifications(shop))
    .use(express.json())
    .post("/orders", backpressure, create(shop))
    .get(
      "/orders/:id",
      withOrder(shop, (order, response) => response.json(order)),
    )
    .post("/orders/:id/pay", backpressure, pay(shop))
    .use(fail);
}

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
