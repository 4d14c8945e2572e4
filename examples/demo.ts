/**
 * Calls every method of the SDK over HTTP: with a sandbox on this machine or, if PAYMENTS_* is set in the environment,
 * with that gateway in test mode.
 */
import { createServer } from "node:http";
import {
  type CheckoutCreateParams,
  fromMinorUnits,
  InvalidRequestError,
  type Issue,
  PaymentsClient,
  type Transaction,
  ValidationError,
} from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { toNodeListener, Webhooks } from "payments-client/webhooks";

const VARIABLES = ["PAYMENTS_SHOP_ID", "PAYMENTS_SECRET_KEY", "PAYMENTS_BASE_URL", "PAYMENTS_CHECKOUT_URL"];
const isRemote = VARIABLES.some((name) => process.env[name]);

const heading = (text: string) => console.log(`\n\u001b[1m${text}\u001b[0m`);
const line = (name: string, value: unknown) => console.log(`  ${name.padEnd(15)} ${String(value)}`);
const problems = (issues: readonly Issue[]) => {
  for (const { path, messages } of issues) console.log(`    ${path.join(".")}: ${messages.join(", ")}`);
};

const amountOf = ({ amount, currency, status }: Transaction) =>
  `${fromMinorUnits(amount ?? 0, currency ?? "")} ${currency}, ${status}`;

const sandbox = isRemote ? undefined : new Sandbox({ shopId: 4821 });
const server = await sandbox?.listen();
const payments = new PaymentsClient({
  ...server?.clientOptions,
  hooks: {
    onRetry: ({ operation, delayMs }) => line("retry", `${operation} in ${Math.round(delayMs)} ms`),
  },
});

heading(server ? "Gateway: a sandbox on this machine" : "Gateway: configured by PAYMENTS_*, in test mode");
line("baseUrl", payments.baseUrl);
line("checkoutUrl", payments.checkoutUrl);
line("gatewayUrl", payments.gatewayUrl ?? "not set, only needed for transactions");
line("shopId", payments.shopId);

heading("products.create");
const product = await payments.products.create({
  name: "Annual pass",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: 12900,
  quantity: 40,
  expired_at: new Date(Date.now() + 30 * 24 * 60 * 60 * 1000),
  visible_fields: ["email", "first_name", "last_name"],
  return_url: "https://shop.example/thanks",
  test: true,
});
line("id", product.id);
line("price", `${fromMinorUnits(product.amount, product.currency)} ${product.currency}`);
line("payment link", product.pay_url);

heading("products.list, get, update");
const products = await payments.products.list();
line("list", products.length === 1 ? "1 product" : `${products.length} products`);
line("get", `${product.name}: ${(await payments.products.get(product.id)).quantity} in stock`);
await payments.products.update(product.id, { amount: 9900, infinite: true });
const updated = await payments.products.get(product.id);
line(
  "update",
  `${fromMinorUnits(updated.amount, updated.currency)} ${updated.currency}, unlimited: ${updated.infinite}`,
);

const order: CheckoutCreateParams = {
  transaction_type: "payment",
  attempts: 3,
  test: true,
  settings: { success_url: "https://shop.example/thanks", notification_url: "https://shop.example/notify" },
  order: {
    amount: 12900,
    currency: "EUR",
    description: "Annual pass",
    tracking_id: `demo-${Date.now()}`,
    expired_at: new Date(Date.now() + 60 * 60 * 1000),
  },
  customer: { email: "kim@example.com", first_name: "Kim", last_name: "Muller", country: "US" },
};

heading("checkouts.create");
const checkout = await payments.checkouts.create(order);
line("token", checkout.token);
line("payment page", checkout.redirect_url);

heading("checkouts.get");
const status = await payments.checkouts.get(checkout.token);
line("status", `${status.status}: ${status.message}`);
line("expired", status.expired);

