import { type Response, Router } from "express";
import { PaymentsError } from "payments-client";
import { readCart } from "../cart.ts";
import { CartError, findOrder, type Order, placeOrder } from "../orders.ts";
import { cartPage } from "../pages/cart-page.ts";
import { orderPage, type ShownState } from "../pages/order-page.ts";
import { payHerePage } from "../pages/pay-here-page.ts";
import { askGateway } from "../payments/ask-gateway.ts";
import { openTokensOf, type Token } from "../payments/checkouts.ts";
import { startPayment } from "../payments/start-payment.ts";
import { isUnderReview } from "../reviews.ts";
import type { Shop } from "../shop.ts";
import { field } from "../web/read-form.ts";
import { allowWidget } from "../web/security.ts";
import { cartIdOf } from "../web/session.ts";

/** The state of an order's payments at the gateway. The query of the return URL proves nothing, so it is ignored. */
async function stateOf(shop: Shop, order: Order): Promise<ShownState> {
  if (order.paidBy) return "paid";
  if (isUnderReview(shop.db, order.id)) return "in review";
  const states: ShownState[] = [];
  try {
    for (const { token } of openTokensOf(shop.db, order.id)) {
      states.push(await askGateway(shop, token));
    }
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    console.error(`Order ${order.id}: the gateway did not respond:`, error);
    return "unreachable";
  }
  const decisive = (["paid", "in review", "processing"] as const).find((state) => states.includes(state));
  return decisive ?? states[0] ?? "not started";
}

/** An order's id is random, so the id alone gives access to the order. */
export function orderRoutes(shop: Shop): Router {
  const { db } = shop;
  const { checkoutUrl } = shop.payments;
  const router = Router();

  const show = (response: Response, order: Order, state: ShownState): void => {
    response.status(state === "unreachable" ? 503 : 200).send(orderPage(order, state));
  };

  /** Undefined if no payment was started. The response has been sent then. */
  const start = async (response: Response, order: Order): Promise<Token | undefined> => {
    try {
      const payment = isUnderReview(db, order.id) ? "in review" : await startPayment(shop, order);
      if (typeof payment !== "string") return payment;
      response.redirect(303, `/orders/${order.id}/return`);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      console.error(`Order ${order.id}: no payment could be started:`, error);
      show(response, order, "unreachable");
    }
    return undefined;
  };

  router.post("/orders", (request, response) => {
    const cartId = cartIdOf(request) ?? "";
    const email = field(request, "email");
    try {
      // The length first, and one @, so that the expression is fast for any text.
      if (email.length > 255 || !/^[^\s@]+@[^\s@]+$/.test(email))
        throw new CartError("Please enter your e-mail address.");
      response.redirect(303, `/orders/${placeOrder(db, cartId, email)}`);
    } catch (error) {
      if (!(error instanceof CartError)) throw error;
      response.status(422).send(cartPage(readCart(db, cartId), email, error.message));
    }
  });

  router.get("/orders/:id", (request, response, next) => {
    const order = findOrder(db, request.params.id);
    if (!order) return next();
    show(response, order, isUnderReview(db, order.id) ? "in review" : "not started");
  });

  router.post("/orders/:id/pay", async (request, response, next) => {
    const order = findOrder(db, request.params.id);
    if (!order) return next();
    const payment = await start(response, order);
    if (payment) response.redirect(303, payment.redirectUrl);
  });

  router.post("/orders/:id/pay-here", async (request, response, next) => {
    const order = findOrder(db, request.params.id);
    if (!order) return next();
    const payment = await start(response, order);
    if (!payment) return;
    allowWidget(response, new URL(checkoutUrl).origin);
    response.send(payHerePage(order, payment, checkoutUrl));
  });

  router.get("/orders/:id/return", async (request, response, next) => {
    const order = findOrder(db, request.params.id);
    if (!order) return next();
    const state = await stateOf(shop, order);
    show(response, findOrder(db, order.id) ?? order, state);
  });

  return router;
}
