import pico from "@picocss/pico/css/pico.classless.css?raw";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { Hono } from "hono/tiny";
import type { HtmlEscapedString } from "hono/utils/html";
import { inOneDirection } from "../../shared/printable.ts";
import base from "../base.css?raw";
import { guard } from "../control/guard.ts";
import { nameOfOrder, ordersNamed } from "../explain/order-facts.ts";
import { queryOf } from "../explain/search.ts";
import { type Gateway, pageLinks } from "../gateway/gateway.ts";
import { drawQrCode } from "../gateway/qr-code.ts";
import { originOf } from "../http/origin.ts";
import style from "./assets/dashboard.css?raw";
import script from "./assets/dashboard.js?raw";
import { PAGES } from "./pages.ts";
import { Layout, type Missing, MissingPage } from "./views/layout.tsx";
import { OrderPage } from "./views/order-page.tsx";

const STYLES = [pico, base, style].join("\n");

/** Minimum milliseconds between two events. */
const PAUSE = 200;

/** Sends an event after each change. Subscribes only while a browser is connected. */
const streamChanges = (context: Context, { journal }: Gateway): Response => {
  // Hono never cancels a response without a body.
  if (context.req.raw.method === "HEAD") return context.body(null);
  return streamSSE(context, async (stream) => {
    let change = Promise.withResolvers<void>();
    const end = journal.subscribe(() => change.resolve());
    stream.onAbort(() => {
      end();
      change.resolve();
    });
    // Some proxies buffer a response until its first bytes.
    await stream.write(": live\n\n");
    while (!stream.aborted) {
      await change.promise;
      change = Promise.withResolvers();
      await stream.writeSSE({ data: "changed" });
      await stream.sleep(PAUSE);
    }
  });
};

/** Answers with a page. Its texts cannot read as other texts, because of characters that change their direction. */
const answer = async (
  context: Context,
  page: HtmlEscapedString | Promise<HtmlEscapedString>,
  status: 200 | 404 = 200,
) => context.html(String(await page.toString()).replaceAll(/>[^<]+/g, inOneDirection), status);

export const createDashboard = (gateway: Gateway): Hono => {
  const dashboard = new Hono();
  const propsOf = (context: Context) => {
    const url = new URL(context.req.url);
    return { gateway, url, origin: originOf(context), pages: PAGES };
  };
  const missing = (context: Context, why: Missing, status: 200 | 404 = 404) =>
    answer(context, <MissingPage {...propsOf(context)} page={PAGES[0]} {...why} />, status);
  dashboard.use("/", guard);
  dashboard.use("/sandbox/*", guard);

  // The id of one order opens the order. With a filter, it is a search in the list.
  dashboard.get("/", async (context, next) => {
    const url = new URL(context.req.url);
    const id = url.searchParams.has("show") ? "" : queryOf(url);
    const [order, ...others] = id === "" ? [] : ordersNamed(gateway, id);
    return order && others.length === 0 ? context.redirect(pageLinks.order(order.id)) : next();
  });

  for (const page of PAGES)
    dashboard.get(page.address, (context) => {
      const props = propsOf(context);
      return answer(
        context,
        <Layout {...props} page={page}>
          <h1>{page.name}</h1>
          <page.View {...props} />
        </Layout>,
      );
    });

  dashboard.get("/sandbox/orders/:token", (context) => {
    const order = gateway.store.orders.get(context.req.param("token"));
    if (!order) {
      const message = "The local gateway has no such order. Without a state file, it forgets its orders.";
      return missing(context, { title: "No such order", message });
    }
    const props = propsOf(context);
    return answer(
      context,
      <Layout {...props} page={PAGES[0]} title={nameOfOrder(order, gateway)}>
        <OrderPage {...props} order={order} />
      </Layout>,
    );
  });

  dashboard.get("/sandbox/style.css", (context) => context.body(STYLES, 200, { "content-type": "text/css" }));
  dashboard.get("/sandbox/dashboard.js", (context) =>
    context.body(script, 200, { "content-type": "text/javascript" }),
  );
  dashboard.get("/sandbox/events", (context) => streamChanges(context, gateway));

  // Draws a QR code only for its request, because all codes would take most of the page's time.
  const serveCodes = (
    kind: "pay" | "token",
    records: ReadonlyMap<string, unknown>,
    linkTo: typeof pageLinks.pay,
  ) =>
    dashboard.get(`/sandbox/qr/${kind}/:id`, (context) => {
      const id = context.req.param("id");
      if (!records.has(id)) return context.notFound();
      const svg = drawQrCode(linkTo(originOf(context), id), 2);
      return context.body(svg, 200, { "content-type": "image/svg+xml" });
    });
  serveCodes("pay", gateway.store.products, pageLinks.pay);
  serveCodes("token", gateway.store.orders, pageLinks.checkout);

  dashboard.post("/sandbox/script", (context) => {
    const message =
      "Nothing was done, because the buttons need JavaScript. Allow it, or use the commands of payments-client.";
    return missing(context, { title: "No JavaScript", message }, 200);
  });

  dashboard.get("/sandbox/*", (context) => {
    const message = `The local gateway has no page at ${context.req.path}.`;
    return missing(context, { title: "No such page", message });
  });

  return dashboard;
};
