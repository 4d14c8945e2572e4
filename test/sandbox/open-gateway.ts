import {
  type CheckoutCreateParams,
  driftHooks,
  PaymentsClient,
  type Transaction,
  type TransactionType,
} from "../../src/index.ts";
import { Sandbox, type SandboxOptions, type SandboxState } from "../../src/sandbox.ts";
import { type Notification, Webhooks } from "../../src/webhooks.ts";
import { freshState } from "../support/fresh-state.ts";
import { everything } from "../support/handlers.ts";
import { press } from "../support/press.ts";

export const ORDER = {
  amount: 12_900,
  currency: "EUR",
  description: "Annual pass",
  tracking_id: "order-1007",
};

export const NOTIFY = "https://shop.example/notify";

/** The settings of a token whose payment is notified. */
export const NOTIFIED = { notification_url: NOTIFY };

/** A test card that is declined. */
export const DECLINED = "4005550000000019";

const ACCOUNT = { shopId: 4821, secretKey: "s3cret" };

/** A sandbox and its client. */
export function openSandbox(options: SandboxOptions = {}) {
  const sandbox = new Sandbox({ ...ACCOUNT, state: freshState, ...options });
  const drifts: unknown[] = [];
  const hooks = driftHooks((event) => drifts.push(event));
  const payments = new PaymentsClient({ ...sandbox.clientOptions, hooks });
  /** Creates the token of a payment, unless the parameters say otherwise. */
  const create = async (params: Partial<CheckoutCreateParams> = {}): Promise<string> =>
    (await payments.checkouts.create({ transaction_type: "payment", order: ORDER, ...params })).token;
  return { sandbox, payments, create, drifts };
}

/** A sandbox with a merchant who verifies and records notifications. */
export async function openGateway(options: SandboxOptions = {}) {
  const received: Notification[] = [];
  const gateway = openSandbox({ deliver: (request) => handler(request), ...options });
  const { sandbox, create } = gateway;
  const webhooks = new Webhooks({ ...ACCOUNT, publicKey: await sandbox.publicKey() });
  const handler = webhooks.handler(
    everything(({ transaction, checkout, raw }) => {
      received.push(
        transaction ? { type: "transaction", transaction, raw } : { type: "checkout", checkout, raw },
      );
    }),
  );

  /** A customer's payment or authorization, with a test card. */
  const pay = async (
    type: TransactionType,
    { amount = 12_900, card = "4200000000000000", trackingId = "order-1007", order = {} } = {},
  ): Promise<Transaction> => {
    const token = await create({
      transaction_type: type,
      test: true,
      order: { ...ORDER, amount, tracking_id: trackingId, ...order },
      settings: NOTIFIED,
    });
    return sandbox.pay(token, { card });
  };

  /** The transactions of all notifications. */
  const notified = (): Transaction[] =>
    received.flatMap((notification) => (notification.type === "transaction" ? notification.transaction : []));

  return { ...gateway, webhooks, pay, received, notified };
}

/** Sends the notifications of a loaded state again, as a developer does on the pages of their orders. */
export const sendLoaded = (sandbox: Sandbox): Promise<Response[]> =>
  Promise.all(
    sandbox.deliveries
      .filter(
        ({ status, type, disturbance }) =>
          status !== 200 && type !== "verification" && disturbance !== "lost",
      )
      .map(({ id }) => press("http://127.0.0.1:4747", "notify-again", { notification: id }, sandbox.fetch)),
  );

/** The state of a sandbox as another process reads it. */
export const savedState = async (sandbox: Sandbox): Promise<SandboxState> =>
  JSON.parse(JSON.stringify(await sandbox.state()));
