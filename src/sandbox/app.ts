import { Hono } from "hono";
import { createApi, notFound } from "./api.ts";
import { createPages } from "./pages/pages.ts";
import type { Shop } from "./shop.ts";

/** Everything that a sandbox answers. */
export const createApp = (shop: Shop): Hono => {
  const app = new Hono();
  app.route("/", createApi(shop));
  app.route("/", createPages(shop));
  app.notFound(notFound);
  return app;
};
