import { Hono } from "hono";
import { createApi } from "./api/create-api.ts";
import { notFound } from "./api/handler.ts";
import { recordRequests } from "./api/record-requests.ts";
import { createDashboard } from "./dashboard/create-dashboard.tsx";
import type { Shop } from "./gateway/shop.ts";
import { createPages } from "./pages/create-pages.ts";
import { createWidget } from "./widget/create-widget.ts";

/** Everything that a sandbox answers. */
export const createApp = (shop: Shop): Hono => {
  const app = new Hono();
  app.use(recordRequests(shop));
  app.route("/", createApi(shop));
  app.route("/", createWidget());
  app.route("/", createDashboard(shop));
  app.route("/", createPages(shop));
  app.notFound(notFound);
  return app;
};
