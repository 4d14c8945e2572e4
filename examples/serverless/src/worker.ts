import { memoryOrders } from "./orders.ts";
import { createShop, type Settings, type Shop } from "./shop.ts";

let shop: Shop | undefined;

/** Created at the first event, which provides the environment; once per isolate. */
const shopOf = (env: Settings): Shop => {
  shop ??= createShop(env, memoryOrders());
  return shop;
};

export default {
  fetch: (request: Request, env: Settings): Promise<Response> =>
    shopOf(env).fetch(request, request.headers.get("cf-connecting-ip") ?? ""),
  /** For a cron trigger, every five minutes. */
  async scheduled(_event: unknown, env: Settings): Promise<void> {
    await shopOf(env).reconcile();
    await shopOf(env).fulfill();
  },
};
