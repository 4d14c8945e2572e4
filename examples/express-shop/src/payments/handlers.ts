import type { Payable, PaymentHandlers } from "payments-client/webhooks";
import { transaction } from "../database/transaction.ts";
import { findLinkOrder, findOrder, insertOrder, markPaid, type NewOrder, type Order } from "../orders.ts";
import { findRefundedOrder, saveRefund } from "../refunds.ts";
import { storeReview } from "../reviews.ts";
import type { Shop } from "../shop.ts";
import { findLinkSale } from "./link-sales.ts";

/** An order, or a sale by payment link, which becomes an order when it is paid. */
export type Sale = Payable & (Order | (NewOrder & { readonly paidBy: null }));

/** The functions of the shop for payments. The notification, the return page and the job call the same functions. */
export const handlersOf = ({ db, config, onPaid }: Shop): PaymentHandlers<Sale> => ({
  findOrder(trackingId, event) {
    const found =
      findOrder(db, trackingId) ?? findRefundedOrder(db, trackingId) ?? findLinkSale(db, trackingId, event);
    return found && { ...found, test: config.isTestMode };
  },

  paid({ order, uid }) {
    transaction(db, () => {
      const id = "items" in order ? (findLinkOrder(db, uid)?.id ?? insertOrder(db, order)) : order.id;
      markPaid(db, id, uid);
    });
    onPaid();
  },

  review: (payment) => storeReview(db, payment),

  refunded: ({ summary: { trackingId = "" } }) => saveRefund(db, trackingId, "succeeded"),
});
