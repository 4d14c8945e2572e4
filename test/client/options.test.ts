import { afterEach, describe, expect, test, vi } from "vitest";
import { outcome, PaymentsClient, toMinorUnits } from "../../src/index.ts";
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

describe("a polluted Object.prototype changes no option", () => {
  const polluted: string[] = [];

  const pollute = (name: string, value: unknown): void => {
    polluted.push(name);
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  };

  afterEach(() => {
    for (const name of polluted.splice(0)) Reflect.deleteProperty(Object.prototype, name);
  });

  const ATTACKS: Readonly<Record<string, unknown>> = {
    shopId: "666",
    secretKey: "another",
    baseUrl: "https://attacker.example",
    checkoutUrl: "https://attacker.example",
    gatewayUrl: "https://attacker.example",
    timeout: 1,
    deadline: 1,
    maxRetries: 0,
    maxResponseBytes: 1,
    fetch: () => Promise.reject(new Error("attacked")),
    headers: { "x-attack": "1" },
    hooks: { onRequest: () => undefined },
    idempotencyKeys: true,
    validate: false,
    allowInsecureHttp: true,
    dangerouslyAllowBrowser: true,
    idempotencyKey: "one for all",
    resend: true,
    interval: 1,
    PAYMENTS_BASE_URL: "https://attacker.example",
    PAYMENTS_CHECKOUT_URL: "https://attacker.example",
    PAYMENTS_LOG: "debug",
  };

  const send = async (options: object): Promise<unknown[]> => {
    const sent: unknown[] = [];
    const fetch = async (url: string, init: RequestInit) => {
      sent.push([url, init.method, Object.fromEntries(new Headers(init.headers)), init.body]);
      return sent.length === 1 ? new Response("", { status: 503 }) : Response.json([]);
    };
    const payments = new PaymentsClient({ ...own, fetch, ...options });
    await payments.products.list();
    await payments.request("GET", "/products");
    return sent;
  };

  test.each(Object.keys(ATTACKS))("%s", async (name) => {
    const expected = await send({});
    pollute(name, ATTACKS[name]);
    expect(await send({})).toStrictEqual(expected);
    expect(() => new PaymentsClient({ shopId: "361", secretKey: "k" })).toThrow(/baseUrl/);
  });

  test("publicKey: false, as a text or as a variable, does not switch signatures off", () => {
    pollute("publicKey", false);
    pollute("PAYMENTS_PUBLIC_KEY", "key");
    expect(() => new Webhooks({ shopId: "361", secretKey: "k" })).toThrow(/publicKey .* is required/);
  });

  test("credentials, which stay required", async () => {
    pollute("credentials", "optional");
    const webhooks = new Webhooks({ shopId: "361", secretKey: "k", publicKey: false });
    await expect(webhooks.verify({ body: "{}", headers: {} })).rejects.toThrow(/credentials .* are missing/);
  });

  test("the digits of an amount, and whether a test counts as paid", () => {
    pollute("digits", 0);
    pollute("test", true);
    expect(toMinorUnits("32.45", "EUR")).toBe(3245);
    expect(
      outcome({ uid: "u", type: "payment", status: "successful", amount: 1, currency: "EUR", test: true }),
    ).toBe("test");
  });

  test("whether an order takes a test payment, or any", async () => {
    pollute("test", true);
    pollute("closed", true);
    const events: string[] = [];
    const sandbox = new Sandbox();
    const webhooks = new Webhooks({ ...sandbox.clientOptions, publicKey: await sandbox.publicKey() });
    const order = { amount: 1, currency: "EUR", paidBy: null as string | null };
    const receive = webhooks.handler({
      findOrder: () => order,
      paid: ({ uid }) => {
        order.paidBy = uid;
        events.push("paid");
      },
      review: ({ reason }) => events.push(reason),
      test: () => events.push("test"),
    });
    const post = async (test: boolean): Promise<void> => {
      const transaction = {
        uid: "u",
        type: "payment",
        status: "successful",
        amount: 1,
        currency: "EUR",
        tracking_id: "1",
        test,
      };
      const body = JSON.stringify({ transaction });
      const headers = await sandbox.sign(body);
      await receive(
        new Request("https://shop.example/notify", { method: "POST", body, headers: { ...headers } }),
      );
    };
    await post(true);
    await post(false);
    expect(events).toStrictEqual(["test", "paid"]);
  });
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
