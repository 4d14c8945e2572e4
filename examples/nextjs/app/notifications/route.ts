import { isPaid } from "payments-client";
import { expectPayment, notificationKey, type WebhookHandler, Webhooks } from "payments-client/webhooks";
import { findOrder, payOrder } from "../../lib/orders.ts";
import { setting } from "../../lib/setting.ts";

let handler: WebhookHandler | undefined;

/** Made at its first use: `next build` loads every route, and has no secrets. */
const createHandler = (): WebhookHandler =>
  new Webhooks({
    shopId: setting("PAYMENTS_SHOP_ID"),
    secretKey: setting("PAYMENTS_SECRET_KEY"),
    publicKey: setting("PAYMENTS_PUBLIC_KEY"),
  }).handler({
    async onTransaction(transaction, notification) {
      if (!isPaid(transaction)) return;
      const order = await findOrder(transaction.tracking_id);
      // An error here is a 500, and the gateway posts again.
      if (order === undefined) throw new Error(`There is no order ${transaction.tracking_id}`);
      expectPayment(notification, { amount: order.amount, currency: order.currency, trackingId: order.id });
      await payOrder(order.id, notificationKey(notification));
    },
    onError: (error) => console.error(error),
  });

/** What became of a payment. */
export function POST(request: Request): Promise<Response> {
  handler ??= createHandler();
  return handler(request);
}
