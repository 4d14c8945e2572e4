import { join } from "node:path";
import express, { type Express, type NextFunction, type Request, type Response } from "express";
import { messagePage } from "./pages/message-page.ts";
import { receiveNotifications } from "./payments/receive-notifications.ts";
import { adminRoutes } from "./routes/admin-routes.ts";
import { cartRoutes } from "./routes/cart-routes.ts";
import { catalogueRoutes } from "./routes/catalogue-routes.ts";
import { linkRoutes } from "./routes/link-routes.ts";
import { orderRoutes } from "./routes/order-routes.ts";
import type { Shop } from "./shop.ts";
import { ownOriginOnly, securityHeaders } from "./web/security.ts";

/** An error of Express's body parsers for an unreadable body. */
const isBadRequest = (error: unknown): boolean =>
  error instanceof Error && "status" in error && Number(error.status) < 500;

/** The shop's routes. */
export function createApp(shop: Shop): Express {
  const { publicUrl, checkoutUrl } = shop.config;
  const isHttps = publicUrl.startsWith("https:");
  const app = express();
  app.disable("x-powered-by");

  // Before body parsers, since the signature covers the raw bytes, and before the CSRF check for forms.
  app.post("/notifications", receiveNotifications(shop));

  app.use(securityHeaders(new URL(checkoutUrl).origin, isHttps));
  app.use(express.static(join(import.meta.dirname, "../public"), { cacheControl: false }));
  app.use(ownOriginOnly(publicUrl));
  app.use(express.urlencoded({ extended: false, limit: "10kb" }));
  app.use(catalogueRoutes(shop), cartRoutes(shop), orderRoutes(shop), linkRoutes(shop), adminRoutes(shop));

  app.use((_request: Request, response: Response) => {
    response.status(404).send(messagePage("Page not found", "This page does not exist."));
  });
  // Express recognises an error handler by its four parameters.
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
