import type { PaymentEvent, PaymentHandlers, PaymentToReview } from "payments-client/webhooks";
import { closeCheckout } from "./checkouts.ts";
import { explain, type Sql, storable, transaction } from "./database.ts";
import { logOften } from "./log.ts";
import { findOrder, lockOrder, type Order } from "./orders.ts";
import { addJob } from "./queues.ts";
import { leftToRefund, requestRefund, storeReversal, withoutNumber } from "./refunds.ts";
import { checkVersion } from "./schema-version.ts";
import type { Shop } from "./shop.ts";
import { traced } from "./telemetry.ts";

type Change = (sql: Sql) => Promise<void>;

const REVIEW = `
  INSERT INTO reviews (key, order_id, tracking_id, uid, amount, currency, reason, message)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (key) DO NOTHING`;

/** What a payment in review adds to the book. The money of a reversal with an order is in the table of refunds. */
function bookedAmount({ outcome, order, summary: { amount } }: PaymentEvent): number | undefined {
  if (outcome === "paid") return amount;
  const isReversal = outcome === "refunded" || outcome === "charged_back";
  return isReversal && order === undefined && amount !== undefined ? -amount : undefined;
}

/** @returns false if it was stored before. */
async function storeReview(
  sql: Sql,
  payment: PaymentEvent<Order> & Pick<PaymentToReview<Order>, "reason" | "message">,
): Promise<boolean> {
  const { key, order, summary, reason, message } = payment;
  const { trackingId, uid, currency } = summary;
  const amount = bookedAmount(payment);
  const [id, sent] = [order?.id, trackingId && storable(trackingId)];
  const values = [storable(key), id, sent, uid && storable(uid), amount, currency, reason, message];
  return (await sql.query(REVIEW, values)).rowCount === 1;
}

const PAY =
  "UPDATE orders SET paid_by = $2, paid_at = now(), is_found = $3 WHERE id = $1 AND paid_by IS NULL";

const HEARD = "UPDATE orders SET is_found = false WHERE id = $1 AND paid_by = $2 AND is_found";

/**
 * What the shop does with payments: for notifications, for the status of a token, for the audit and for refunds.
 *
 * @param isFound Whether the shop itself found the payment, although it should have been notified.
 */
export function paymentHandlers(
  shop: Shop,
  isFound = false,
): PaymentHandlers<Order & { readonly test: boolean }> {
  const { pool, boss, isTestMode: test } = shop;
  const change = ({ order }: PaymentEvent<Order>, work: Change): Promise<void> =>
    traced("payment", order?.traceparent, () =>
      transaction(pool, async (sql) => {
        await checkVersion(sql);
        await work(sql);
      }),
    );
  /** Money that went back. `paid_by` stays, so that a repeat of the payment does not pay the order again. */
  const goBack = (event: PaymentEvent<Order>, message?: string): Promise<void> =>
    change(event, async (sql) => {
      const { order } = event;
      if (order) await lockOrder(sql, order.id);
      const isStored = order !== undefined && (await storeReversal(sql, order.id, event));
      const reason = isStored ? "charged_back" : order ? "unknown" : "no_order";
      const why = isStored ? message : "It went back, and its payment is unknown.";
      if (why !== undefined) await storeReview(sql, { ...event, reason, message: why });
    });
  return {
    async findOrder(trackingId, { summary }) {
      const id = summary.type === "refund" ? withoutNumber(trackingId) : trackingId;
      const order = await findOrder(pool, id);
      return order && { ...order, test };
    },

    paid: (payment) =>
      change(payment, async (sql) => {
        const { order, uid, key } = payment;
        const { rowCount } = await sql.query(PAY, [order.id, uid, isFound]);
        if (rowCount === 0) {
          if (!isFound) await sql.query(HEARD, [order.id, uid]);
          return;
        }
        await sql.query("DELETE FROM reviews WHERE key = $1", [key]);
        await closeCheckout(sql, order.id);
        await addJob(boss, sql, "fulfillment", { orderId: order.id, subject: order.id });
      }),

    review: (payment) =>
      change(payment, async (sql) => {
        const { order, key, reason, summary } = payment;
        if (order) await lockOrder(sql, order.id);
        const isNew = await storeReview(sql, payment);
        if (!isNew || reason !== "other_payment" || !order || summary.uid === undefined) return;
        const amount = await leftToRefund(sql, order.id, summary.uid);
        const request = { orderId: order.id, paymentUid: summary.uid, reason: "The order was paid before" };
        if (amount > 0) await requestRefund(shop, sql, { ...request, amount });
        await sql.query("UPDATE reviews SET settled_at = now() WHERE key = $1", [key]);
      }),

    refunded: (event) => goBack(event),

    charged_back: (event) => goBack(event, "The customer's bank took the money back."),

    onError: (error) => logOften("A notification failed", explain(error)),
  };
}