if (sandbox) {
  heading("webhooks: the customer pays, and the signed notification is verified");
  const webhooks = new Webhooks({
    ...sandbox.clientOptions,
    publicKey: await sandbox.publicKey(),
  });
  let paidBy: string | null = null;
  const handler = webhooks.handler({
    // The tokens of the demo are test tokens.
    findOrder: () => ({ amount: order.order.amount, currency: order.order.currency, paidBy, test: true }),
    paid: ({ uid, outcome, summary, transaction }) => {
      paidBy ??= uid;
      line("notification", `${summary.type} ${transaction?.status}, order ${summary.trackingId}`);
      line("outcome", outcome);
    },
    review: ({ message }) => line("review", message),
  });
  const shop = createServer(toNodeListener(handler)).listen(0, "127.0.0.1");
  await new Promise((resolve) => shop.once("listening", resolve));
  const address = shop.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const { token } = await payments.checkouts.create({
    ...order,
    settings: { ...order.settings, notification_url: `http://127.0.0.1:${port}/notify` },
  });
  await sandbox.pay(token, { card: "4200000000000000" });
  line("response", sandbox.deliveries.map(({ status }) => status).join());
  line("status", (await payments.checkouts.get(token)).status);
  shop.close();
}

if (sandbox) {
  heading("transactions: authorize, capture a part, void the rest, refund a part");
  const { token } = await payments.checkouts.create({ ...order, transaction_type: "authorization" });
  const authorization = await sandbox.pay(token);
  line("authorized", amountOf(authorization));
  const capture = await payments.transactions.capture({ parent_uid: authorization.uid, amount: 10000 });
  line("captured", amountOf(capture));
  const rest = await payments.transactions.void({ parent_uid: authorization.uid, amount: 2900 });
  line("voided", amountOf(rest));
  const trackingId = `refund-${capture.uid}`;
  const refund = { parent_uid: capture.uid, amount: 4000, reason: "Returned guide", tracking_id: trackingId };
  const key = crypto.randomUUID(); // store it first: it makes the refund repeatable
  const made = await payments.transactions.refund(refund, { idempotencyKey: key });
  line("refunded", amountOf(made));
  const again = await payments.transactions.refund(refund, { idempotencyKey: key });
  line("repeated", again.uid === made.uid ? "the same refund" : "another refund");
  const found = await payments.transactions.findByTrackingId(trackingId);
  line("lookup", found.map(({ type, status }) => `${type} ${status}`).join());
}

if (sandbox) {
  heading("transactions.pay and authorize: charge a saved card");
  const { token } = await payments.checkouts.create({
    ...order,
    order: { ...order.order, additional_data: { contract: ["recurring"] } },
  });
  const { credit_card: card } = await sandbox.pay(token);
  const charge = {
    amount: 990,
    currency: "EUR",
    description: "Month",
    credit_card: { token: card?.token ?? "" },
  };
  line("charged", amountOf(await payments.transactions.pay(charge, { idempotencyKey: crypto.randomUUID() })));
  line("held", amountOf(await payments.transactions.authorize(charge)));
}

if (sandbox) {
  heading("bills: a permanent one is paid twice");
  const bill = await payments.bills.create({
    amount: 990,
    currency: "BYN",
    description: "Reading room",
    ip: "203.0.113.7",
    tracking_id: `account-${order.order.tracking_id}`,
    permanent: true,
    payment_method: { type: "erip", account_number: "77" },
  });
  line("bill", `${bill.status}, ${bill.erip?.instruction}`);
  for (const time of ["first", "second"]) {
    const payment = await sandbox.complete(bill.uid, { status: "successful" });
    line(
      `${time} payment`,
      `${amountOf(payment)}, ${payment.uid === bill.uid ? "the bill" : "a uid of its own"}`,
    );
  }
  const single = await payments.bills.create({
    amount: 990,
    currency: "BYN",
    description: "Guide",
    ip: "203.0.113.7",
    order_id: 1008,
    payment_method: { type: "erip", account_number: "1008" },
  });
  await payments.bills.delete(single.uid);
  line("withdrawn", (await payments.bills.get("1008")).status);
}

heading("errors: invalid parameters, refused by the client");
try {
  await payments.checkouts.create({
    ...order,
    order: { ...order.order, amount: "129.00", expired_at: "2027-02-30T10:00:00Z" },
    settings: { ...order.settings, fail_url: "shop.example/failed" },
  });
} catch (error) {
  if (!(error instanceof InvalidRequestError)) throw error;
  line(error.name, "not sent");
  problems(error.issues);
}

heading("errors: a 422 of the gateway, with the same structure");
try {
  await payments.checkouts.create({ ...order, order: { ...order.order, currency: "QQQ" } });
} catch (error) {
  if (!(error instanceof ValidationError)) throw error;
  line(error.name, error.message);
  problems(error.issues);
}

if (server) {
  await server.close();
  heading("Next: pay in a browser. Run npx payments-client sandbox and open the printed URL.");
}
