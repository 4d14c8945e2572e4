import { join } from "node:path";
import { fileURLToPath } from "node:url";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { toNodeListener } from "payments-client/webhooks";
import { messagePage } from "./pages/layout.ts";
import { handlersOf } from "./payments/handlers.ts";
import { adminRoutes } from "./routes/admin-routes.ts";
import { cartRoutes } from "./routes/cart-routes.ts";
import { orderRoutes } from "./routes/order-routes.ts";
import type { Shop } from "./shop.ts";
import { limitRequests } from "./web/limits.ts";
import { ownOriginOnly, securityHeaders } from "./web/security.ts";

/** The style of the elements. `public/shop.css` has the rest. */
const PICO = fileURLToPath(import.meta.resolve("@picocss/pico/css/pico.min.css"));

/** An error of Express's body parsers for an unreadable body. */
const isBadRequest = (error: unknown): boolean =>
  error instanceof Error && "status" in error && Number(error.status) < 500;

export function createApp(shop: Shop): Express {
  const { publicUrl, proxies, requestsPerMinute } = shop.config;
  const isHttps = publicUrl.startsWith("https:");
  const app = express();
  app.disable("x-powered-by");
  app.set("trust proxy", proxies);

  // Before body parsers, because the signature covers the raw bytes, and before the CSRF check for forms.
  app.post("/notifications", toNodeListener(shop.webhooks.handler(handlersOf(shop))));

  app.use(securityHeaders(new URL(shop.payments.checkoutUrl).origin, isHttps));
  app.use(express.static(join(import.meta.dirname, "../public"), { cacheControl: false }));
  app.use("/pico.css", express.static(PICO, { cacheControl: false }));
  app.use(ownOriginOnly(publicUrl));
  app.use("/orders", limitRequests(requestsPerMinute));
  app.use(express.urlencoded({ extended: false, limit: "10kb" }));
  app.use(cartRoutes(shop), orderRoutes(shop), adminRoutes(shop));

  app.use((_request: Request, response: Response) => {
    response.status(404).send(messagePage("Page not found", "This page does not exist."));
  });
  // Express recognizes an error handler by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (isBadRequest(error)) {
      response.status(400).send(messagePage("Invalid request", "The form could not be read."));
      return;
    }
    console.error(error);
    response
      .status(500)
      .send(messagePage("Something went wrong", "The shop had an internal error. Please try again."));
  });
  return app;
}
