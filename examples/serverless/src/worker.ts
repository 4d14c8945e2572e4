import { memoryOrders } from "./orders.ts";
import { createShop, type Handler, type Settings } from "./shop.ts";

let shop: Handler | undefined;

export default {
  /** The environment comes with the first request: the shop is made then, once for an isolate. */
  fetch(request: Request, env: Settings): Promise<Response> {
    shop ??= createShop(env, memoryOrders());
    return shop(request);
  },
};
