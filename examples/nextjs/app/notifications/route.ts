import { type WebhookHandler, Webhooks } from "payments-client/webhooks";
import { takePayment, takeStatus } from "../../lib/take-payment.ts";

let handler: WebhookHandler | undefined;

/** Created on first use from PAYMENTS_*: `next build` loads every route and has no secrets. */
export function POST(request: Request): Promise<Response> {
  handler ??= new Webhooks().handler({
    otherwise: (event) => (event.checkout ? takeStatus(event.checkout) : takePayment(event.transaction)),
  });
  return handler(request);
}
