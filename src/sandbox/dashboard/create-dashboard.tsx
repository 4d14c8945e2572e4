import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { renderSVG } from "uqr";
import type { Shop } from "../gateway/shop.ts";
import { originOf } from "../origin.ts";
import { ACTIONS, type Action } from "./actions/actions.ts";
import { refusalOf } from "./actions/form.ts";
import script from "./assets/dashboard.js?raw";
import forms from "./assets/forms.css?raw";
import header from "./assets/header.css?raw";
import palette from "./assets/palette.css?raw";
import style from "./assets/style.css?raw";
import tables from "./assets/tables.css?raw";
import timeline from "./assets/timeline.css?raw";
import { streamChanges } from "./events.ts";
import { guard } from "./guard.ts";
import { findOrder } from "./orders/orders.ts";
import { type Links, linksAt, ownAddress, type PageAddress } from "./parts/links.ts";
import { CallsPage } from "./views/calls-page.tsx";
import { CardsPage } from "./views/cards-page.tsx";
import { EnvironmentPage } from "./views/environment-page.tsx";
import { FailuresPage } from "./views/failures-page.tsx";
import { type PageProps, RefusedPage } from "./views/layout.tsx";
import { OrderPage } from "./views/order-page.tsx";
import { OrdersPage } from "./views/orders-page.tsx";
import { ProductsPage } from "./views/products-page.tsx";

const STYLES = [palette, header, style, forms, tables, timeline].join("\n");

/** The pages that need nothing but the shop. */
const VIEWS = {
  "/": OrdersPage,
  "/sandbox/calls": CallsPage,
  "/sandbox/products": ProductsPage,
  "/sandbox/cards": CardsPage,
  "/sandbox/failures": FailuresPage,
} satisfies Readonly<Partial<Record<PageAddress, unknown>>>;

/** What the latest action did, for the page that it redirects to: an address can be made by others, so it holds no text. */
interface Said {
  id: number;
  text: string;
}

/** Runs the action of a form, then redirects to the page that shows it; works without JavaScript. */
const action = (shop: Shop, act: Action, latest: Said) => async (context: Context) => {
  try {
    const { said, to } = await act(shop, await context.req.parseBody(), originOf(context));
    const target = new URL(to ?? ownAddress(context.req.header("referer") ?? ""), context.req.url);
    latest.id += 1;
    latest.text = said;
    target.searchParams.set("did", String(latest.id));
    return context.redirect(target.pathname + target.search, 303);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === undefined) throw error;
    return context.html(<RefusedPage title="Action failed" message={refusal} />, 409);
  }
};

/** The dashboard for developers, at the root of the sandbox. It does no work until it is opened. */
export const createDashboard = (shop: Shop): Hono => {
  const dashboard = new Hono();
  const latest: Said = { id: 0, text: "" };
  const linksOf = (context: Context): Links => linksAt(originOf(context), shop.shopId);
  const propsOf = (context: Context): PageProps => {
    const url = new URL(context.req.url);
    const said = url.searchParams.get("did") === String(latest.id) ? latest.text : undefined;
    return { shop, url, links: linksOf(context), said };
  };
  dashboard.use("/", guard);
  dashboard.use("/sandbox/*", guard);

  for (const [address, View] of Object.entries(VIEWS))
    dashboard.get(address, (context) => context.html(<View {...propsOf(context)} />));

  dashboard.get("/sandbox/environment", async (context) => {
    const { publicKey } = await shop.store.key.pair();
    return context.html(<EnvironmentPage {...propsOf(context)} publicKey={publicKey} />);
  });

  dashboard.get("/sandbox/orders/:token", (context) => {
    const order = findOrder(shop.store, context.req.param("token"));
    if (order) return context.html(<OrderPage {...propsOf(context)} order={order} />);
    return context.html(<RefusedPage title="No such order" message="The sandbox has no such order." />, 404);
  });

  dashboard.get("/sandbox/style.css", (context) => context.body(STYLES, 200, { "content-type": "text/css" }));
  dashboard.get("/sandbox/dashboard.js", (context) =>
    context.body(script, 200, { "content-type": "text/javascript" }),
  );
  dashboard.get("/sandbox/events", (context) => streamChanges(context, shop.changes, shop.activity));

  // Drawn on demand: drawing all of them would take most of the page's time.
  const serveCodes = (kind: "pay" | "token", records: ReadonlyMap<string, unknown>) =>
    dashboard.get(`/sandbox/qr/${kind}/:id`, (context) => {
      const id = context.req.param("id");
      if (!records.has(id)) return context.notFound();
      const svg = renderSVG(linksOf(context)[kind](id), { border: 2 });
      return context.body(svg, 200, { "content-type": "image/svg+xml" });
    });
  serveCodes("pay", shop.store.products);
  serveCodes("token", shop.store.checkouts);

  for (const [name, act] of Object.entries(ACTIONS))
    dashboard.post(`/sandbox/${name}`, action(shop, act, latest));

  return dashboard;
};
