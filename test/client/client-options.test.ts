import { beforeEach, describe, expect, test, vi } from "vitest";
import {
  type ClientOptions,
  ConfigurationError,
  InvalidRequestError,
  PaymentsClient,
} from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { Webhooks } from "../../src/webhooks.ts";
import { SECRET_KEY, SHOP_ID, startGateway } from "../support/gateway.ts";
import { everythingShownBy, rejection, SECRETS } from "./calls.ts";
import { good, HOOKS, names, refusalOf, VARIABLES } from "./construct.ts";

beforeEach(() => {
  for (const variable of Object.values(VARIABLES)) vi.stubEnv(variable, undefined);
});

test("a Node that is too old is refused by its version, and not with a missing function", () => {
  const { withResolvers } = Promise;
  Reflect.deleteProperty(Promise, "withResolvers");
  try {
    const message = `Node 22 or newer is needed. This is ${process.version}`;
    for (const construct of [() => new PaymentsClient(good), () => new Sandbox()])
      expect(construct).toThrow(new ConfigurationError(message));
  } finally {
    Promise.withResolvers = withResolvers;
  }
});

describe("the environment", () => {
  const fillEnvironment = (): void => {
    for (const name of names) vi.stubEnv(VARIABLES[name], good[name]);
  };

  test("fills in all options that are omitted", async () => {
    await using gateway = await startGateway({ status: 200, body: [] });
    fillEnvironment();
    vi.stubEnv("PAYMENTS_BASE_URL", gateway.url);
    const client = new PaymentsClient();
    await client.products.list();
    expect(client).toMatchObject({ shopId: SHOP_ID, baseUrl: gateway.url, checkoutUrl: good.checkoutUrl });
    expect(gateway.requests[0]?.headers.authorization).toBe(`Basic ${btoa(`${SHOP_ID}:${SECRET_KEY}`)}`);
  });

  test("may be inaccessible, as in Deno without --allow-env, if all required options are given", () => {
    const env = () => {
      throw new Error("NotCapable");
    };
    vi.stubGlobal("process", Object.defineProperty({}, "env", { get: env }));
    const client = new PaymentsClient(good);
    vi.unstubAllGlobals();
    expect(client.gatewayUrl).toBeUndefined();
  });

  test("without a value counts as missing", () => {
    vi.stubEnv("PAYMENTS_GATEWAY_URL", "https://gateway.example/");
    expect(new PaymentsClient(good).gatewayUrl).toBe("https://gateway.example");
    vi.stubEnv("PAYMENTS_GATEWAY_URL", "");
    expect(new PaymentsClient({ ...good, gatewayUrl: undefined }).gatewayUrl).toBeUndefined();
    vi.stubEnv("PAYMENTS_SECRET_KEY", "");
    expect(refusalOf({ ...good, secretKey: undefined }).message).toContain("PAYMENTS_SECRET_KEY");
  });

  test("is overridden by options", async () => {
    await using gateway = await startGateway({ status: 200, body: [] });
    for (const name of names) vi.stubEnv(VARIABLES[name], "https://other.example");
    vi.stubEnv("PAYMENTS_SHOP_ID", "other");
    await gateway.client().products.list();
    const { url } = gateway;
    expect(gateway.client()).toMatchObject({ shopId: SHOP_ID, baseUrl: url, checkoutUrl: url });
    expect(gateway.requests[0]?.headers.authorization).toBe(`Basic ${btoa(`${SHOP_ID}:${SECRET_KEY}`)}`);
  });

  test("has the timeout of each call", () => {
    vi.stubEnv("PAYMENTS_TIMEOUT", "1500");
    expect(new PaymentsClient(good).timeout).toBe(1500);
    expect(new PaymentsClient({ ...good, timeout: 7 }).timeout).toBe(7);
    vi.stubEnv("PAYMENTS_TIMEOUT", "soon");
    const message = "PAYMENTS_TIMEOUT must be an integer of milliseconds, 1 to 999999999";
    expect(refusalOf(good).message).toBe(message);
  });

  test("may be missing", () => {
    for (const process of [undefined, {}]) {
      vi.stubGlobal("process", process);
      expect(() => new PaymentsClient(good)).not.toThrow();
      expect(refusalOf({ ...good, secretKey: undefined }).message).toContain("PAYMENTS_SECRET_KEY");
    }
  });
});

