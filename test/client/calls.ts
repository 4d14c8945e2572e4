import { once } from "node:events";
import { connect, createServer } from "node:net";
import { inspect } from "node:util";
import { API_OPERATIONS, type ApiOperation, OPERATIONS } from "../../src/api/operations.ts";
import type {
  BillCreateParams,
  CheckoutCreateParams,
  Method,
  PaymentsClient,
  ProductCreateParams,
  RefundParams,
  SavedCardPaymentParams,
  TransactionOptions,
} from "../../src/index.ts";
import bill from "../fixtures/bill.json" with { type: "json" };
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import products from "../fixtures/products.json" with { type: "json" };
import refunded from "../fixtures/refund.json" with { type: "json" };
import charged from "../fixtures/transaction-saved-card.json" with { type: "json" };
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";

export const TOKEN = checkoutStatus.checkout.token;

export const newProduct: ProductCreateParams = {
  name: "Jahreskarte für 2 – ☃",
  description: "Entry",
  currency: "EUR",
  amount: 12900,
  infinite: true,
  immortal: true,
};

export const newCheckout: CheckoutCreateParams = {
  transaction_type: "payment",
  order: { amount: 12900, currency: "EUR", description: "Annual pass" },
};

/** The uid of the transaction that a refund refers to. */
export const PARENT = refunded.transaction.parent_uid;

export const newRefund: RefundParams = { parent_uid: PARENT, amount: 2900, reason: "Returned guide – ☃" };

/** The token of the card in the example of a payment with a saved card. */
export const CARD_TOKEN = charged.transaction.credit_card.token;

export const newCharge: SavedCardPaymentParams = {
  amount: 990,
  currency: "EUR",
  description: "Reading room – ☃",
  credit_card: { token: CARD_TOKEN },
};

const CHARGE_SENT = `{"request":{"amount":990,"currency":"EUR","description":"Reading room – ☃","credit_card":{"token":"${CARD_TOKEN}"}}}`;

const authorized = { transaction: { ...charged.transaction, type: "authorization" } };
const captured = { transaction: { ...refunded.transaction, type: "capture", amount: 12900 } };
const voided = { transaction: { ...captured.transaction, type: "void" } };
export const newBill: BillCreateParams = {
  amount: 12900,
  currency: "BYN",
  description: "Annual pass – ☃",
  ip: "203.0.113.7",
  order_id: "100700000012",
  payment_method: { type: "erip", account_number: "1007" },
};

/** A call of the SDK, and its request in the reference. */
export interface SdkCall {
  readonly operation: ApiOperation;
  readonly method: Method;
  readonly path: string;
  readonly sent: string;
  readonly answer: { readonly status: number; readonly body?: unknown };
  readonly result: unknown;
  run(client: PaymentsClient, options?: TransactionOptions): Promise<unknown>;
}

type Example = Omit<SdkCall, "operation" | "method" | "sent"> & { readonly sent?: string };

/** An answer, and the result that the SDK makes of it. */
const answering = (body: unknown, result = body, status = 200) => ({ answer: { status, body }, result });

/** An example call of each operation; a missing one does not compile. */
const examples: Record<ApiOperation, Example> = {
  "products.create": {
    path: "/products",
    sent: '{"name":"Jahreskarte für 2 – ☃","description":"Entry","currency":"EUR","amount":"12900","infinite":true,"immortal":true,"language":"en"}',
    ...answering(product, product, 201),
    run: (client, options) => client.products.create(newProduct, options),
  },
  "products.get": {
    path: `/products/${product.id}`,
    ...answering(product),
    run: (client, options) => client.products.get(product.id, options),
  },
  "products.list": {
    path: "/products",
    ...answering(products),
    run: (client, options) => client.products.list(options),
  },
  "products.update": {
    path: `/products/${product.id}`,
    sent: '{"name":"Größer","amount":"3245"}',
    answer: { status: 204, body: "" },
    result: undefined,
    run: (client, options) => client.products.update(product.id, { name: "Größer", amount: 3245n }, options),
  },
  "checkouts.create": {
    path: "/ctp/api/checkouts",
    sent: '{"checkout":{"transaction_type":"payment","order":{"amount":12900,"currency":"EUR","description":"Annual pass"}}}',
    ...answering(checkoutCreated, checkoutCreated.checkout),
    run: (client, options) => client.checkouts.create(newCheckout, options),
  },
  "checkouts.get": {
    path: `/ctp/api/checkouts/${TOKEN}`,
    ...answering(checkoutStatus, checkoutStatus.checkout),
    run: (client, options) => client.checkouts.get(TOKEN, options),
  },
  "transactions.get": {
    path: `/transactions/${refunded.transaction.uid}`,
    ...answering(refunded, refunded.transaction),
    run: (client, options) => client.transactions.get(refunded.transaction.uid, options),
  },
  "transactions.findByTrackingId": {
    path: "/v2/transactions/tracking_id/refund-1007-1",
    ...answering({ transactions: [refunded.transaction] }, [refunded.transaction]),
    run: (client, options) => client.transactions.findByTrackingId("refund-1007-1", options),
  },
  "transactions.pay": {
    path: "/transactions/payments",
    sent: CHARGE_SENT,
    ...answering(charged, charged.transaction),
    run: (client, options) => client.transactions.pay(newCharge, options),
  },
  "transactions.authorize": {
    path: "/transactions/authorizations",
    sent: CHARGE_SENT,
    ...answering(authorized, authorized.transaction),
    run: (client, options) => client.transactions.authorize({ ...newCharge, amount: "990" }, options),
  },
  "transactions.capture": {
    path: "/transactions/captures",
    sent: `{"request":{"parent_uid":"${PARENT}","amount":12900}}`,
    ...answering(captured, captured.transaction),
    run: (client, options) => client.transactions.capture({ parent_uid: PARENT, amount: "12900" }, options),
  },
  "transactions.void": {
    path: "/transactions/voids",
    sent: `{"request":{"parent_uid":"${PARENT}","amount":12900,"duplicate_check":false}}`,
    ...answering(voided, voided.transaction),
    run: (client, options) =>
      client.transactions.void({ parent_uid: PARENT, amount: 12900n, duplicate_check: false }, options),
  },
  "transactions.refund": {
    path: "/transactions/refunds",
    sent: `{"request":{"parent_uid":"${PARENT}","amount":2900,"reason":"Returned guide – ☃"}}`,
    ...answering(refunded, refunded.transaction),
    run: (client, options) => client.transactions.refund(newRefund, options),
  },
  "bills.create": {
    path: "/beyag/payments",
    sent: '{"request":{"amount":12900,"currency":"BYN","description":"Annual pass – ☃","ip":"203.0.113.7","order_id":"100700000012","payment_method":{"type":"erip","account_number":"1007"}}}',
    ...answering(bill, bill.transaction),
    run: (client, options) => client.bills.create(newBill, options),
  },
  "bills.get": {
    path: "/beyag/payments/100700000012",
    ...answering(bill, bill.transaction),
    run: (client, options) => client.bills.get("100700000012", options),
  },
  "bills.delete": {
    path: `/beyag/payments/${bill.transaction.uid}`,
    answer: { status: 200, body: { message: "Successfully deleted" } },
    result: undefined,
    run: (client, options) => client.bills.delete(bill.transaction.uid, options),
  },
};

