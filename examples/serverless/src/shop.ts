import { outcome, PaymentsClient, PaymentsError } from "payments-client";
import { expectPayment, notificationKey, Webhooks } from "payments-client/webhooks";
import { findArticle } from "./catalogue.ts";
import type { Orders } from "./orders.ts";

/** The shop's environment variables. */
export interface Settings {
  readonly PAYMENTS_SHOP_ID: string;
  readonly PAYMENTS_SECRET_KEY: string;
  readonly PAYMENTS_BASE_URL: string;
  readonly PAYMENTS_CHECKOUT_URL: string;
  readonly PAYMENTS_PUBLIC_KEY: string;
  /** The shop's public URL, for customers and the gateway. */
  readonly SHOP_URL: string;
}

export type Handler = (request: Request) => Promise<Response>;

/** `POST /checkout?article=…`: sends the customer to the payment page. */
const checkoutHandler =
  (payments: PaymentsClient, orders: Orders, shopUrl: string): Handler =>
  async ({ url }) => {
    const article = findArticle(new URL(url).searchParams.get("article"));
    if (article === undefined) return new Response("Unknown article", { status: 404 });
    const { description, ...price } = article;
    const id = crypto.randomUUID();
    await orders.open({ id, ...price });
    const { redirect_url } = await payments.checkouts.create({
      transaction_type: "payment",
      order: { ...price, description, tracking_id: id },
      settings: {
        return_url: `${shopUrl}/orders/${id}`,
        notification_url: `${shopUrl}/notifications`,
      },
    });
    return new Response(null, { status: 303, headers: { location: redirect_url } });
  };

/** `POST /notifications`: the result of a payment. An error here causes a 500, and the gateway retries. */
const notificationHandler = (webhooks: Webhooks, orders: Orders): Handler =>
  webhooks.handler({
    async onTransaction(transaction) {
      switch (outcome(transaction)) {
        case "paid": {
          const order = await orders.find(String(transaction.tracking_id));
          if (order === undefined) throw new Error(`Unknown order ${transaction.tracking_id}`);
          const { id, amount, currency } = order;
          expectPayment(transaction, { amount, currency, trackingId: id });
          return orders.pay(id, transaction.uid, notificationKey(transaction));
        }
        case "pending":
        case "failed":
        case "expired":
          return;
        default:
          console.warn("Not a payment of an order:", transaction.type, transaction.status, transaction.uid);
      }
    },
  });

/** The shop as a fetch handler. Create it once per instance, not per request. */
export function createShop(settings: Settings, orders: Orders): Handler {
  const account = { shopId: settings.PAYMENTS_SHOP_ID, secretKey: settings.PAYMENTS_SECRET_KEY };
  const payments = new PaymentsClient({
    ...account,
    baseUrl: settings.PAYMENTS_BASE_URL,
    checkoutUrl: settings.PAYMENTS_CHECKOUT_URL,
    timeout: 10_000,
  });
  const webhooks = new Webhooks({ ...account, publicKey: settings.PAYMENTS_PUBLIC_KEY });
  const routes: Readonly<Record<string, Handler>> = {
    "POST /checkout": checkoutHandler(payments, orders, settings.SHOP_URL),
    "POST /notifications": notificationHandler(webhooks, orders),
  };
  return async (request) => {
    const handle = routes[`${request.method} ${new URL(request.url).pathname}`];
    if (handle === undefined) return new Response("Not found", { status: 404 });
    try {
      return await handle(request);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      console.error(error);
      return new Response("The payment could not be started. Please try again.", { status: 502 });
    }
  };
}
