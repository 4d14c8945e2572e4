/** A merchant's code, identical in every runtime: a product, a payment token, and a verified notification. */
import { outcome, PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { Webhooks } from "payments-client/webhooks";

interface Shop {
  readonly sandbox: Sandbox;
  /** The shop's order. */
  readonly order: { readonly amount: number; readonly currency: string; readonly paidBy: string | null };
  /** The status of each forged notification. */
  readonly answersToForgeries: readonly number[];
}

async function openShop(): Promise<Shop> {
  const order = { amount: 12900, currency: "EUR", paidBy: null as string | null };
  const answersToForgeries: number[] = [];
  const sandbox: Sandbox = new Sandbox({
    deliver: async (request) => {
      const { url, headers } = request;
      const forgery = new Request(url, { method: "POST", headers, body: "{}" });
      answersToForgeries.push((await receive(forgery)).status);
      return receive(request);
    },
  });
  const { shopId, secretKey } = sandbox.clientOptions;
  const webhooks = new Webhooks({ shopId, secretKey, publicKey: await sandbox.publicKey() });
  const receive = webhooks.handler({
    findOrder: () => order,
    paid: ({ uid }) => {
      order.paidBy = uid;
    },
    review: ({ message }) => {
      throw new Error(message);
    },
  });
  return { sandbox, order, answersToForgeries };
}

async function sell({ sandbox, order, answersToForgeries }: Shop, payments: PaymentsClient): Promise<string> {
  const product = await payments.products.create(
    {
      name: "Annual pass",
      description: "Entry for one person, twelve months",
      currency: "EUR",
      amount: 12900,
      infinite: true,
      immortal: true,
    },
    { signal: AbortSignal.timeout(60_000) },
  );
  const { token } = await payments.checkouts.create({
    transaction_type: "payment",
    order: { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: product.id },
    settings: { notification_url: "https://shop.example/notify" },
  });
  const { uid, status } = await sandbox.pay(token, { card: "4200000000000000" });
  if (order.paidBy !== uid) throw new Error(`The order is paid by ${order.paidBy} instead of ${uid}`);
  if (answersToForgeries.join() !== "401") throw new Error("The shop accepted a forged notification");
  if (outcome(await payments.checkouts.get(token)) !== "paid") throw new Error("The token was not paid");
  return `${product.id.slice(0, 4)} ${status} verified`;
}

export async function sellInMemory(): Promise<string> {
  const shop = await openShop();
  return `ok ${await sell(shop, new PaymentsClient(shop.sandbox.clientOptions))}`;
}

export async function sellOverHttp(): Promise<string> {
  const shop = await openShop();
  const server = await shop.sandbox.listen();
  const sold = await sell(shop, new PaymentsClient(server.clientOptions));
  await server.close();
  return `ok ${sold}, over HTTP`;
}
