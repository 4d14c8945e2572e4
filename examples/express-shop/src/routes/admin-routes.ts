import { Router } from "express";
import { listOrders } from "../orders.ts";
import { adminPage } from "../pages/admin-page.ts";
import { messagePage } from "../pages/layout.ts";
import { listProducts } from "../products.ts";
import { RefundError, refundsOf, requestRefund } from "../refunds.ts";
import { listReviews, markHandled } from "../reviews.ts";
import type { Shop } from "../shop.ts";
import { basicAuth } from "../web/basic-auth.ts";
import { limitWrongPasswords } from "../web/limits.ts";
import { field } from "../web/read-form.ts";

const SHOWN = 100;

export function adminRoutes({ config, db, onRefund }: Shop): Router {
  const router = Router();
  router.use("/admin", limitWrongPasswords(), basicAuth("admin", config.adminPassword));

  router.get("/admin", (_request, response) => {
    const orders = listOrders(db, SHOWN).map((order) => ({ ...order, refunds: refundsOf(db, order.id) }));
    response.send(adminPage(orders, listReviews(db), listProducts(db)));
  });

  // The form contains the refund's id, so that a form that is sent twice makes one refund.
  router.post("/admin/refunds", (request, response) => {
    try {
      requestRefund(db, {
        id: field(request, "refund"),
        orderId: field(request, "order"),
        amount: field(request, "amount"),
        reason: field(request, "reason"),
      });
      onRefund();
      response.redirect(303, "/admin");
    } catch (error) {
      if (!(error instanceof RefundError)) throw error;
      response.status(422).send(messagePage("Not refunded", error.message));
    }
  });

  router.post("/admin/handled", (request, response) => {
    markHandled(db, field(request, "key"));
    response.redirect(303, "/admin");
  });

  return router;
}
