import { type WebhookHandler, Webhooks } from "payments-client/webhooks";
import { shop } from "./notify.ts";

interface Env {
  readonly PAYMENTS_SHOP_ID: string;
  readonly PAYMENTS_SECRET_KEY: string;
  readonly PAYMENTS_PUBLIC_KEY: string;
}

let handler: WebhookHandler | undefined;

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/cart")
      return Response.json({ added: Object(await request.json()).article });
    if (pathname !== "/notify") return new Response("Not found", { status: 404 });
    handler ??= new Webhooks({
      shopId: env.PAYMENTS_SHOP_ID,
      secretKey: env.PAYMENTS_SECRET_KEY,
      publicKey: env.PAYMENTS_PUBLIC_KEY,
    }).handler(shop);
    return handler(request);
  },
};
