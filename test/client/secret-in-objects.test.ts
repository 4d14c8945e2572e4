import { describe, expect, test } from "vitest";
import { Sandbox } from "../../src/sandbox.ts";
import { toNodeListener, Webhooks } from "../../src/webhooks.ts";
import product from "../fixtures/product.json" with { type: "json" };
import { SECRET_KEY, SHOP_ID, startGateway } from "../support/gateway.ts";
import { everything } from "../support/handlers.ts";
import { leaksOf, privateCheckout, privateProduct } from "../support/leaks.ts";
import { expectNoOutput } from "../support/no-output.ts";
import { AUTHORIZATION, publicKey } from "../webhooks/notifications.ts";

expectNoOutput();

const shop = { shopId: SHOP_ID, secretKey: SECRET_KEY };

describe("a client can be logged", () => {
  test("before and after calls, with private headers and hooks", async () => {
    await using gateway = await startGateway({ status: 201, body: product });
    const client = gateway.client({ headers: { "x-customer": "customer-90817" } });
    expect(leaksOf(client)).toStrictEqual([]);
    const shown = [
      ...["baseUrl", "bills", "checkoutUrl", "checkouts", "gatewayUrl", "idempotencyKeys", "products"],
      ...["shopId", "timeout", "transactions"],
    ];
    expect(Object.keys(client).sort()).toStrictEqual(shown);
    await client.products.create(privateProduct);
    await Promise.allSettled([client.checkouts.create(privateCheckout)]);
    for (const value of [client, client.products, client.checkouts, [client], { client }]) {
      expect(leaksOf(value)).toStrictEqual([]);
    }
  });

  test("internals are not reachable through prototypes", async () => {
    await using gateway = await startGateway({ status: 200 });
    const { products, checkouts } = gateway.client();
    for (const resource of [products, checkouts]) {
      expect(Reflect.ownKeys(resource)).toStrictEqual([]);
      expect(leaksOf(Object.getPrototypeOf(resource))).toStrictEqual([]);
    }
  });
});

describe("webhooks can be logged", () => {
  const webhooks = new Webhooks({ ...shop, publicKey });
  const handler = webhooks.handler(everything());

  test.each([
    ["themselves", webhooks],
    ["a handler", handler],
    ["a payout handler", webhooks.verificationHandler(() => true)],
    ["a listener of Node", toNodeListener(handler)],
    ["after a notification", webhooks.verify({ body: "{}", headers: {} }).catch(() => webhooks)],
  ])("%s", async (_what, value) => {
    expect(leaksOf(value)).toStrictEqual([]);
    expect(leaksOf(await value)).toStrictEqual([]);
  });
});

describe("a sandbox can be logged", () => {
  test("empty, and with payments in it", async () => {
    const sandbox = new Sandbox(shop);
    expect(leaksOf(sandbox)).toStrictEqual([]);
    const request = new Request("https://sandbox.invalid/ctp/api/checkouts", {
      method: "POST",
      headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
      body: JSON.stringify({ checkout: privateCheckout }),
    });
    expect((await sandbox.fetch(request)).status).toBe(201);
    expect(leaksOf(sandbox)).toStrictEqual([]);
    expect(leaksOf(sandbox.fetch)).toStrictEqual([]);
  });
});
