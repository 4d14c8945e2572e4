import type { Context, Next } from "hono";
import { Hono } from "hono/tiny";
import { createApi } from "./api/create-api.ts";
import { notFound } from "./api/handler.ts";
import { recordRequests } from "./api/record-requests.ts";
import { createDashboard } from "./dashboard/create-dashboard.tsx";
import type { Shop } from "./gateway/shop.ts";
import { isKnownHost } from "./origin.ts";
import { createPages } from "./pages/create-pages.ts";
import { createWidget } from "./widget/create-widget.ts";

const FOREIGN_HOST =
  "The sandbox answers at loopback names, at IP addresses and at its publicUrl. Open it there, or set publicUrl.";

const refuseForeignHost = async (context: Context, next: Next): Promise<Response | undefined> => {
  if (isKnownHost(context)) {
    await next();
    return undefined;
  }
  const isCall = context.req.header("accept") === "application/json";
  return isCall ? context.json({ message: FOREIGN_HOST }, 421) : context.text(`${FOREIGN_HOST}\n`, 421);
};

export const createApp = (shop: Shop): Hono => {
  const app = new Hono({ strict: false });
  app.use(recordRequests(shop));
  app.use(refuseForeignHost);
  app.route("/", createApi(shop));
  app.route("/", createWidget());
  app.route("/", createDashboard(shop));
  app.route("/", createPages(shop));
  app.notFound(notFound);
  return app;
};
