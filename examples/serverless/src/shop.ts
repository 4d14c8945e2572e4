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
import { isOwnForm, sessionCookie, sessionOf } from "./session.ts";
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

/** What every request needs. */
interface Context {
  readonly payments: PaymentsClient;
  readonly orders: Orders;
  readonly shopUrl: string;
}

/** How long a request waits for one that has the claim, in milliseconds. */
const PATIENCE = 5000;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const redirectTo = (location: string): Response => new Response(null, { status: 303, headers: { location } });

const showPage = (html: string): Response =>
  new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });

const notFound = (): Response => new Response("Not found", { status: 404 });

/** Creates a token for an order. It is saved before its address is returned: no payment goes unnoticed. */
async function createToken(
  { payments, orders, shopUrl }: Context,
  order: Order,
  claim: string,
): Promise<string | undefined> {
  const { id, description, amount, currency } = order;
  const { token, redirect_url: redirectUrl } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount, currency, description, tracking_id: id },
    settings: {
      return_url: `${shopUrl}/orders/${id}`,
      notification_url: `${shopUrl}/notifications`,
    },
  });
  return (await orders.addToken(id, claim, { token, redirectUrl })) ? redirectUrl : undefined;
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
 * Where the customer pays an order that is claimed: the same token until that ended unpaid, or the gateway has lost it.
 * Undefined if the claim was lost.
 */
async function findOrCreate(context: Context, id: string, claim: string): Promise<string | undefined> {
  const { payments, orders, shopUrl } = context;
  const order = await orders.find(id);
  if (order === undefined) return undefined;
  if (order.paid) return `${shopUrl}/orders/${id}`;
  const latest = order.tokens.at(-1);
  const status = latest && (await statusOf(payments, latest.token));
  if (latest && status) {
    if (!isFinal(status)) return latest.redirectUrl;
    // It may be paid although the notification did not arrive yet: another token could be paid again.
    await takeStatus(orders, status);
    if (!UNPAID.includes(outcome(status))) return `${shopUrl}/orders/${id}`;
  }
  return createToken(context, order, claim);
}

/** The order is claimed first, so that two presses at once get one token: two could both be paid. */
async function startPayment(context: Context, id: string): Promise<Response> {
  const { orders } = context;
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; ) {
    const claim = await orders.claim(id);
    if (claim === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      continue;
    }
    try {
      const location = await findOrCreate(context, id, claim);
      if (location !== undefined) return redirectTo(location);
    } finally {
      await orders.release(id, claim);
    }
  }
  return new Response("The payment is being started. Please try again.", { status: 503 });
}

/**
 * `POST /checkout?article=…&order=…`: sends the customer to the payment page. The page's form has the order's id, so that
 * a form that is sent twice is one order. It belongs to the session that placed it, and only a form of this shop starts it:
 * another site could send customers to pay an order that is not theirs.
 */
const checkoutHandler =
  (context: Context): Handler =>
  async (request) => {
    const session = sessionOf(request);
    if (session === undefined || !isOwnForm(request, context.shopUrl)) {
      return new Response("Open the shop, and choose an article there", { status: 403 });
    }
    const { searchParams } = new URL(request.url);
    const article = findArticle(searchParams.get("article"));
    if (article === undefined) return new Response("Unknown article", { status: 404 });
    const id = searchParams.get("order") ?? "";
    if (!UUID.test(id)) return new Response("The order's id is missing", { status: 400 });
    const order = await context.orders.open({ id, session, ...article });
    return order.session === session ? startPayment(context, id) : notFound();
  };

/** `GET /`: the articles. The first page that a browser opens begins its session. */
const catalogueHandler =
  (shopUrl: string): Handler =>
  async (request) => {
    const page = showPage(cataloguePage());
    if (sessionOf(request) === undefined) {
      page.headers.set("set-cookie", sessionCookie(shopUrl.startsWith("https:")));
    }
    return page;
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
    "GET /": catalogueHandler(shopUrl),
    "GET /orders": orderHandler(orders),
    "POST /checkout": checkoutHandler({ payments, orders, shopUrl }),
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
