import type { Payable, PaymentHandlers } from "payments-client/webhooks";
import { transaction } from "../database/transaction.ts";
import { findOrder, markPaid, type Order } from "../orders.ts";
import { findRefundedOrder, saveRefund } from "../refunds.ts";
import { storeReview } from "../reviews.ts";
import type { Shop } from "../shop.ts";

/** The functions of the shop for payments. The notification, the return page and the job call the same functions. */
export const handlersOf = ({ db, config, onPaid }: Shop): PaymentHandlers<Payable & Order> => ({
  findOrder(trackingId) {
    const found = findOrder(db, trackingId) ?? findRefundedOrder(db, trackingId);
    return found && { ...found, test: config.isTestMode };
  },

  paid({ order, uid }) {
    transaction(db, () => markPaid(db, order.id, uid));
    onPaid();
  },

  review: (payment) => storeReview(db, payment),

  refunded: ({ summary: { trackingId = "" } }) => saveRefund(db, trackingId, "succeeded"),
});
