import { type WebhookHandler, Webhooks } from "payments-client/webhooks";
import { shop } from "../../lib/shop.ts";

let handler: WebhookHandler | undefined;

/** Created at the first request, because `next build` loads every route and has no secrets. */
export function POST(request: Request): Promise<Response> {
  handler ??= new Webhooks().handler(shop);
  return handler(request);
}