describe("required options", () => {
  test.each(names)("names a missing, empty or invalid %s and its variable", (name) => {
    for (const [value, variable] of [
      [undefined, undefined],
      [undefined, "\n"],
      ["", good[name]],
      [`${name}:${SECRET_KEY}\n`, undefined],
    ]) {
      vi.stubEnv(VARIABLES[name], variable);
      const error = refusalOf({ ...good, [name]: value });
      expect(error.message).toContain(`${name} (${VARIABLES[name]})`);
      expect(error).toMatchObject({ name: "ConfigurationError", code: "configuration", safeToRetry: true });
      expect(error.operation).toBeUndefined();
      for (const secret of SECRETS) expect(everythingShownBy(error)).not.toContain(secret);
    }
  });

  test("names all missing options at once, and how to write and load a file", () => {
    const { message } = refusalOf({});
    for (const name of names) expect(message).toContain(VARIABLES[name]);
    const advice =
      /\(PAYMENTS_SHOP_ID\) is required; .*\. Start a local gateway before your shop: payments-client sandbox --env \.env writes the variables\. node --env-file=\.env loads them$/;
    expect(message).toMatch(advice);
    expect(() => new Webhooks()).toThrow(advice);
    for (const name of ["shopId", "secretKey"])
      expect(refusalOf({ ...good, [name]: undefined }).message).toMatch(/^\w+ \(PAYMENTS_\w+\) is required$/);
  });

  test("names the flags of Deno, which reads no variable without a permission", () => {
    vi.stubGlobal("Deno", {});
    const advice =
      /\. Start a local gateway before your shop: payments-client sandbox --env \.env writes the variables\. deno run --allow-env --env-file=\.env loads them$/;
    expect(refusalOf({}).message).toMatch(advice);
    expect(() => new Webhooks()).toThrow(advice);
  });

  test.each<[keyof typeof VARIABLES, unknown[]]>([
    ["shopId", ["48:21", ":", "4821\n", "48\u000021", "4821\u007f", 1.5, Number.NaN, true, {}]],
    // The text of a promise could be guessed.
    ["secretKey", ["s\n", "s\r\n", "s3\tcret", "\u0000", "\u0085", {}, ["s3cret"], Promise.resolve("s")]],
  ])("refuses a %s that HTTP Basic cannot carry", (name, values) => {
    for (const value of values) {
      const { message } = refusalOf({ ...good, [name]: value });
      expect(message, JSON.stringify(value)).toContain(`${name} (${VARIABLES[name]})`);
    }
  });

  test("reads back the shop id as text", () => {
    for (const shopId of ["4821", 4821, "магазин"])
      expect(new PaymentsClient({ ...good, shopId }).shopId).toBe(String(shopId));
  });
});

const wrongNumbers = [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "2", "", {}, true];

/** Wrong values of the options that a client and a call have. */
const wrongEverywhere: [name: string, value: unknown][] = [
  ...[0, 2 ** 31, ...wrongNumbers].map((value): [string, unknown] => ["timeout", value]),
  ...wrongNumbers.map((value): [string, unknown] => ["maxRetries", value]),
  ["headers", "X-Trace: 1"],
  ["headers", { "X Trace": "1" }],
  ["headers", { "X-Trace": "a\nb" }],
];

describe("the other options", () => {
  test.each<[string, unknown]>([
    ...wrongEverywhere,
    ...[0, ...wrongNumbers].map((value): [string, unknown] => ["maxResponseBytes", value]),
    ["hooks", "log"],
    ["hooks", []],
    ...HOOKS.map((name): [string, unknown] => ["hooks", { [name]: "log" }]),
    ["fetch", "fetch"],
    ["fetch", {}],
    ["fetch", 1],
    ["headers", 1],
    ["headers", { "": "1" }],
    ["headers", { "X-Trace": "€" }],
    ["headers", [["X-Trace"]]],
  ])("refuse %s %j by name", (name, value) => {
    const error = refusalOf({ ...good, [name]: value });
    expect(error.message).toMatch(new RegExp(`^${name}\\b`));
    expect(error.code).toBe("configuration");
  });

  test.each<ClientOptions>([
    { timeout: 1, maxRetries: 0, maxResponseBytes: 1, validate: false, dangerouslyAllowBrowser: true },
    { timeout: 2 ** 31 - 1, hooks: {}, headers: {} },
    { hooks: { onRetry: undefined }, headers: [] },
    { timeout: undefined, maxRetries: undefined, maxResponseBytes: undefined, hooks: undefined },
    { headers: undefined, validate: undefined, allowInsecureHttp: undefined, fetch: undefined },
    { dangerouslyAllowBrowser: undefined },
    Object({ gatewayUrl: null, deadline: null, fetch: null, headers: null, hooks: null, timeout: null }),
  ])("accept %j", (options) => {
    expect(() => new PaymentsClient({ ...good, ...options })).not.toThrow();
  });

  test.each<[object, string]>([
    [{ timeout: 0 }, "timeout must be an integer of milliseconds, 1 to 2147483647"],
    [{ maxRetries: -1 }, "maxRetries must be an integer of retries, 0 to 9007199254740991"],
    [{ maxResponseBytes: 0 }, "maxResponseBytes must be an integer of bytes, 1 to 9007199254740991"],
    [{ fetch: 1 }, "fetch must be a function"],
    [{ hooks: [] }, "hooks must be functions"],
    [{ hooks: { onRequests: 1 } }, "hooks must not have onRequests. Did you mean onRequest?"],
    [{ apiKey: "k" }, "The options of PaymentsClient must not have apiKey. Did you mean secretKey?"],
    [{ merchantId: 7 }, "The options of PaymentsClient must not have merchantId. Did you mean shopId?"],
    [{ apiUrl: "u" }, "The options of PaymentsClient must not have apiUrl. Did you mean baseUrl?"],
    [{ timeOut: 1 }, "The options of PaymentsClient must not have timeOut. Did you mean timeout?"],
    [{ idempotencyKeys: 1 }, "idempotencyKeys must be true or false"],
    [
      { gatewayUrl: "https://gateway.example?a" },
      "gatewayUrl (PAYMENTS_GATEWAY_URL) must be an https URL (http on loopback) without user, ? or #",
    ],
  ])("are refused with the expected value: %j", (options, message) => {
    expect(refusalOf({ ...good, ...options }).message).toBe(message);
  });

  test("are all reported at once", () => {
    const { message } = refusalOf({ ...good, shopId: "a:b", timeout: 0, maxRetries: -1 });
    for (const name of ["shopId", "timeout", "maxRetries"]) expect(message).toContain(name);
  });

  test.each<[string, unknown]>([
    ...wrongEverywhere,
    ["signal", {}],
    ["signal", "now"],
    ["signal", new AbortController()],
  ])("for one call are refused by name when %s is %j, and nothing is sent", async (name, value) => {
    await using gateway = await startGateway({ status: 200, body: [] });
    const call = gateway.client().products.list({ [name]: value });
    const error = await rejection(call, InvalidRequestError);
    expect(error).toMatchObject({ operation: "products.list", issues: [{ path: [name] }] });
    if (name === "signal") expect(error.message).toContain(": signal must be an AbortSignal");
    expect(gateway.requests).toHaveLength(0);
  });

  test.each(["a\nb", "a\r\nX-Injected: 1", "a\u0000", "ключ"])(
    "do not repeat the header value %j, which may be a secret",
    async (bad) => {
      const client = new PaymentsClient(good);
      const value = `top-secret-value${bad}`;
      const errors = [
        refusalOf({ ...good, headers: { "X-Token": value } }),
        refusalOf({ ...good, headers: [["X-Token", value]] }),
        await rejection(client.products.list({ headers: { "X-Token": value } }), InvalidRequestError),
      ];
      for (const error of errors) expect(everythingShownBy(error)).not.toContain("top-secret-value");
    },
  );
});