/** The example calls of all operations. */
export const calls: readonly SdkCall[] = API_OPERATIONS.map((operation) => ({
  operation,
  method: OPERATIONS[operation].method,
  sent: "",
  ...examples[operation],
}));

/** The example call of an operation. */
export function callOf(operation: string): SdkCall {
  const call = calls.find((one) => one.operation === operation);
  if (!call) throw new Error(`no ${operation}`);
  return call;
}

export const readingCalls = calls.filter(({ result }) => result !== undefined);

/** A call of each method, for what depends on the method alone. */
export const ofEachMethod = [...Map.groupBy(calls, ({ method }) => method).values()].flatMap(
  ([call]) => call ?? [],
);

/** The error that a call rejects with, of the given class. */
export async function rejection<Failure>(
  call: Promise<unknown>,
  type: abstract new (...args: never[]) => Failure,
): Promise<Failure> {
  const [outcome] = await Promise.allSettled([call]);
  if (outcome.status === "rejected" && outcome.reason instanceof type) return outcome.reason;
  throw new Error(`expected a ${type.name}, got ${inspect(outcome)}`);
}

/** The error that a function throws, of the given class. */
export function thrown<Failure>(
  action: () => unknown,
  type: abstract new (...args: never[]) => Failure,
): Failure {
  try {
    action();
  } catch (failure) {
    if (failure instanceof type) return failure;
    throw failure;
  }
  throw new Error(`expected a ${type.name}, nothing was thrown`);
}

/** The forms in which the secret key could leak. */
export const SECRETS = [
  SECRET_KEY,
  btoa(SECRET_KEY),
  btoa(`${SHOP_ID}:${SECRET_KEY}`),
  encodeURIComponent(btoa(`${SHOP_ID}:${SECRET_KEY}`)),
];

/** Everything that a log of a value could contain: inspect, JSON, and all values reachable by its keys. */
export function everythingShownBy(value: unknown): string {
  const seen = new Set<unknown>();
  const walk = (inner: unknown): string => {
    if (typeof inner !== "object" || inner === null) return `${String(inner)}\n`;
    if (seen.has(inner)) return "";
    seen.add(inner);
    return Reflect.ownKeys(inner)
      .map((key) => `${String(key)} ${walk(Reflect.get(inner, key))}`)
      .join("\n");
  };
  const shown = [inspect(value, { depth: Infinity, showHidden: true }), JSON.stringify(value), walk(value)];
  if (value instanceof Error) shown.push(value.message, String(value.stack), everythingShownBy(value.cause));
  return shown.join("\n");
}

/** A loopback port where nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  // The local end of an open connection: nothing listens on its port, and nothing else can bind it.
  const socket = connect(address.port, "127.0.0.1").unref();
  await once(socket, "connect");
  if (socket.localPort === undefined) throw new Error("no port");
  return socket.localPort;
}

/** Unhandled rejections while an action runs, and shortly after. */
export async function unhandledRejectionsDuring(action: () => Promise<void>): Promise<unknown[]> {
  const unhandled: unknown[] = [];
  const keep = (reason: unknown): void => {
    unhandled.push(reason);
  };
  process.on("unhandledRejection", keep);
  try {
    await action();
    await new Promise((resolve) => setTimeout(resolve, 15));
  } finally {
    process.off("unhandledRejection", keep);
  }
  return unhandled;
}
