import { expect, test, vi } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { Webhooks } from "../../src/webhooks.ts";

const own = {
  shopId: "361",
  secretKey: "k",
  baseUrl: "https://api.example",
  checkoutUrl: "https://checkout.example",
  gatewayUrl: "https://gateway.example",
};

test("one object may have the options of the client, of Webhooks and of a sandbox, but not a call", async () => {
  const shared = { ...own, publicKey: false, idempotencyKeys: true, credentials: "required" } as const;
  expect([new PaymentsClient(shared), new Webhooks(shared), new Sandbox(shared)]).toHaveLength(3);
  await expect(new PaymentsClient(own).products.list(Object(shared))).rejects.toThrow(
    "options must not have",
  );
});

test("the getter of an option is called once, because it may make a new value each time", async () => {
  const signal = vi.fn(() => AbortSignal.timeout(60_000));
  const options = Object.defineProperty({}, "signal", { get: signal, enumerable: true });
  const payments = new PaymentsClient({ ...own, fetch: async () => Response.json([]) });
  await payments.products.list(options);
  expect(signal).toHaveBeenCalledOnce();
});

test("an object of a class may have more than the options", () => {
  class Settings {
    readonly shopId = own.shopId;
    readonly secretKey = own.secretKey;
    readonly baseUrl = own.baseUrl;
    readonly checkoutUrl = own.checkoutUrl;
    readonly database = "postgres:";
  }
  expect(new PaymentsClient(new Settings()).shopId).toBe("361");
});

test("without credentials, the error contains how to load a file", () => {
  for (const variable of ["PAYMENTS_SHOP_ID", "PAYMENTS_SECRET_KEY"]) vi.stubEnv(variable, undefined);
  const advice = /\(PAYMENTS_SHOP_ID\) is required; .*\. To load a file: node --env-file=\.env$/;
  const { shopId, secretKey: _, ...addresses } = own;
  expect(() => new PaymentsClient(addresses)).toThrow(advice);
  expect(() => new Webhooks()).toThrow(advice);
  expect(() => new PaymentsClient({ ...addresses, shopId })).toThrow(/\(PAYMENTS_SECRET_KEY\) is required$/);
  vi.unstubAllEnvs();
});
