import type { Context } from "hono";
import { Hono } from "hono/tiny";
import { renderSVG } from "uqr";
import type { Shop } from "../gateway/shop.ts";
import { originOf } from "../origin.ts";
import { ACTIONS, type Action, Refused } from "./actions.ts";
import script from "./assets/dashboard.js?raw";
import header from "./assets/header.css?raw";
import palette from "./assets/palette.css?raw";
import shopStyle from "./assets/shop.css?raw";
import style from "./assets/style.css?raw";
import tables from "./assets/tables.css?raw";
import { streamChanges } from "./events.ts";
import { guard } from "./guard.ts";
import { DashboardPage, RefusedPage } from "./page.tsx";
import { relationsOf } from "./relations.ts";
import { type Links, linksAt } from "./sections/links.ts";
import { viewOf } from "./view.ts";

const STYLES = [palette, header, style, shopStyle, tables].join("\n");

/** The search and pages of the dashboard that a form was sent from. */
const searchOf = (context: Context): string => {
  const referer = context.req.header("referer") ?? "";
  return URL.canParse(referer) ? new URL(referer).search : "";
};

/** Runs the action of a form, then redirects to the dashboard; works without JavaScript. */
const action = (shop: Shop, act: Action) => async (context: Context) => {
  try {
    await act(shop, await context.req.parseBody(), originOf(context));
    return context.redirect(`/${searchOf(context)}`, 303);
  } catch (error) {
    if (error instanceof Refused) return context.html(<RefusedPage message={error.message} />, 409);
    throw error;
  }
};

/** The dashboard for developers, at the root of the sandbox. It does no work until it is opened. */
export const createDashboard = (shop: Shop): Hono => {
  const dashboard = new Hono();
  const linksOf = (context: Context): Links => linksAt(originOf(context), shop.shopId);
  dashboard.use("/", guard);
  dashboard.use("/sandbox/*", guard);

  dashboard.get("/", async (context) => {
    const { publicKey } = await shop.store.key.pair();
    const { origin, searchParams } = new URL(context.req.url);
    const view = viewOf(searchParams, relationsOf(shop));
    return context.html(
      <DashboardPage
        shop={shop}
        origin={origin}
        links={linksOf(context)}
        publicKey={publicKey}
        view={view}
      />,
    );
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

  for (const [name, act] of Object.entries(ACTIONS)) dashboard.post(`/sandbox/${name}`, action(shop, act));

  return dashboard;
};
