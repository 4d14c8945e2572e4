import { randomUUID } from "node:crypto";
import { type PaymentsClient, PaymentsError } from "payments-client";
import { VARIABLES } from "../../runtime/environment.ts";
import { type Checked, failed, note, ok } from "./finding.ts";
import type { Hosts } from "./hosts.ts";

/** Lifetime of the token in milliseconds. */
const LIFETIME = 600_000;

/** Returns the currency of the shop's products, which its test token must have. */
export const currencyOf = (products: unknown): string => {
  const [product] = Array.isArray(products) ? products : [];
  const currency: unknown = product?.currency;
  return typeof currency === "string" ? currency : "EUR";
};

/** Returns the order of a test. */
export const testOrder = (products: unknown) => ({
  amount: 100,
  currency: currencyOf(products),
  description: "payments-client check",
  tracking_id: `payments-client-check-${randomUUID()}`,
});

/** Creates a payment token that is marked as a test. @param more Other parameters, and `additional_data` of the order. */
export const testToken = (client: PaymentsClient, products: unknown, more: object = {}, data?: object) =>
  client.checkouts.create({
    transaction_type: "payment",
    test: true,
    ...more,
    order: {
      ...testOrder(products),
      expired_at: new Date(Date.now() + LIFETIME),
      ...(data && { additional_data: data }),
    },
  });

/** Makes a payment with the token of a test card. */
export const payByCard = (
  { transactions }: PaymentsClient,
  order: ReturnType<typeof testOrder>,
  token: string,
  options: { readonly idempotencyKey?: string } = {},
) => transactions.pay({ ...order, test: true, duplicate_check: false, credit_card: { token } }, options);

/** Runs a check that creates something. An error of the gateway is a failed check with this advice. */
const answered = (name: string, advice: string, check: () => Promise<Checked>): Promise<Checked> =>
  check().catch((error: unknown) => {
    if (error instanceof PaymentsError) return failed(name, error.message, advice);
    throw error;
  });

const GUIDE = "The guide to errors explains it: node_modules/payments-client/docs/guides/troubleshooting.md.";

/** Creates a payment token marked as a test and reads it. Does not print its link. */
export async function createTestToken({ client, products }: Hosts): Promise<Checked> {
  const name = "test token";
  if (client === undefined) return failed(name, "was not created", `Correct ${VARIABLES.checkoutUrl} first.`);
  return answered(name, GUIDE, async () => {
    const { token } = await testToken(client, products);
    const { test, shop } = await client.checkouts.get(token);
    if (test !== true)
      return failed(name, "was created, but as a live one", "Ask the gateway's support why.");
    const owner = shop?.["name"] ? `, by the shop ${JSON.stringify(shop["name"])}` : "";
    return ok(name, `was created${owner}. It expires in 10 minutes`);
  });
}

/** Makes two test payments with one key and a test card's token. A gateway that honors keys makes only one payment. */
export async function checkKeys({ gateway, products }: Hosts, token: string): Promise<Checked> {
  const name = "idempotency keys";
  if (gateway === undefined) return failed(name, "were not tried", `Correct ${VARIABLES.gatewayUrl} first.`);
  const [order, idempotencyKey] = [testOrder(products), randomUUID()];
  const pay = () => payByCard(gateway, order, token, { idempotencyKey });
  return answered(name, "Use a test card's token, saved with contract.", async () => {
    const first = await pay();
    const advice = "Use the token of a test card. Refund it.";
    if (first.test !== true) return failed(name, "were not tried: the payment is a live one", advice);
    return first.uid === (await pay()).uid
      ? ok(name, "are honored, because two calls made one test payment. idempotencyKeys: true is safe")
      : note(name, "are not honored, because two calls made two test payments. Leave idempotencyKeys false");
  });
}
