import { join } from "node:path";
import type { OpenShop } from "../play.ts";
import { Host, notify } from "../processes/process.ts";

const APP = join(import.meta.dirname, "../../../../examples/starter/app.ts");
const PLAYED = join(import.meta.dirname, "../processes/played-node.ts");
/** The many processes compile the same files. */
const NODE_COMPILE_CACHE = join(import.meta.dirname, "../../../../node_modules/.cache/money");
const STAFF = { STAFF_NAME: "staff", STAFF_PASSWORD: "open sesame" };

/** The shop of `payments-client init`, with its pages as its customers and staff use them. */
export const openStarter: OpenShop = async (gateway) => {
  const host = await Host.open(gateway);
  const orderOf = (column: "id" | "token", value: string) =>
    host.query(`SELECT * FROM orders WHERE ${column} = ?`, value)[0] ?? {};
  return {
    async open(life) {
      const url = await host.serve(life, ({ port }) => [
        "env",
        ...Object.entries({ PORT: port, NODE_COMPILE_CACHE, ...STAFF }).map((entry) => entry.join("=")),
        ...[process.execPath, "--import", PLAYED, APP],
      ]);
      const post = (path: string, form: Record<string, string> = {}): Promise<Response> =>
        fetch(url + path, {
          method: "POST",
          redirect: "manual",
          headers: { origin: url, authorization: `Basic ${btoa(Object.values(STAFF).join(":"))}` },
          body: new URLSearchParams(form),
        });
      return {
        runJobs: () => host.atOnce(life, () => post("/staff/job")),
        storefront: {
          async placeOrder() {
            const page = (await post("/buy/ticket")).headers.get("location") ?? "";
            const { id } = orderOf("token", new URL(page).searchParams.get("token") ?? "");
            return String(id);
          },
          async startPayment(orderId) {
            const { token } = orderOf("id", orderId);
            return typeof token === "string" ? token : undefined;
          },
          notify: (request) => notify(url, request),
          askForRefund: (orderId, id, amount) =>
            host.atOnce(life, () => {
              const form = { id, uid: String(orderOf("id", orderId)["paid_by"]), currency: "EUR" };
              return post("/staff/refunds", { ...form, amount: (amount / 100).toFixed(2) });
            }),
        },
      };
    },
    books: (orderId) => ({
      fulfillments: host.query("SELECT id FROM shipments WHERE id = ?", orderId).length,
      inReview: host
        .query("SELECT uid FROM reviews WHERE order_id = ? AND done = 0", orderId)
        .map(({ uid }) => String(uid)),
    }),
    close: () => host.close(),
  };
};
