import { Webhooks } from "payments-client/webhooks";
import { shop } from "../../../../examples/recipes/notify.ts";
import { openTokens, orders, toReview } from "../../../../examples/recipes/orders.ts";
import { reconcile } from "../../../../examples/recipes/reconcile.ts";
import { refunds, sendRefunds, storeRefund } from "../../../../examples/recipes/refunds.ts";
import { chargeMonth, tryId } from "../../../../examples/recipes/renewals.ts";
import { shipOrders } from "../../../../examples/recipes/ship.ts";
import { createToken } from "../../../support/check-shop.ts";
import type { FaultyGateway } from "../faulty-gateway.ts";
import { guard } from "../life.ts";
import type { Shop } from "../play.ts";

const AMOUNT = 12_900;
const DAY = 24 * 60 * 60_000;

/** A shop built from the guides alone. Its tables are in memory, so they outlive what is killed. */
export async function openRecipes(gateway: FaultyGateway): Promise<Shop> {
  refunds.clear();
  openTokens.clear();
  orders.clear();
  toReview.clear();
  const shipped = new Set<string>(); // a carrier that ignores a repeat
  const publicKey = await gateway.sandbox.publicKey();
  const first = crypto.randomUUID();
  const { shopId, secretKey } = gateway.sandbox.clientOptions;
  return {
    async open(life, payments) {
      const webhooks = new Webhooks({ shopId, secretKey, publicKey });
      return {
        async runJobs() {
          await reconcile(payments);
          await shipOrders(async (id) => void shipped.add(id));
          await sendRefunds(payments);
          const order = orders.get(first);
          if (order?.paidBy) await chargeMonth(payments, order, "2026-04");
        },
        storefront: {
          async placeOrder() {
            orders.set(first, { id: first, amount: AMOUNT, currency: "EUR", paidBy: null });
            return first;
          },
          async startPayment(orderId) {
            if (orders.get(orderId)?.paidBy !== null) return undefined;
            const token = await createToken(payments, { id: orderId, amount: AMOUNT, currency: "EUR" });
            openTokens.set(token, Date.now() + DAY);
            return token;
          },
          notify: guard(life, webhooks.handler(shop)),
          askForRefund(orderId, id, amount) {
            const paymentUid = orders.get(orderId)?.paidBy ?? "";
            storeRefund({ id, paymentUid, amount, reason: "Returned" }, AMOUNT);
          },
        },
      };
    },
    books: (orderId) => ({
      fulfillments: shipped.has(orderId) ? 1 : 0,
      inReview: [...toReview.values()]
        .filter((review) => review.orderId === orderId)
        .map(({ uid = "" }) => uid),
    }),
    charges: () => {
      const id = tryId(orders.get(first)?.renewalSecret ?? "", "2026-04", 1);
      return [{ tries: [id], isPaid: Boolean(orders.get(id)?.paidBy) }];
    },
  };
}
