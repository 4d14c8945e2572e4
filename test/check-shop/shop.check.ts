/** A shop over HTTP, as the command checks it. With AMOUNT=any it does not compare the amount. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { PaymentsClient } from "payments-client";
import type { SandboxClientOptions } from "payments-client/sandbox";
import { toNodeListener, Webhooks } from "payments-client/webhooks";

interface Order {
  readonly amount: number;
  readonly currency: string;
  paidBy: string | null;
}

const orders = new Map<string, Order>();
let server: Server;
let payments: PaymentsClient;
let shopUrl = "";

interface Start {
  readonly clientOptions: SandboxClientOptions;
  readonly publicKey: string;
  readonly environment: Readonly<Record<string, string>>;
}

export async function start({ clientOptions, publicKey, environment }: Start): Promise<void> {
  if (environment["PAYMENTS_PUBLIC_KEY"] !== publicKey) throw new Error("The environment has no public key");
  payments = new PaymentsClient(clientOptions);
  const webhooks = new Webhooks({ ...clientOptions, publicKey });
  const notify = webhooks.handler({
    findOrder: (id, { summary }) => {
      const order = orders.get(id);
      return order && process.env["AMOUNT"] === "any" ? { ...order, amount: summary.amount ?? 0 } : order;
    },
    paid: ({ summary: { trackingId = "" }, uid }) => {
      const order = orders.get(trackingId);
      if (order) order.paidBy ??= uid;
    },
    review: () => undefined,
    otherwise: () => undefined,
    onError: () => undefined,
  });
  server = createServer(toNodeListener(notify)).listen(0, "127.0.0.1");
  await once(server, "listening");
  shopUrl = `http://127.0.0.1:${Object(server.address()).port}`;
}

export const stop = (): void => void server.close();

export async function placeOrder() {
  const orderId = crypto.randomUUID();
  const price = { amount: 12_900, currency: "EUR" };
  orders.set(orderId, { ...price, paidBy: null });
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { ...price, description: "Annual pass", tracking_id: orderId },
    settings: { notification_url: `${shopUrl}/notify` },
  });
  return { orderId, token };
}

export const fulfillments = (orderId: string): number => (orders.get(orderId)?.paidBy ? 1 : 0);
