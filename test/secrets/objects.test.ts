import { describe, expect, test } from "vitest";
import { Sandbox } from "../../src/sandbox/index.ts";
import { toNodeListener, WebhookError, Webhooks } from "../../src/webhooks/index.ts";
import product from "../fixtures/product.json" with { type: "json" };
import { SECRET_KEY, SHOP_ID, startGateway } from "../support/gateway.ts";
import { rejection, thrown } from "../transport/calls.ts";
import {
  AUTHORIZATION,
  bytesOf,
  otherKeys,
  post,
  publicKey,
  signatureOf,
} from "../webhooks/notifications.ts";
import { leaksOf, privateAnswer, privateCheckout, privateProduct } from "./leaks.ts";
import { expectNoOutput } from "./no-output.ts";

expectNoOutput();

const shop = { shopId: SHOP_ID, secretKey: SECRET_KEY };

describe("a client can be logged", () => {
  test("before and after calls, with private headers and hooks", async () => {
    await using gateway = await startGateway({ status: 201, body: product });
    const client = gateway.client({ headers: { "x-customer": "customer-90817" } });
    expect(leaksOf(client)).toStrictEqual([]);
    const shown = [
      "baseUrl",
      "bills",
      "checkoutUrl",
      "checkouts",
      "gatewayUrl",
      "products",
      "shopId",
      "transactions",
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
  const handler = webhooks.handler({ otherwise: () => undefined });

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

describe("no private data is in errors of webhooks for", () => {
  const text = JSON.stringify({ transaction: { ...privateAnswer, uid: "1" } });
  const signed = new Webhooks({ ...shop, publicKey });
  const unsigned = new Webhooks({ ...shop, publicKey: false });
  const basic = (user: string): string => `Basic ${btoa(`${SHOP_ID}:${user}`)}`;

  test.each([
    ["no credentials", "credentials", unsigned, text, {}],
    ["other credentials", "credentials", unsigned, text, { authorization: basic("customer-90817") }],
    ["no signature", "signature", signed, text, { authorization: AUTHORIZATION }],
    [
      "another signature",
      "signature",
      signed,
      text,
      { "content-signature": signatureOf(text, otherKeys.privateKey) },
    ],
    ["a broken body", "body", unsigned, text.slice(0, -2), { authorization: AUTHORIZATION }],
    ["another body", "body", unsigned, JSON.stringify(privateAnswer), { authorization: AUTHORIZATION }],
  ] as const)("%s", async (_what, reason, webhooks, body, headers) => {
    const error = await rejection(webhooks.verify({ body, headers }), WebhookError);
    expect(error.reason).toBe(reason);
    expect(leaksOf(error)).toStrictEqual([]);
  });

  test("a parsed body", async () => {
    const call: Promise<unknown> = Reflect.apply(unsigned.verify, unsigned, [
      { body: privateAnswer, headers: {} },
    ]);
    expect(leaksOf(await rejection(call, WebhookError))).toStrictEqual([]);
  });

  test("invalid options", () => {
    const wrong = [
      { shopId: `${SECRET_KEY}:`, secretKey: SECRET_KEY },
      { ...shop, secretKey: `${SECRET_KEY}\n` },
    ];
    for (const options of [...wrong, { ...shop, publicKey: SECRET_KEY }]) {
      expect(leaksOf(thrown(() => new Webhooks(options), Error))).toStrictEqual([]);
    }
  });

  test("anything that a handler reports or responds", async () => {
    const errors: unknown[] = [];
    const report = unsigned.handler({
      onError: (error) => errors.push(error),
      otherwise: () => {
        throw new Error("the database is down");
      },
    });
    const authorization = { authorization: AUTHORIZATION };
    const requests = [
      post(text, {}),
      post(text.slice(1), authorization),
      post("[]", authorization),
      post(text, authorization),
    ];
    const unauthorized = { authorization: basic("customer-90817") };
    for (const request of [...requests, post(bytesOf(text), unauthorized)]) {
      const response = await report(request);
      expect(await response.text()).toBe("");
      expect(leaksOf([...response.headers])).toStrictEqual([]);
    }
    expect(errors).toHaveLength(5);
    for (const error of errors) expect(leaksOf(error)).toStrictEqual([]);
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
