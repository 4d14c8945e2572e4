import type { PaymentsClient } from "payments-client";
import {
  handlePayment,
  type PaymentEvent,
  type PaymentHandlers,
  type PaymentResult,
} from "payments-client/webhooks";
import type { Order, Orders } from "./orders.ts";

export interface Context {
  readonly payments: PaymentsClient;
  readonly orders: Orders;
  readonly handlers: PaymentHandlers<Order>;
  readonly shopUrl: string;
}

/** The shop's functions for payments. */
export function handlersOf(orders: Orders): PaymentHandlers<Order> {
  /** Stores money that went back, perhaps before its payment is known. */
  const takeBack = async ({ summary: { uid, amount }, transaction }: PaymentEvent<Order>): Promise<void> => {
    const paymentUid = transaction?.parent_uid;
    if (uid && amount && paymentUid) await orders.takeBack(uid, { paymentUid, amount });
  };
  return {
    findOrder: (trackingId) => orders.find(trackingId),
    paid: ({ order, uid, key }) => orders.markPaid(order.id, uid, key),
    refunded: takeBack,
    review: async (payment) => {
      const { key, reason, summary, message } = payment;
      if (reason === "charged_back") await takeBack(payment);
      await orders.addReview(key, { uid: summary.uid, orderId: summary.trackingId, message });
    },
  };
}

/**
 * Requests the status of a token, because its notification can be late or lost. The token is closed when its order is paid
 * or over, because a gateway may call a token final whose customer can try another card.
 */
export async function checkToken(
  { payments, orders, handlers }: Context,
  token: string,
): Promise<PaymentResult<Order>> {
  const result = await handlePayment(handlers, await payments.checkouts.get(token));
  if (result.isFinal) await orders.closeToken(token, result.is === "paid");
  return result;
}

/** Number of tokens that one run checks, so that it ends within the time of a function. */
const TOKENS_PER_RUN = 500;

/** Number of tokens whose status is requested at the same time. */
const AT_ONCE = 10;

/** Finds payments whose notification was lost. */
export async function reconcile(context: Context): Promise<void> {
  const queue = (await context.orders.takeOpenTokens(TOKENS_PER_RUN)).values();
  const work = async (): Promise<void> => {
    for (const token of queue) {
      // A later run tries a token that failed again, even after a 404.
      await checkToken(context, token).catch((error: unknown) => console.error(`Token ${token}:`, error));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Fulfills the paid orders, each once. */
export async function fulfill({ orders }: Context): Promise<void> {
  for (const id of await orders.fulfillPaid()) console.log(`order ${id} is fulfilled`);
}
