import { createHash, timingSafeEqual } from "node:crypto";
import { openTokens } from "../../lib/orders.ts";
import { payments } from "../../lib/payments.ts";
import { setting } from "../../lib/setting.ts";
import { takeStatus } from "../../lib/take-payment.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

const isScheduler = (request: Request): boolean =>
  timingSafeEqual(
    digest(request.headers.get("authorization") ?? ""),
    digest(`Bearer ${setting("CRON_SECRET")}`),
  );

/**
 * Asks for the status of every open token, since a notification can be late or lost. Let a scheduler call it every five
 * minutes. A token that cannot be asked about stays open: the next run asks again, also after a 404.
 */
export async function GET(request: Request): Promise<Response> {
  if (!isScheduler(request)) return new Response("Unauthorized", { status: 401 });
  for (const token of await openTokens()) {
    try {
      await takeStatus(await payments().checkouts.get(token));
    } catch (error) {
      console.error("A token's status could not be recorded and will be asked for again:", error);
    }
  }
  return new Response(null, { status: 204 });
}
