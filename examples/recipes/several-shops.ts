import { type ClientOptions, PaymentsClient } from "payments-client";
import {
  type PaymentHandlers,
  type WebhookHandler,
  Webhooks,
} from "payments-client/webhooks";
import { shop } from "./notify.ts";
import { type Order, orders } from "./orders.ts";

/** Values from the gateway's back office. */
export interface ShopSettings extends ClientOptions {
  readonly shopId: string;
  readonly secretKey: string;
  readonly publicKey: string;
}

export interface ShopOrder extends Order {
  readonly shopId: string;
}

/**
 * Finds only orders of this shop, because anyone with the key of another shop can choose
 * any tracking_id.
 */
export const handlersOf = (shopId: string): PaymentHandlers<Order> => ({
  ...shop,
  findOrder: (trackingId) => {
    const order = orders.get(trackingId);
    return order && "shopId" in order && order.shopId === shopId ? order : undefined;
  },
});

/** One client and one notification handler for each shop. */
export class Shops {
  readonly #shops = new Map<
    string,
    { readonly client: PaymentsClient; readonly notify: WebhookHandler }
  >();

  constructor(shops: readonly ShopSettings[]) {
    for (const { publicKey, ...options } of shops) {
      const { shopId, secretKey } = options;
      const webhooks = new Webhooks({ shopId, secretKey, publicKey });
      const client = new PaymentsClient(options);
      this.#shops.set(shopId, { client, notify: webhooks.handler(handlersOf(shopId)) });
    }
  }

  client(shopId: string): PaymentsClient {
    const found = this.#shops.get(shopId);
    if (!found) throw new RangeError("There is no such shop");
    return found.client;
  }

  /** For `POST /notify/{shopId}`. */
  async notify(request: Request): Promise<Response> {
    const shopId = new URL(request.url).pathname.split("/").at(-1) ?? "";
    return (
      this.#shops.get(shopId)?.notify(request) ?? new Response(null, { status: 404 })
    );
  }
}
