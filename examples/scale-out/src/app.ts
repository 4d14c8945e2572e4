import { once } from "node:events";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { PaymentsError } from "payments-client";
import { type Notification, toNodeListener, Webhooks } from "payments-client/webhooks";
import { transaction } from "./database.ts";
import { findOrder, type Order, placeOrder } from "./orders.ts";
import { record } from "./payments.ts";
import { closeShop, openShop, run, type Shop, untilStopped } from "./shop.ts";
import { startPayment } from "./start-payment.ts";
import { traced } from "./telemetry.ts";

type Endpoint = (request: Request<{ id: string }>, response: Response) => Promise<unknown>;

/** Responds with 200 after the notification and its job are committed. After any error it is 500, and the gateway retries. */
function receiveNotifications(shop: Shop): (request: Request, response: Response) => Promise<void> {
  const take = (_: unknown, notification: Notification): Promise<void> =>
    transaction(shop.pool, (sql) => record(shop, sql, notification));
  const listener = toNodeListener(new Webhooks().handler({ onTransaction: take, onCheckout: take }));
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
    const quantity: unknown = body?.quantity;
    if (typeof quantity !== "number" || !Number.isInteger(quantity) || quantity < 1 || quantity > 100) {
      return response.status(422).json({ message: "quantity must be an integer from 1 to 100" });
    }
    return response.status(201).json({ id: await placeOrder(shop.pool, quantity) });
  };

const pay = (shop: Shop): Endpoint =>
  withOrder(shop, (order, response) =>
    traced("POST /orders/:id/pay", undefined, async () =>
      response.redirect(303, order.paid ? `/orders/${order.id}` : await startPayment(shop, order)),
    ),
  );

const fail = (error: unknown, _request: Request, response: Response, _next: NextFunction): void => {
  const isBadRequest = error instanceof Error && "status" in error && error.status === 400;
  if (isBadRequest) return void response.status(400).json({ message: "The body must be JSON" });
  console.error(error);
  // The order remains, and the customer can retry. A token whose response was lost can't be paid: nobody knows it.
  response
    .status(error instanceof PaymentsError ? 503 : 500)
    .json({ message: "Please try again in a moment" });
};

const createApp = (shop: Shop): Express =>
  express()
    // Before body parsers, since the signature covers the raw bytes.
    .post("/notifications", receiveNotifications(shop))
    .use(express.json())
    .post("/orders", create(shop))
    .get(
      "/orders/:id",
      withOrder(shop, (order, response) => response.json(order)),
    )
    .post("/orders/:id/pay", pay(shop))
    .use(fail);

await run(async () => {
  const shop = await openShop();
  const server = createApp(shop).listen(process.env["PORT"] || 3000);
  await once(server, "listening");
  console.log(`The app listens on ${JSON.stringify(server.address())}`);
  await untilStopped();
  server.close();
  await once(server, "close");
  await closeShop(shop);
});
