/** A shop over HTTP, as the command checks it. With AMOUNT=any it does not compare the amount. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { PaymentsClient } from "payments-client";
import type { SandboxClientOptions } from "payments-client/sandbox";
import { toNodeListener, Webhooks } from "payments-client/webhooks";

const order = { amount: 12_900, currency: "EUR" };
const shipped = new Set<string>();
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
    paid: ({ summary, expect }) => {
      const { trackingId = "" } = summary;
      const amount = process.env["AMOUNT"] === "any" ? Number(summary.amount) : order.amount;
      expect({ ...order, amount, trackingId });
      shipped.add(trackingId);
    },
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
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { ...order, description: "Annual pass", tracking_id: orderId },
    settings: { notification_url: `${shopUrl}/notify` },
  });
  return { orderId, token };
}

export const fulfilments = (orderId: string): number => (shipped.has(orderId) ? 1 : 0);
