import { Webhooks } from "payments-client/webhooks";
import type { FaultyGateway } from "../faulty-gateway.ts";
import { guard } from "../life.ts";
import type { Shop } from "../play.ts";
import { load } from "./load.ts";

export async function openTesting(gateway: FaultyGateway): Promise<Shop> {
  const modules = await Promise.all(
    ["checkout", "handlers", "orders", "reconcile"].map((name) => load(`testing/src/${name}.ts`)),
  );
  const { startPayment, handlersOf, Orders, reconcile } = Object.assign({}, ...modules);
  const orders = new Orders();
  const { shopId, secretKey } = gateway.sandbox.clientOptions;
  const publicKey = await gateway.sandbox.publicKey();
  return {
    async open(life, payments) {
      const webhooks = new Webhooks({ shopId, secretKey, publicKey });
      return {
        async runJobs() {
          await reconcile(payments, orders);
          orders.ship();
        },
        storefront: {
          async placeOrder() {
            const id = crypto.randomUUID();
            orders.add({ id, description: "Annual pass", amount: 12_900, currency: "EUR" });
            return id;
          },
          async startPayment(orderId) {
            return (await startPayment(payments, orders, orders.find(orderId))).token;
          },
          notify: guard(life, webhooks.handler(handlersOf(orders))),
        },
      };
    },
    books: (orderId) => ({
      fulfillments: orders.shipped.filter((id: string) => id === orderId).length,
      inReview: orders.toReview.map(({ uid }: { uid: string }) => uid),
    }),
  };
}
