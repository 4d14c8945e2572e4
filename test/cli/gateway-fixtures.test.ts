import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { playLocally } from "../../src/cli/check/compare/compare-gateways.ts";
import { compareExchanges } from "../../src/cli/check/compare/differences.ts";
import type { Exchange } from "../../src/cli/check/compare/exchange.ts";
import { STEPS, TEST_CARD_STEPS } from "../../src/cli/check/compare/steps.ts";
import { ApiError, driftHooks, PaymentsClient } from "../../src/index.ts";
import { aCheckout, aProduct } from "../models/params.ts";

const FOLDER = join(import.meta.dirname, "../fixtures/gateway");

/** Recordings of a gateway, and until there are some, what the reference and the documentation show. */
const EXCHANGES: readonly Exchange[] = readdirSync(FOLDER).map((file) =>
  JSON.parse(readFileSync(join(FOLDER, file), "utf8")),
);

type Reasoned = readonly (readonly [reason: string, ...findings: string[]])[];

const MORE = "not documented, or not sent here";

const PAYMENT: Reasoned = [
  [
    "Times and sections that other examples have, and this one leaves out.",
    "transaction.expired_at: missing",
    "transaction.closed_at: missing",
    "transaction.settled_at: missing",
    "transaction.custom_fields: missing",
    "transaction.customer.external_id: missing",
    "transaction.customer.taxpayer_id: missing",
  ],
  [
    "The models know them; a test card has no issuer.",
    `transaction.credit_card.issuer_country: ${MORE}`,
    `transaction.credit_card.issuer_name: ${MORE}`,
    `transaction.credit_card.product: ${MORE}`,
    `transaction.credit_card.token_provider: ${MORE}`,
    `transaction.status_code: ${MORE}`,
    "transaction.payment.billing_descriptor: text, here null",
  ],
  ["The example shortens it.", "transaction.credit_card.stamp: text, here 32 hex digits"],
  [
    "Each gateway has a page of its own for receipts.",
    "transaction.receipt_url: a URL /receipts/…, here a URL /v2/result?token=…",
  ],
];

/** Where they differ from the local gateway, and why that is right. */
const DIFFERENCES: Readonly<Record<string, Reasoned>> = {
  "checkouts.get": [
    [
      "The request is replicated with null for what was not sent; the example shows only some of it.",
      "checkout.attempts: missing",
      "checkout.iframe: missing",
      "checkout.dynamic_billing_descriptor: missing",
      "checkout.travel: missing",
      "checkout.merchant: missing",
      "checkout.order.custom_fields: missing",
    ],
    ["Mobile kits read it; the example does not show it.", "checkout.company: missing"],
    [
      "What the example's own request and shop set.",
      `checkout.settings.save_card_toggle: ${MORE}`,
      `checkout.settings.another_card_toggle: ${MORE}`,
      `checkout.settings.auto_pay: ${MORE}`,
      `checkout.settings.style: ${MORE}`,
      `checkout.settings.widget_version: ${MORE}`,
      `checkout.customer.device_id: ${MORE}`,
      "checkout.shop.url: text, here null",
      "checkout.shop.contact_email: text, here null",
      "checkout.shop.contact_phone: text, here null",
      `checkout.shop.id: ${MORE}`,
      `checkout.shop.country: ${MORE}`,
      `checkout.payment_method.excluded_types: ${MORE}`,
      `checkout.payment_method.excluded_brands: ${MORE}`,
      `checkout.payment_method.data: ${MORE}`,
      `checkout.payment_method.checkout_data_id: ${MORE}`,
    ],
    [
      "Sources differ: the example is the variant freshToken=incomplete.",
      'checkout.status: "incomplete", here "error"',
    ],
    [
      "Examples have both forms.",
      "checkout.payment_method.created_at: YYYY-MM-DDThh:mm:ssZ, here YYYY-MM-DDThh:mm:ss.sssZ",
      "checkout.payment_method.updated_at: YYYY-MM-DDThh:mm:ssZ, here YYYY-MM-DDThh:mm:ss.sssZ",
    ],
  ],
  "transactions.pay": PAYMENT,
  "transactions.refund": [
    [
      "The documentation names none of them for a refund; payments have them.",
      "transaction.expired_at: missing",
      "transaction.credit_card: missing",
      "transaction.customer: missing",
      "transaction.billing_address: missing",
      "transaction.additional_data: missing",
      "transaction.refund.amount: missing",
      "transaction.refund.currency: missing",
      "transaction.refund.billing_descriptor: missing",
    ],
    [
      "Each gateway has a page of its own for receipts.",
      "transaction.receipt_url: a URL /customer/transactions/…, here a URL /v2/result?token=…",
    ],
  ],
};

