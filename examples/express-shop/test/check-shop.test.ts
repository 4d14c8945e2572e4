import assert from "node:assert/strict";
import { test } from "node:test";
import { checkShop } from "payments-client/sandbox";
import { reconcile } from "../src/payments/reconcile.ts";
import { sendRefunds } from "../src/payments/send-refunds.ts";
import { refundsOf, requestRefund } from "../src/refunds.ts";
import { listReviews } from "../src/reviews.ts";
import { openTestShop } from "./open-test-shop.ts";
import { createVisitor } from "./visitor.ts";

/** Milliseconds of a shorter or longer search. */
const { CHECK_SHOP_BUDGET: BUDGET } = process.env;

test("no story makes the shop lose money", async (context) => {
  const { shop, sandbox, url } = await openTestShop(context, { environment: { TEST_MODE: "false" } });
  const { db } = shop;
  db.exec("UPDATE products SET stock = NULL");
  const report = await checkShop({
    sandbox,
    placeOrder: async () => {
      const visitor = createVisitor(url);
      const orderId = await visitor.order();
      return { orderId, token: await visitor.pay(orderId) };
    },
    fulfillments: (orderId) =>
      Number(db.prepare("SELECT count(*) AS n FROM vouchers WHERE order_id = ?").get(orderId)?.n),
    reconcile: async () => {
      await reconcile(shop);
      await sendRefunds(shop);
    },
    refund: async (orderId, amount, request) => {
      const id = `refund-${request}`; // as the form of the staff
      requestRefund(db, { id, orderId, amount: (amount / 100).toFixed(2), reason: "Returned" });
      await sendRefunds(shop);
      const status = refundsOf(db, orderId).find((refund) => refund.id === id)?.status;
      if (status === "declined" || status === "refused") throw new Error(`The refund was ${status}`);
    },
    inReview: (id) =>
      listReviews(db)
        .filter(({ orderId }) => orderId === id)
        .map(({ uid }) => uid),
    idempotencyKeys: true, // as the environment of the test shop says
    seed: Number(process.env["CHECK_SHOP_SEED"] ?? 1),
    ...(BUDGET && { budget: Number(BUDGET) }),
  });
  console.info(String(report)); // console.log is silent in these tests
  assert.ok(BUDGET ? report.verdict !== "failed" : report.passed, String(report));
});
