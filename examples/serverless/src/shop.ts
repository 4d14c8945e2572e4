import {
  type CheckoutStatus,
  isFinal,
  NotFoundError,
  type Outcome,
  outcome,
  PaymentsClient,
  PaymentsError,
} from "payments-client";
import { Webhooks } from "payments-client/webhooks";
import { cataloguePage, findArticle, orderPage } from "./catalogue.ts";
import type { Order, Orders } from "./orders.ts";
import { takePayment } from "./take-payment.ts";

/** The shop's environment variables. */
export interface Settings {
  readonly PAYMENTS_SHOP_ID: string;
  readonly PAYMENTS_SECRET_KEY: string;
  readonly PAYMENTS_BASE_URL: string;
  readonly PAYMENTS_CHECKOUT_URL: string;
  readonly PAYMENTS_PUBLIC_KEY: string;
  /** The shop's public URL, for customers and the gateway. A slash at its end is removed: `//notifications` is no route. */
  readonly SHOP_URL: string;
}

type Handler = (request: Request) => Promise<Response>;

/** What the platform calls. */
export interface Shop {
  readonly fetch: Handler;
  /** Asks for the status of every open token: a notification can be late or lost. Run it every few minutes. */
  readonly reconcile: () => Promise<void>;
}

/** How a token ends without a payment. */
const UNPAID: readonly Outcome[] = ["failed", "expired"];

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const redirectTo = (location: string): Response => new Response(null, { status: 303, headers: { location } });

const showPage = (html: string): Response =>
  new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });

const notFound = (): Response => new Response("Not found", { status: 404 });

/** Creates a token for an order. It is saved before its address is returned: no payment goes unnoticed. */
async function createToken(
  payments: PaymentsClient,
  orders: Orders,
  shopUrl: string,
  order: Order,
): Promise<string> {
  const { id, description, amount, currency } = order;
  const { token, redirect_url: redirectUrl } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount, currency, description, tracking_id: id },
    settings: {
      return_url: `${shopUrl}/orders/${id}`,
      notification_url: `${shopUrl}/notifications`,
    },
  });
  await orders.addToken(id, { token, redirectUrl });
  return redirectUrl;
}

/** Records the status of a token, and closes it once it is final. */
async function takeStatus(orders: Orders, status: CheckoutStatus): Promise<void> {
  await takePayment(orders, status);
  if (isFinal(status)) await orders.closeToken(status.token);
}

/** The status of a token; undefined if the gateway does not know it. */
const statusOf = (payments: PaymentsClient, token: string): Promise<CheckoutStatus | undefined> =>
  payments.checkouts.get(token).catch((error) => {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  });

/**
 * `POST /checkout?article=…&order=…`: sends the customer to the payment page. The page's form has the order's id, so that
 * a form that is sent twice is one order, and leads to the same token until that ended unpaid, or the gateway has lost it.
 */
const checkoutHandler =
  (payments: PaymentsClient, orders: Orders, shopUrl: string): Handler =>
  async ({ url }) => {
    const { searchParams } = new URL(url);
    const article = findArticle(searchParams.get("article"));
    if (article === undefined) return new Response("Unknown article", { status: 404 });
    const id = searchParams.get("order") ?? "";
    if (!UUID.test(id)) return new Response("The order's id is missing", { status: 400 });
    const order = await orders.open({ id, ...article });
    if (order.paid) return redirectTo(`${shopUrl}/orders/${id}`);
    const latest = order.tokens.at(-1);
    const status = latest && (await statusOf(payments, latest.token));
    if (latest && status) {
      if (!isFinal(status)) return redirectTo(latest.redirectUrl);
      // It may be paid although the notification did not arrive yet: another token could be paid again.
      await takeStatus(orders, status);
      if (!UNPAID.includes(outcome(status))) return redirectTo(`${shopUrl}/orders/${id}`);
    }
    return redirectTo(await createToken(payments, orders, shopUrl, order));
  };

/** `GET /orders/…`, where customers return. The URL's query proves nothing: the notification marks the order as paid. */
const orderHandler =
  (orders: Orders): Handler =>
  async ({ url }) => {
    const order = await orders.find(new URL(url).pathname.replace("/orders/", ""));
    return order ? showPage(orderPage(order)) : notFound();
  };

/** `POST /notifications`: the result of a payment. An error here causes a 500, and the gateway retries. */
const notificationHandler = (webhooks: Webhooks, orders: Orders): Handler =>
  webhooks.handler({
    otherwise: (event) =>
      event.checkout ? takeStatus(orders, event.checkout) : takePayment(orders, event.transaction),
  });

/** A token that cannot be asked about stays open: the next run asks again, also after a 404. */
const reconcile = async (payments: PaymentsClient, orders: Orders): Promise<void> => {
  for (const token of await orders.openTokens()) {
    try {
      await takeStatus(orders, await payments.checkouts.get(token));
    } catch (error) {
      console.error("A token's status could not be recorded and will be asked for again:", error);
    }
  }
};

/** Create it once per instance, not per request. */
export function createShop(settings: Settings, orders: Orders): Shop {
  const account = { shopId: settings.PAYMENTS_SHOP_ID, secretKey: settings.PAYMENTS_SECRET_KEY };
  const payments = new PaymentsClient({
    ...account,
    baseUrl: settings.PAYMENTS_BASE_URL,
    checkoutUrl: settings.PAYMENTS_CHECKOUT_URL,
    timeout: 10_000,
  });
  const shopUrl = settings.SHOP_URL.replace(/\/+$/, "");
  const webhooks = new Webhooks({ ...account, publicKey: settings.PAYMENTS_PUBLIC_KEY });
  const routes: Readonly<Record<string, Handler>> = {
    "GET /": async () => showPage(cataloguePage()),
    "GET /orders": orderHandler(orders),
    "POST /checkout": checkoutHandler(payments, orders, shopUrl),
    "POST /notifications": notificationHandler(webhooks, orders),
  };
  const answer: Handler = async (request) => {
    const [, page] = new URL(request.url).pathname.split("/");
    const handle = routes[`${request.method} /${page}`];
    if (handle === undefined) return notFound();
    try {
      return await handle(request);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      console.error(error);
      return new Response("The payment could not be started. Please try again.", { status: 502 });
    }
  };
  return { fetch: answer, reconcile: () => reconcile(payments, orders) };
}
