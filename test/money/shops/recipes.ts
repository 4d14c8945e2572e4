import { Webhooks } from "payments-client/webhooks";
import { handlers } from "../../../examples/recipes/notify.ts";
import { openTokens, orders, toReview } from "../../../examples/recipes/orders.ts";
import { reconcile } from "../../../examples/recipes/reconcile.ts";
import { askForRefund, makeRefunds, refunds } from "../../../examples/recipes/refunds.ts";
import { chargeMonth } from "../../../examples/recipes/renewals.ts";
import type { FaultyGateway } from "../faulty-gateway.ts";
import { guard } from "../life.ts";
import type { Shop } from "../play.ts";

const AMOUNT = 12_900;

/** A shop built from the guides alone. Its tables are in memory, so they outlive what is killed. */
export async function openRecipes(gateway: FaultyGateway): Promise<Shop> {
  refunds.clear();
  openTokens.clear();
  orders.clear();
  const publicKey = await gateway.sandbox.publicKey();
  const first = crypto.randomUUID();
  const uidOf = async (orderId: string): Promise<string> => {
    const paid = await gateway.succeeded(orderId);
    const inReview = new Set(toReview.map(({ uid }) => uid));
    return paid.find(({ type, uid }) => type === "payment" && !inReview.has(uid))?.uid ?? "";
  };
  return {
    async open(life, payments) {
      const webhooks = new Webhooks({ ...gateway.sandbox.clientOptions, publicKey });
      const keys = gateway.knowsKeys;
      return {
        async runJobs() {
          await reconcile(payments);
          await makeRefunds(payments, keys);
          const order = orders.get(first);
          if (order?.status === "paid") await chargeMonth(payments, order, "2026-04", 1, keys);
        },
        storefront: {
          async placeOrder() {
            orders.set(first, { id: first, amount: AMOUNT, currency: "EUR", status: "open" });
            return first;
          },
          async startPayment(orderId) {
            if (orders.get(orderId)?.status !== "open") return undefined;
            const { token } = await payments.checkouts.create({
              transaction_type: "payment",
              order: {
                amount: AMOUNT,
                currency: "EUR",
                description: "Pass",
                tracking_id: orderId,
                additional_data: { contract: ["recurring"] },
              },
              settings: { notification_url: "https://shop.example/notify" },
            });
            openTokens.add(token);
            return token;
          },
          notify: guard(life, webhooks.handler(handlers)),
          async askForRefund(orderId, id, amount) {
            const paymentUid = await uidOf(orderId);
            askForRefund({ id, paymentUid, amount, currency: "EUR", reason: "Returned" }, AMOUNT);
          },
        },
      };
    },
    books: (orderId) => ({
      fulfilments: orders.get(orderId)?.status === "paid" ? 1 : 0,
      inReview: toReview.filter(({ reason }) => reason.includes(orderId)).map(({ uid }) => uid),
    }),
    charges: () => {
      const id = `${first}-2026-04-1`;
      return [{ tries: [id], isPaid: orders.get(id)?.status === "paid" }];
    },
  };
}
