import { PaymentsClient, PaymentsError } from "payments-client";
import { Webhooks } from "payments-client/webhooks";
import { cataloguePage, findArticle, orderPage } from "./catalogue.ts";
import { startPayment } from "./checkout.ts";
import { clientNetwork } from "./client-network.ts";
import type { Orders } from "./orders.ts";
import { type Context, checkToken, fulfill, handlersOf, reconcile } from "./payments.ts";
import { isOwnForm, sessionCookie, sessionOf } from "./session.ts";

/** The shop's environment. The client and `Webhooks` name a variable that is missing. */
export interface Settings {
  readonly PAYMENTS_SHOP_ID?: string | undefined;
  readonly PAYMENTS_SECRET_KEY?: string | undefined;
  readonly PAYMENTS_BASE_URL?: string | undefined;
  readonly PAYMENTS_CHECKOUT_URL?: string | undefined;
  readonly PAYMENTS_PUBLIC_KEY?: string | undefined;
  /** The shop's public URL. A slash at its end is removed, because `//notifications` is no route. */
  readonly SHOP_URL?: string | undefined;
}

/** @param address The client's address, as the platform gives it. */
type Handler = (request: Request, address: string) => Promise<Response>;

/** What the platform calls. */
export interface Shop {
  readonly fetch: Handler;
  readonly reconcile: () => Promise<void>;
  readonly fulfill: () => Promise<void>;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

const showPage = (html: string): Response =>
  new Response(html, { headers: { "content-type": "text/html; charset=utf-8" } });

const notFound = (): Response => new Response("Not found", { status: 404 });

/**
 * `POST /checkout?article=…&order=…`. The form has the order's id, so a form that is sent twice is one order. Another site
 * could send customers to pay an order that is not theirs, so the form must be from this shop and its session.
 */
const checkoutHandler =
  (context: Context): Handler =>
  async (request, address) => {
    const session = sessionOf(request);
    if (session === undefined || !isOwnForm(request, context.shopUrl)) {
      return new Response("Open the shop, and choose an article there", { status: 403 });
    }
    const { searchParams } = new URL(request.url);
    const article = findArticle(searchParams.get("article"));
    if (article === undefined) return new Response("Unknown article", { status: 404 });
    const id = searchParams.get("order") ?? "";
    if (!UUID.test(id)) return new Response("The order's id is missing", { status: 400 });
    const order = await context.orders.open({ id, session, ...article }, clientNetwork(address));
    if (order === undefined) return new Response("Too many orders. Please try again later.", { status: 429 });
    if (order.session !== session) return notFound();
    const location = await startPayment(context, order);
    return new Response(null, { status: 303, headers: { location } });
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

/** `GET /orders/…`, where customers return. The query of the URL proves nothing, so the status is requested. */
const orderHandler =
  (context: Context): Handler =>
  async ({ url }) => {
    const find = () => context.orders.find(new URL(url).pathname.replace("/orders/", ""));
    const order = await find();
    const token = order?.tokens.at(-1)?.token;
    if (order?.paidBy === null && token !== undefined) {
      await checkToken(context, token).catch((error: unknown) => console.error(error));
    }
    const latest = await find();
    return latest ? showPage(orderPage(latest)) : notFound();
  };

/** Create it once per instance, not per request. @throws Error that names a setting that is missing. */
export function createShop(settings: Settings, orders: Orders): Shop {
  const account = { shopId: settings.PAYMENTS_SHOP_ID, secretKey: settings.PAYMENTS_SECRET_KEY };
  const payments = new PaymentsClient({
    ...account,
    baseUrl: settings.PAYMENTS_BASE_URL,
    checkoutUrl: settings.PAYMENTS_CHECKOUT_URL,
    timeout: 10_000,
  });
  const shopUrl = settings.SHOP_URL?.replace(/\/+$/, "");
  if (!shopUrl) throw new Error("SHOP_URL is not set");
  const webhooks = new Webhooks({ ...account, publicKey: settings.PAYMENTS_PUBLIC_KEY });
  const context = { payments, orders, handlers: handlersOf(orders), shopUrl };
  const routes: Readonly<Record<string, Handler>> = {
    "GET /": catalogueHandler(shopUrl),
    "GET /orders": orderHandler(context),
    "POST /checkout": checkoutHandler(context),
    "POST /notifications": webhooks.handler(context.handlers),
  };
  const answer: Handler = async (request, address) => {
    const [, page] = new URL(request.url).pathname.split("/");
    const handle = routes[`${request.method} /${page}`];
    if (handle === undefined) return notFound();
    try {
      return await handle(request, address);
    } catch (error) {
      if (!(error instanceof PaymentsError)) throw error;
      console.error(error);
      return new Response("The payment could not be started. Please try again.", { status: 502 });
    }
  };
  return { fetch: answer, reconcile: () => reconcile(context), fulfill: () => fulfill(context) };
}
