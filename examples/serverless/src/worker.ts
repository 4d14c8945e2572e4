import { memoryOrders } from "./orders.ts";
import { createShop, type Handler, type Settings } from "./shop.ts";

let shop: Handler | undefined;

export default {
  /** Created at the first request, which provides the environment; once per isolate. */
  fetch(request: Request, env: Settings): Promise<Response> {
    shop ??= createShop(env, memoryOrders());
    return shop(request);
  },
};
