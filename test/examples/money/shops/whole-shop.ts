import type { FaultyGateway } from "../faulty-gateway.ts";
import type { OpenShop, Shop } from "../play.ts";
import { Host, type Language, notify, PHP, PYTHON } from "../processes/process.ts";

interface WholeShop {
  readonly language: Language;
  readonly script: string;
  readonly renews: boolean;
}

const AMOUNT = 12_900;

/** A shop that is asked again for what it was asked for, with the same id, whatever it told. */
async function openWholeShop({ language, script, renews }: WholeShop, gateway: FaultyGateway): Promise<Shop> {
  const host = await Host.open(gateway);
  const file = await language.prepare(script, host.folder);
  const query: typeof host.query = (...statement) => host.query(...statement);
  let placed = "";
  const renewals = () => query("SELECT id, state FROM asks WHERE order_id = ? AND kind = 'renewal'", placed);
  return {
    async open(life) {
      const url = await host.serve(life, (own) => language.serve(file, own));
      const post = (path: string): Promise<Response> => fetch(url + path, { method: "POST" });
      const ask = (kind: string, id: string, orderId: string, amount: number): Promise<Response> =>
        post(`/test/request?kind=${kind}&id=${id}&order=${orderId}&amount=${amount}`);
      return {
        runJobs: () =>
          host.atOnce(life, async () => {
            const isPaid =
              query("SELECT 1 FROM orders WHERE id = ? AND paid_by IS NOT NULL", placed).length > 0;
            if (renews && isPaid) {
              const declined = renewals().filter(
                ({ state }) => state === "declined" || state === "refused",
              ).length;
              await ask("renewal", `renewal-${declined}`, placed, AMOUNT);
            }
            await post("/test/job");
          }),
        storefront: {
          async placeOrder() {
            const { orderId } = Object(await (await post("/test/order")).json());
            placed = orderId;
            return placed;
          },
          startPayment: async (orderId) => {
            const [order] = query("SELECT token FROM orders WHERE id = ?", orderId);
            return typeof order?.["token"] === "string" ? order["token"] : undefined;
          },
          notify: (request) => notify(url, request),
          askForRefund: (orderId, id, amount) => host.atOnce(life, () => ask("refund", id, orderId, amount)),
        },
      };
    },
    books: (orderId) => ({
      fulfillments: Number(query("SELECT parcels FROM orders WHERE id = ?", orderId)[0]?.["parcels"]),
      inReview: query("SELECT uid FROM reviews WHERE order_id = ?", orderId).map(({ uid }) => String(uid)),
    }),
    charges: () => {
      if (!renews) return [];
      const tries = renewals();
      return [
        {
          tries: tries.map(({ id }) => String(id)),
          isPaid: tries.some(({ state }) => state === "succeeded"),
        },
      ];
    },
    close: () => host.close(),
  };
}

export const openPhpShop: OpenShop = (gateway) =>
  openWholeShop({ language: PHP, script: "php-shop/shop.php", renews: false }, gateway);

export const openPythonShop: OpenShop = (gateway) =>
  openWholeShop({ language: PYTHON, script: "python-shop/shop.py", renews: true }, gateway);
