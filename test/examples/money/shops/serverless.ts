import { vi } from "vitest";
import type { FaultyGateway } from "../faulty-gateway.ts";
import { guard, type Life } from "../life.ts";
import type { Shop } from "../play.ts";
import { stubFetch, variablesOf, within } from "./global-fetch.ts";
import { load } from "./load.ts";

type Operations = Record<string, (...parameters: unknown[]) => Promise<unknown>>;

/** Every operation of the database is a step of the function. */
const guardOrders = (life: Life, orders: Operations): Operations =>
  Object.fromEntries(Object.entries(orders).map(([name, run]) => [name, guard(life, run)]));

export async function openServerless(gateway: FaultyGateway): Promise<Shop> {
  const [{ createShop }, { memoryOrders }] = await Promise.all([
    load("serverless/src/shop.ts"),
    load("serverless/src/orders.ts"),
  ]);
  const orders = memoryOrders();
  const settings = { ...(await variablesOf(gateway)), SHOP_URL: "https://shop.example" };
  stubFetch();
  const headers = { origin: "https://shop.example", cookie: `session=${crypto.randomUUID()}` };
  return {
    async open(life) {
      const shop = createShop(settings, guardOrders(life, orders));
      const send = (request: Request): Promise<Response> =>
        within(gateway, life, () => shop.fetch(request, ""));
      return {
        async runJobs() {
          await within(gateway, life, shop.reconcile);
          await within(gateway, life, shop.fulfill);
        },
        storefront: {
          // The page has the id in its form; the order is stored when that is sent.
          placeOrder: async () => crypto.randomUUID(),
          async startPayment(orderId) {
            const url = `https://shop.example/checkout?article=annual-pass&order=${orderId}`;
            const answer = await send(new Request(url, { method: "POST", headers }));
            const location = answer.headers.get("location");
            return (location && new URL(location).searchParams.get("token")) || undefined;
          },
          notify: send,
        },
      };
    },
    async books(orderId) {
      const { isFulfilled } = await orders.find(orderId);
      const reviews: { readonly uid: string }[] = await orders.reviews(orderId);
      return { fulfillments: isFulfilled ? 1 : 0, inReview: reviews.map(({ uid }) => uid) };
    },
    close: () => void vi.unstubAllGlobals(),
  };
}
