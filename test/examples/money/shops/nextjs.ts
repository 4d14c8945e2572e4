import { vi } from "vitest";
import type { FaultyGateway } from "../faulty-gateway.ts";
import type { Shop } from "../play.ts";
import { stubFetch, variablesOf, within } from "./global-fetch.ts";
import { load } from "./load.ts";

const GLOBALS = ["shopOrders", "shopOpenTokens", "shopReviews"] as const;

const FORM = { method: "POST", headers: { origin: "https://shop.example" } };
const SCHEDULE = { headers: { authorization: "Bearer cron" } };

/** The routes as Next.js calls them. */
export async function openNextjs(gateway: FaultyGateway): Promise<Shop> {
  vi.resetModules();
  for (const name of GLOBALS) Reflect.deleteProperty(globalThis, name);
  const variables = {
    ...(await variablesOf(gateway)),
    SHOP_URL: "https://shop.example",
    CRON_SECRET: "cron",
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  stubFetch();
  const [checkout, notifications, reconcile, fulfill, { findOrder, reviewsOf }] = await Promise.all(
    [
      ...["app/checkout/route", "app/notifications/route", "app/reconcile/route", "app/fulfill/route"],
      "lib/orders",
    ].map((file) => load(`nextjs/${file}.ts`)),
  );
  const tokens = new Map<string, string>();
  return {
    async open(life) {
      return {
        async runJobs() {
          for (const job of [reconcile, fulfill])
            await within(gateway, life, () => job.GET(new Request("https://shop.example/job", SCHEDULE)));
        },
        storefront: {
          // An order is opened by the request that makes its token.
          async placeOrder() {
            const answer: Response = await within(gateway, life, () =>
              checkout.POST(new Request("https://shop.example/checkout?article=annual-pass", FORM)),
            );
            const token = new URL(answer.headers.get("location") ?? "").searchParams.get("token") ?? "";
            const { order } = await gateway.honest().checkouts.get(token);
            const orderId = order?.tracking_id ?? "";
            tokens.set(orderId, token);
            return orderId;
          },
          startPayment: async (orderId) => tokens.get(orderId),
          notify: (request) => within(gateway, life, () => notifications.POST(request)),
        },
      };
    },
    async books(orderId) {
      const { isFulfilled } = await findOrder(orderId);
      const reviews: { readonly uid: string }[] = await reviewsOf(orderId);
      return { fulfillments: isFulfilled ? 1 : 0, inReview: reviews.map(({ uid }) => uid) };
    },
    close() {
      vi.unstubAllEnvs();
      vi.unstubAllGlobals();
    },
  };
}
