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

/** What Express's body parsers throw for a body that can't be read. */
const isBadRequest = (error: unknown): boolean =>
  error instanceof Error && "status" in error && Number(error.status) < 500;

/** Everything that the shop answers. */
export function createApp(shop: Shop): Express {
  const { publicUrl, checkoutUrl } = shop.config;
  const isHttps = publicUrl.startsWith("https:");
  const app = express();
  app.disable("x-powered-by");

  // Before anything that reads bodies: only the bytes as they came are signed. And it is no form of ours.
  app.post("/notifications", receiveNotifications(shop));

  app.use(securityHeaders(new URL(checkoutUrl).origin, isHttps));
  app.use(express.static(join(import.meta.dirname, "../public"), { cacheControl: false }));
  app.use(ownOriginOnly(publicUrl));
  app.use(express.urlencoded({ extended: false, limit: "10kb" }));
  app.use(catalogueRoutes(shop), cartRoutes(shop), orderRoutes(shop), linkRoutes(shop), adminRoutes(shop));

  app.use((_request: Request, response: Response) => {
    response.status(404).send(messagePage("Not here", "There is no such page."));
  });
  // Express knows an error handler by its four parameters.
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    if (isBadRequest(error)) {
      response.status(400).send(messagePage("That did not work", "The form could not be read."));
      return;
    }
    console.error(error);
    response.status(500).send(messagePage("Something went wrong", "It is our fault. Please try again."));
  });
  return app;
}
