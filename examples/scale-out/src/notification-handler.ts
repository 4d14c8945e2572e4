import { type WebhookHandler, Webhooks } from "payments-client/webhooks";
import { transaction } from "./database.ts";
import { count } from "./metrics.ts";
import { record } from "./notifications.ts";
import type { Shop } from "./shop.ts";

/** Responds with 200 after the notification and its job are committed. After any error it is 500, and the gateway retries. */
export const notificationHandler = (shop: Shop): WebhookHandler =>
  new Webhooks().handler({
    otherwise: async (event) => {
      const isNew = await transaction(shop.pool, (sql) => record(shop, sql, event));
      count("shop_notifications_total", { new: String(isNew) });
    },
  });
