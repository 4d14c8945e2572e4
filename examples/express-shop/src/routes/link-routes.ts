import { Router } from "express";
import { PaymentsError, parseReturnUrl } from "payments-client";
import { messagePage } from "../pages/message-page.ts";
import { askGateway } from "../payments/ask-gateway.ts";
import type { Shop } from "../shop.ts";

const UNDER_WAY = messagePage(
  "Your payment is being processed",
  "Reload this page in a moment to see its status.",
);
const NOT_PAID = messagePage("Not paid", "Nothing was charged. Open the payment link again to pay.");

/**
 * The return page of payment links. The payment makes its order. Until then, there is only the token in the URL and its
 * status at the gateway.
 */
export function linkRoutes(shop: Shop): Router {
  const router = Router();

  router.get("/links/return", async (request, response, next) => {
    const { token } = parseReturnUrl(request.originalUrl);
    if (!token) return next();
    try {
      const { state, orderId } = await askGateway(shop, token);
      if (orderId !== undefined) return response.redirect(303, `/orders/${orderId}`);
      response.send(state === "processing" || state === "in review" ? UNDER_WAY : NOT_PAID);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      console.error("A customer returned from a payment link, but the gateway did not respond:", error);
      response.status(503).send(messagePage("Please try again", "The payment service can’t be reached now."));
    }
  });

  return router;
}
