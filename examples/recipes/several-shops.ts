import { type ClientOptions, PaymentsClient } from "payments-client";
import { type PaymentEvent, type WebhookHandler, Webhooks } from "payments-client/webhooks";
import { handlers, takePayment } from "./notify.ts";
import { orders, pay } from "./orders.ts";

/** What the gateway's back office shows for a shop. */
export interface ShopSettings extends ClientOptions {
  readonly shopId: string;
  readonly secretKey: string;
  readonly publicKey: string;
}

/** A segment of a path; undefined for one that is not UTF-8, such as `%ff`. */
function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/** Who has a shop's secret key can make payments with any `tracking_id`, so one must not pay an order of another shop. */
function takePaymentOf(shopId: string, event: PaymentEvent): void {
  const order = orders.get(event.summary.trackingId ?? "");
  if (order && order.shopId !== shopId) pay(order, event, `it was made in shop ${shopId}`);
  else takePayment(event);
}

/** A client and a notification handler for each shop: both are made once, and shared by all calls of that shop. */
export class Shops {
  readonly #shops = new Map<string, { readonly client: PaymentsClient; readonly notify: WebhookHandler }>();

  constructor(shops: readonly ShopSettings[]) {
    for (const { publicKey, ...options } of shops) {
      const { shopId, secretKey } = options;
      const webhooks = new Webhooks({ shopId, secretKey, publicKey });
      const client = new PaymentsClient(options);
      const paid = (event: PaymentEvent): void => takePaymentOf(shopId, event);
      this.#shops.set(shopId, { client, notify: webhooks.handler({ ...handlers, paid }) });
    }
  }

  client(shopId: string): PaymentsClient {
    const shop = this.#shops.get(shopId);
    if (!shop) throw new RangeError("There is no such shop");
    return shop.client;
  }

  /** For `POST /notify/{shopId}`: a notification is verified with the key of the shop that its address names. */
  async notify(request: Request): Promise<Response> {
    const shopId = decode(new URL(request.url).pathname.split("/").at(-1) ?? "");
    const shop = shopId === undefined ? undefined : this.#shops.get(shopId);
    return shop ? shop.notify(request) : new Response(null, { status: 404 });
  }
}
