import { Webhooks } from "payments-client/webhooks";
import { payments } from "./lib/payments.ts";
import { setting, shopUrl } from "./lib/setting.ts";

/**
 * Next.js calls it when the server starts, not in `next build`. A shop that lacks a setting answers every request with 500
 * and logs why: otherwise it would sell, and fail at the first notification.
 */
export function register(): void {
  payments();
  new Webhooks();
  shopUrl();
  setting("CRON_SECRET");
}