const addresses = { baseUrl: "products", checkoutUrl: "tokens", gatewayUrl: "transactions" };
// That of the shop whose gateway was recorded.
const [, currency = "EUR"] = /"currency":"([A-Z]{3})"/.exec(JSON.stringify(EXCHANGES)) ?? [];
const local = await playLocally([...STEPS, ...TEST_CARD_STEPS], currency, addresses);

const withoutTimes = (request: Exchange["request"]): unknown =>
  JSON.parse(JSON.stringify(request, (name, value) => (name === "expired_at" ? "" : value)));

/** The client holds an answer to the id that it asked for. */
function idIn(body: unknown): string {
  const [, id] = /"(?:uid|token|id)":"([^"]+)"/.exec(JSON.stringify(body ?? null)) ?? [];
  return id ?? "00000000";
}

/** The call of the client for each operation. What it sends does not matter: the answer is that of the exchange. */
const CALLS: Readonly<Record<string, (client: PaymentsClient, id: string) => Promise<unknown>>> = {
  "products.create": (client) => client.products.create(aProduct),
  "products.get": (client, id) => client.products.get(id),
  "products.list": (client) => client.products.list(),
  "products.update": (client, id) => client.products.update(id, { amount: 200 }),
  "checkouts.create": (client) => client.checkouts.create(aCheckout),
  "checkouts.get": (client, id) => client.checkouts.get(id),
  "transactions.get": (client, id) => client.transactions.get(id),
  "transactions.findByTrackingId": (client, id) => client.transactions.findByTrackingId(id),
  "transactions.pay": (client, id) =>
    client.transactions.pay({
      amount: 100,
      currency: "EUR",
      description: "card",
      credit_card: { token: id },
    }),
  "transactions.capture": (client, id) => client.transactions.capture({ parent_uid: id, amount: 100 }),
  "transactions.void": (client, id) => client.transactions.void({ parent_uid: id, amount: 100 }),
  "transactions.refund": (client, id) =>
    client.transactions.refund({ parent_uid: id, amount: 100, reason: "returned" }),
  "bills.get": (client, id) => client.bills.get(id),
  "bills.delete": (client, id) => client.bills.delete(id),
};

describe.each(EXCHANGES.map((exchange) => [exchange.name, exchange] as const))("%s", (name, exchange) => {
  test("is read by the client without drift", async () => {
    const { status, headers, body } = exchange.response;
    const drift: string[] = [];
    const client = new PaymentsClient({
      shopId: 1,
      secretKey: "key",
      baseUrl: "https://api.gateway.example",
      checkoutUrl: "https://checkout.gateway.example",
      gatewayUrl: "https://gateway.example",
      maxRetries: 0,
      fetch: async () => new Response(body === undefined ? null : JSON.stringify(body), { status, headers }),
      hooks: driftHooks(({ issues }) => drift.push(...issues.map(({ path }) => path.join(".")))),
    });
    const call = CALLS[name.split(":")[0] ?? ""];
    const answer = await call?.(client, idIn(body)).catch((error: unknown) => error);
    if (status >= 300) {
      expect(answer).toBeInstanceOf(ApiError);
      expect(answer).toMatchObject({ response: { status }, message: expect.stringMatching(/./) });
    } else expect(answer).not.toBeInstanceOf(Error);
    expect(drift).toStrictEqual([]);
  });

  test("is answered by the local gateway in the same form", () => {
    const our = local.get(name);
    if (our?.is !== "exchange") throw new Error("the local gateway was not asked");
    expect(withoutTimes(exchange.request)).toStrictEqual(withoutTimes(our.exchange.request));
    const found = compareExchanges(exchange, our.exchange).map(({ path, finding }) => `${path}: ${finding}`);
    const listed = (DIFFERENCES[name] ?? []).flatMap(([, ...findings]) => findings);
    expect(found.sort()).toStrictEqual(listed.sort());
  });
});
