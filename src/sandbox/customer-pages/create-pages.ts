import pico from "@picocss/pico/css/pico.classless.css?raw";
import { Hono } from "hono/tiny";
import base from "../base.css?raw";
import { type Gateway, PAYMENT_PAGES } from "../gateway/gateway.ts";
import style from "./page.css?raw";
import script from "./page.js?raw";
import { createBillPages, createPaymentPages } from "./payment-pages.tsx";
import { createProductPages } from "./product-pages.tsx";

const HEADERS = {
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

const STYLES = [pico, base, style].join("\n");
const CSS = { "content-type": "text/css; charset=utf-8" };
const JAVASCRIPT = { "content-type": "text/javascript; charset=utf-8" };

export function createPages(gateway: Gateway): Hono {
  const pages = new Hono();
  for (const path of ["/products/:id/pay", "/v2/*", "/process/*", ...Object.values(PAYMENT_PAGES)]) {
    pages.use(path, async (context, next) => {
      await next();
      for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    });
  }
  pages.get("/v2/assets/page.css", (context) => context.body(STYLES, 200, CSS));
  pages.get("/v2/assets/page.js", (context) => context.body(script, 200, JAVASCRIPT));
  pages.route("/", createProductPages(gateway));
  pages.route("/", createBillPages(gateway));
  pages.route("/", createPaymentPages(gateway));
  return pages;
}
