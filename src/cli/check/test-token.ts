import { randomUUID } from "node:crypto";
import { type PaymentsClient, PaymentsError } from "payments-client";
import { VARIABLES } from "../../runtime/environment.ts";
import { isLocalHost } from "../../runtime/private-address.ts";
import { type Checked, failed, note, ok } from "./finding.ts";
import type { Hosts } from "./hosts.ts";
import { urlsIn } from "./probe.ts";

const TEST_SYSTEM = /(?:^|[.-])(?:test|testing|sandbox|demo|staging|stage|dev)(?:[.-]|$)/;

/** Checks whether payments would move money, without making one. */
export function checkTestMode(environment: NodeJS.ProcessEnv, products: unknown): Checked {
  const name = "test mode";
  const urls = urlsIn(environment);
  const variablesOf = (isMeant: (hostname: string) => boolean): string =>
    urls.flatMap(([variable, { hostname }]) => (isMeant(hostname) ? variable : [])).join(", ");
  const local = variablesOf(isLocalHost);
  if (local !== "")
    return failed(name, `local gateway, which moves no money: ${local}`, "Set the gateway's addresses.");
  const named = variablesOf((hostname) => TEST_SYSTEM.test(hostname));
  if (named !== "") return note(name, `host name for tests: ${named}`);
  if (!Array.isArray(products))
    return note(name, "was not checked, because the products could not be listed");
  const count = products.filter((product) => product?.test === true).length;
  if (count > 0) return note(name, `${count} of the shop's products have test: true and take no money`);
  return ok(name, "no address and no product is for tests");
}

const NAME = "test token";

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

/** Creates a payment token marked as a test and reads it. Does not print its link. */
export async function createTestToken({ client, products }: Hosts): Promise<Checked> {
  if (client === undefined) return failed(NAME, "was not created", `Correct ${VARIABLES.checkoutUrl} first.`);
  try {
    const { token } = await testToken(client, products);
    const { test, shop } = await client.checkouts.get(token);
    if (test !== true)
      return failed(NAME, "was created, but as a live one", "Ask the gateway's support why.");
    const owner = shop?.["name"] ? `, by the shop ${JSON.stringify(shop["name"])}` : "";
    return ok(NAME, `was created${owner}. It expires in 10 minutes`);
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    return failed(
      NAME,
      error.message,
      "The guide to errors explains it: node_modules/payments-client/docs/guides/troubleshooting.md.",
    );
  }
}
