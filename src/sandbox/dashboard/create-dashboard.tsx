import pico from "@picocss/pico/css/pico.classless.css?raw";
import type { Context } from "hono";
import { streamSSE } from "hono/streaming";
import { Hono } from "hono/tiny";
import { renderSVG } from "uqr";
import { parseUrl } from "../../shared/parse-url.ts";
import base from "../base.css?raw";
import { orderFacts, ordersNamed } from "../explain/order-facts.ts";
import { summarizeOrder } from "../explain/order-summary.ts";
import { queryOf } from "../explain/search.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { originOf } from "../http/origin.ts";
import { ACTIONS, type Action } from "./actions/actions.ts";
import { type Done, NotFound, refusalOf } from "./actions/form.ts";
import style from "./assets/dashboard.css?raw";
import script from "./assets/dashboard.js?raw";
import { serveExports, toJsonWithoutKey } from "./exports.ts";
import { guard, wantsJson } from "./guard.ts";
import { PAGES } from "./pages.ts";
import { type Links, linksAt, orderAddress } from "./parts/links.ts";
import { Layout, type Refusal, RefusedPage } from "./views/layout.tsx";
import { OrderPage } from "./views/order-page.tsx";

const STYLES = [pico, base, style].join("\n");

/** The result of the newest action, for the next page. It is not in the address, because others can make addresses. */
interface LatestAction {
  id: number;
  done: Done | undefined;
}

/** Returns the address of a page of the dashboard. Default: the first page. */
const ownAddress = (address: string): string => {
  const { pathname = "", search = "" } = parseUrl(address) ?? {};
  const isOwn =
    PAGES.some((page) => page.address === pathname) || /^\/sandbox\/orders\/[^/]+$/.test(pathname);
  return isOwn ? pathname + search : "/";
};

/** Milliseconds for which a form waits for the merchant's server. Later answers appear as live updates. */
const FORM_TIMEOUT = 1000;

/** Milliseconds for which the command line waits. Longer than the timeout of a post. */
const COMMAND_TIMEOUT = 31_000;

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

const answerDone = (context: Context, gateway: Gateway, done: Done): Response => {
  const { message, order: token, note, isForgeryAccepted = false } = done;
  const order = token === undefined ? undefined : gateway.store.orders.get(token);
  const body = { message, note, order: order ? summarizeOrder(order, gateway) : null, isForgeryAccepted };
  return context.body(toJsonWithoutKey(body, gateway), 200, { "content-type": "application/json" });
};

/** Answers with a page that says why there is nothing else. */
type Refuse = (context: Context, status: 404 | 409, why: Refusal) => Response | Promise<Response>;

/** Runs the action of a form and redirects to the page with the result. Works without JavaScript. */
const action =
  (gateway: Gateway, act: Action, latest: LatestAction, refuse: Refuse) => async (context: Context) => {
    const isCommand = wantsJson(context);
    const caller = { origin: originOf(context), timeout: isCommand ? COMMAND_TIMEOUT : FORM_TIMEOUT };
    try {
      const done = await act(gateway, await context.req.parseBody(), caller);
      if (isCommand) return answerDone(context, gateway, done);
      const target = new URL(done.to ?? ownAddress(context.req.header("referer") ?? ""), context.req.url);
      latest.id += 1;
      latest.done = done;
      target.searchParams.set("did", String(latest.id));
      return context.redirect(target.pathname + target.search, 303);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === undefined) throw error;
      const { message, field } = refusal;
      if (isCommand) return context.json({ message }, error instanceof NotFound ? 404 : 409);
      return refuse(context, 409, { title: "Action failed", message, field });
    }
  };

/** Creates the dashboard for developers at the root of the sandbox. */
export const createDashboard = (gateway: Gateway): Hono => {
  const dashboard = new Hono();
  const latest: LatestAction = { id: 0, done: undefined };
  const linksOf = (context: Context): Links => linksAt(originOf(context), gateway.settings.shopId);
  const propsOf = (context: Context) => {
    const url = new URL(context.req.url);
    const done = url.searchParams.get("did") === String(latest.id) ? latest.done : undefined;
    return { gateway, url, links: linksOf(context), pages: PAGES, done };
  };
  const refuse: Refuse = (context, status, why) =>
    context.html(<RefusedPage {...propsOf(context)} page={PAGES[0]} {...why} />, status);
  dashboard.use("/", guard);
  dashboard.use("/sandbox/*", guard);

  // The id of one order opens the order. With a filter, it is a search in the list.
  dashboard.get("/", async (context, next) => {
    const url = new URL(context.req.url);
    const id = url.searchParams.has("show") ? "" : queryOf(url);
    const [order, ...others] = id === "" ? [] : ordersNamed(gateway, id);
    return order && others.length === 0 ? context.redirect(orderAddress(order.id)) : next();
  });

  for (const page of PAGES)
    dashboard.get(page.address, (context) => {
      const props = propsOf(context);
      return context.html(
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
      return refuse(context, 404, { title: "No such order", message });
    }
    const props = propsOf(context);
    return context.html(
      <Layout {...props} page={PAGES[0]} title={orderFacts(order).name}>
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
  const serveCodes = (kind: "pay" | "token", records: ReadonlyMap<string, unknown>) =>
    dashboard.get(`/sandbox/qr/${kind}/:id`, (context) => {
      const id = context.req.param("id");
      if (!records.has(id)) return context.notFound();
      const svg = renderSVG(linksOf(context)[kind](id), { border: 2 });
      return context.body(svg, 200, { "content-type": "image/svg+xml" });
    });
  serveCodes("pay", gateway.store.products);
  serveCodes("token", gateway.store.orders);

  serveExports(dashboard, gateway);

  for (const [name, act] of Object.entries(ACTIONS))
    dashboard.post(`/sandbox/${name}`, action(gateway, act, latest, refuse));

  dashboard.get("/sandbox/*", (context) => {
    const message = `The local gateway has no page at ${context.req.path}.`;
    return refuse(context, 404, { title: "No such page", message });
  });

  return dashboard;
};