describe("options are read by name", () => {
  test("from the getters of a class and of one that it extends, not from the environment", async () => {
    await using gateway = await startGateway({ status: 200, body: [] });
    for (const name of names) vi.stubEnv(VARIABLES[name], good[name]);
    class ShopConfiguration {
      get shopId() {
        return "77";
      }
      get secretKey() {
        return "key-of-77";
      }
    }
    class TestConfiguration extends ShopConfiguration {
      get baseUrl() {
        return gateway.url;
      }
      get headers() {
        return { "X-Trace": "7" };
      }
    }
    const options = new TestConfiguration();
    await new PaymentsClient(options).products.list();
    await gateway.client().products.list(options);
    const [ofClient, ofCall] = gateway.requests.map(({ headers }) => headers);
    expect(ofClient?.authorization).toBe(`Basic ${btoa("77:key-of-77")}`);
    expect([ofClient?.["x-trace"], ofCall?.["x-trace"]]).toStrictEqual(["7", "7"]);
  });

  test("from a prototype, where an invalid one is refused too", () => {
    expect(new PaymentsClient(Object.create({ ...good, shopId: 78 })).shopId).toBe("78");
    expect(refusalOf(Object.create({ ...good, timeout: 0 })).message).toContain("timeout");
  });
});

describe("in a browser", () => {
  const stubBrowser = (): void => {
    vi.stubGlobal("window", globalThis);
    vi.stubGlobal("document", {});
  };

  test("the client is refused: users could read the secret key", () => {
    stubBrowser();
    const error = refusalOf(good);
    expect(error.message).toContain("dangerouslyAllowBrowser");
    expect(error.message).toContain("Call the API from a server instead");
    expect(everythingShownBy(error)).not.toContain(SECRET_KEY);
  });

  test("only dangerouslyAllowBrowser: true allows it", () => {
    stubBrowser();
    for (const value of [false, "true", 1, null]) {
      // @ts-expect-error as JavaScript may call it
      const { message } = refusalOf({ ...good, dangerouslyAllowBrowser: value });
      expect(message).toContain("dangerouslyAllowBrowser");
    }
    expect(() => new PaymentsClient({ ...good, dangerouslyAllowBrowser: true })).not.toThrow();
  });

  test("a web worker counts as a browser", () => {
    vi.stubGlobal("WorkerNavigator", class {});
    expect(refusalOf(good).message).toContain("dangerouslyAllowBrowser");
    vi.stubGlobal("Deno", {});
    expect(() => new PaymentsClient(good)).not.toThrow();
  });

  test("a global window alone is not a browser", () => {
    vi.stubGlobal("window", globalThis);
    expect(() => new PaymentsClient(good)).not.toThrow();
  });
});
