import { PaymentsClient, type Transaction, type TransactionType } from "../../src/index.ts";
import { Sandbox, type SandboxOptions } from "../../src/sandbox/index.ts";
import { type Notification, Webhooks } from "../../src/webhooks/index.ts";

const NOTIFY = "https://shop.example/notify";

/** A sandbox with a merchant who verifies and records notifications. */
export async function openGateway(options: SandboxOptions = {}) {
  const received: Notification[] = [];
  const sandbox: Sandbox = new Sandbox({
    shopId: 4821,
    secretKey: "s3cret",
    deliver: (request) => handler(request),
    ...options,
  });
  const webhooks = new Webhooks({ shopId: 4821, secretKey: "s3cret", publicKey: await sandbox.publicKey() });
  const keep = (_: unknown, notification: Notification) => void received.push(notification);
  const handler = webhooks.handler({ onTransaction: keep, onCheckout: keep });
  const drifts: unknown[] = [];
  const payments = new PaymentsClient({
    ...sandbox.clientOptions,
    hooks: { onDrift: (event) => drifts.push(event) },
  });

  /** A customer's payment or authorization, with a test card. */
  const pay = async (
    type: TransactionType,
    { amount = 12_900, card = "4200000000000000", trackingId = "order-1007", order = {} } = {},
  ): Promise<Transaction> => {
    const { token } = await payments.checkouts.create({
      transaction_type: type,
      test: true,
      order: { amount, currency: "EUR", description: "Annual pass", tracking_id: trackingId, ...order },
      settings: { notification_url: NOTIFY },
    });
    return sandbox.pay(token, { card });
  };

  /** The transactions of all notifications. */
  const notified = (): Transaction[] =>
    received.flatMap((notification) => (notification.type === "transaction" ? notification.transaction : []));

  return { sandbox, payments, pay, received, notified, drifts };
}
