import { Sandbox } from "payments-client/sandbox";
import { Webhooks } from "payments-client/webhooks";
import { shop } from "./notify.ts";

const SHOP = { shopId: "4821", secretKey: "secret-key-of-a-test" };
const sandbox = new Sandbox(SHOP);

/**
 * Posts a notification to the handler, signed as the gateway signs, without a payment.
 */
export async function postNotification(
  fields: Record<string, unknown>,
): Promise<Response> {
  const webhooks = new Webhooks({ ...SHOP, publicKey: await sandbox.publicKey() });
  const handler = webhooks.handler(shop);
  const body = JSON.stringify({
    transaction: {
      uid: "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54",
      type: "payment",
      status: "successful",
      payment: { status: "successful" },
      test: false,
      ...fields,
    },
  });
  const headers = await sandbox.sign(body);
  return handler(
    new Request("https://shop.example/notify", { method: "POST", headers, body }),
  );
}
