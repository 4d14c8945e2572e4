import { Webhooks } from "payments-client/webhooks";
import type { FaultyGateway } from "../faulty-gateway.ts";
import { guard } from "../life.ts";
import type { Shop } from "../play.ts";
import { load } from "./load.ts";

export async function openTesting(gateway: FaultyGateway): Promise<Shop> {
  const modules = await Promise.all(
    ["checkout", "notifications", "orders", "reconcile"].map((name) => load(`testing/src/${name}.ts`)),
  );
  const { startPayment, notificationHandler, Orders, reconcile } = Object.assign({}, ...modules);
  const orders = new Orders();
  const publicKey = await gateway.sandbox.publicKey();
  return {
    async open(life, payments) {
      const webhooks = new Webhooks({ ...gateway.sandbox.clientOptions, publicKey });
      return {
        runJobs: () => reconcile(payments, orders),
        storefront: {
          async placeOrder() {
            const id = crypto.randomUUID();
            orders.add({ id, description: "Annual pass", amount: 12_900, currency: "EUR" });
            return id;
          },
          async startPayment(orderId) {
            return (await startPayment(payments, orders, orders.find(orderId))).token;
          },
          notify: guard(life, notificationHandler(webhooks, orders)),
        },
      };
    },
    books: (orderId) => ({
      fulfilments: orders.shipped.filter((id: string) => id === orderId).length,
      inReview: orders.toReview.map(({ uid }: { uid: string }) => uid),
    }),
  };
}
