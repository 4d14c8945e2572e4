/** Plain JavaScript may pass options that TypeScript refuses. None is ignored, because the call would do something else. */
import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { API_OPERATIONS } from "../../src/api/operations.ts";
import {
  ConfigurationError,
  fromMinorUnits,
  InvalidRequestError,
  outcome,
  PaymentsClient,
  PaymentsError,
  sendOnce,
  toMinorUnits,
} from "../../src/index.ts";
import { sandboxHandlers } from "../../src/msw.ts";
import { telemetryHooks } from "../../src/opentelemetry.ts";
import { checkShop, Sandbox } from "../../src/sandbox.ts";
import { handlePayment, Webhooks } from "../../src/webhooks.ts";
import transaction from "../fixtures/refund.json" with { type: "json" };
import { calls, newRefund, TOKEN } from "./calls.ts";
import { good } from "./construct.ts";

const own = { ...good, gatewayUrl: "https://gateway.example" };
const fetch = vi.fn(() => Promise.reject(new Error("sent")));
const payments = new PaymentsClient({ ...own, fetch });
const sandbox = new Sandbox();
const webhooks = new Webhooks({ ...own, publicKey: false });
const paid = Object(transaction.transaction);
const yes = () => true as const;
const row = { key: "r", claim: yes };
const shop = { findOrder: () => null, paid: () => undefined, review: () => undefined };

/** A function with options, an option of it with another value, and the misspelled name of the option. */
type Row = [call: (options: never) => unknown, valid: object, misspelled: string, right: string];

const CLIENT: Row = [(options) => new PaymentsClient(options), own, "timeOut", "timeout"];
const HANDLER: Row = [(options) => webhooks.handler(options), shop, "timout", "timeout"];

/** The public functions that take an object of options, in addition to the calls of each operation. */
const FUNCTIONS: Readonly<Record<string, Row>> = {
  "PaymentsClient.constructor": CLIENT,
  "PaymentsClient.withOptions": [(options) => payments.withOptions(options), {}, "maxRetry", "maxRetries"],
  "PaymentsClient.request": [(options) => payments.request("GET", "/pings", options), {}, "headr", "headers"],
  "Checkouts.poll": [(options) => payments.checkouts.poll(TOKEN, options), {}, "idempotencyKey", "interval"],
  sendOnce: [(options) => sendOnce(payments, "refund", newRefund, options), row, "undrWay", "underWay"],
  outcome: [(options) => outcome(paid, options), {}, "tests", "test"],
  toMinorUnits: [(options) => toMinorUnits("32.45", "EUR", options), {}, "digit", "digits"],
  fromMinorUnits: [(options) => fromMinorUnits(3245, "EUR", options), {}, "digit", "digits"],
  "Webhooks.constructor": [(options) => new Webhooks(options), own, "publickey", "publicKey"],
  "Webhooks.handler": HANDLER,
  "Webhooks.verificationHandler": [(of) => webhooks.verificationHandler(yes, of), {}, "onerror", "onError"],
  handlePayment: [(options) => handlePayment(options, paid), shop, "refund", "refunded"],
  "Sandbox.constructor": [(options) => new Sandbox(options), {}, "shopID", "shopId"],
  "Sandbox.listen": [(options) => sandbox.listen(options), {}, "prot", "port"],
  "Sandbox.pay": [(options) => sandbox.pay(TOKEN, options), {}, "crad", "card"],
  "Sandbox.complete": [(options) => sandbox.complete("u", options), { status: "failed" }, "statsu", "status"],
  "Sandbox.chargeBack": [(options) => sandbox.chargeBack("u", options), {}, "amuont", "amount"],
  "Sandbox.idle": [(options) => sandbox.idle(options), {}, "timout", "timeout"],
  "Sandbox.failNext": [(options) => sandbox.failNext(options), { status: 503 }, "tims", "times"],
  "Sandbox.disturbNext": [(of) => sandbox.disturbNext(of), { notification: "lost" }, "delayMS", "delayMs"],
  checkShop: [
    (options) => checkShop(options),
    { sandbox, placeOrder: () => undefined, fulfillments: () => 0 },
    "fulfilments",
    "fulfillments",
  ],
  telemetryHooks: [(options) => telemetryHooks(options), {}, "metre", "meter"],
  sandboxHandlers: [(options) => sandboxHandlers(sandbox, options), own, "gatewayURL", "gatewayUrl"],
};

const takesKey = (name: string): boolean => /pay|authorize|capture|void|refund|bills\.create/.test(name);

const ofOperations = calls.map(({ operation, run }): [string, ...Row] => {
  const [misspelled, right] = takesKey(operation)
    ? ["idempotency_key", "idempotencyKey"]
    : ["timeOut", "timeout"];
  return [operation, (options) => run(payments, options), {}, misspelled, right];
});

const all = [
  ...Object.entries(FUNCTIONS).map(([name, of]): [string, ...Row] => [name, ...of]),
  ...ofOperations,
];

/** Functions that are small, so that their bundles contain no class of the package. */
const WITH_ONE_OPTION = ["outcome", "toMinorUnits", "fromMinorUnits"];

/** The thrown or rejected error. Undefined if the options were accepted. */
async function refusal(call: Row[0], options: unknown): Promise<unknown> {
  try {
    await Reflect.apply(call, undefined, [options]);
    return undefined;
  } catch (error) {
    return error;
  }
}

describe.each(all)("%s refuses", (name, call, valid, misspelled, right) => {
  class Other {
    readonly #value = 1;
    get value() {
      return this.#value;
    }
  }

  const others: [string, unknown][] = [
    ["a text", "refund-7"],
    ["a function", () => undefined],
    ["an array", [valid]],
    ["a number", 7],
    ["true", true],
  ];
  const ofClasses: [string, unknown][] = [
    ["a promise of options", Promise.resolve(valid)],
    ["a Map", new Map(Object.entries(valid))],
    ["an object of another class", new Other()],
  ];
  test.each(WITH_ONE_OPTION.includes(name) ? others : [...others, ...ofClasses])("%s", async (_, options) => {
    fetch.mockClear();
    const error = await refusal(call, options);
    expect(error).toBeInstanceOf(Error);
    expect(String(error)).toMatch(/must be an object|has no option|must be a function|options must be {/);
    expect(fetch).not.toHaveBeenCalled();
  });

  test(`the name ${misspelled}, with ${right}`, async () => {
    fetch.mockClear();
    for (const prototype of [Object.prototype, null]) {
      const options = Object.assign(Object.create(prototype), valid, { [misspelled]: 5 });
      const error = await refusal(call, options);
      expect(String(error)).toContain(right);
      expect(String(error)).toMatch(/must not have|has no option|must be an object with|options must be {/);
    }
    expect(fetch).not.toHaveBeenCalled();
  });
});

test.each([undefined, null, { timeOut: undefined }])("%j is no option", async (options) => {
  expect(await refusal((given) => payments.withOptions(given), options)).toBeUndefined();
});

test("an object of a class may have more properties where several may read it, but not for a call", async () => {
  class Configuration {
    timeout = 5;
    port = 80;
  }
  const configuration = new Configuration();
  expect(payments.withOptions(configuration)).toBeInstanceOf(PaymentsClient);
  await expect(payments.products.list(configuration)).rejects.toThrow("options must not have port");
});

test("each public function with options is in this file", () => {
  const options = /\??: (?:\w*Options\b|PaymentHandlers<|GatewayAddresses)|options\??: \{/;
  const found = new Set<string>();
  for (const entry of ["index", "webhooks", "sandbox", "msw", "opentelemetry"]) {
    let owner = "";
    const url = new URL(`../package/api/${entry}.api.md`, import.meta.url);
    for (const line of readFileSync(url, "utf8").split("\n")) {
      const [, name = owner] = /^export (?:declare )?class (\w+)/.exec(line) ?? [];
      owner = name;
      const [, member = ""] =
        /^(?: {4}|export (?:function|const) )(\w+)(?:<[^(]*>)?(?:\(|: \()/.exec(line) ?? [];
      if (member !== "" && options.test(line))
        found.add(line.startsWith(" ") ? `${owner}.${member}` : member);
    }
  }
  const operations = API_OPERATIONS.map((name) => name.replace(/^./, (first) => first.toUpperCase()));
  expect([...found].sort()).toStrictEqual([...Object.keys(FUNCTIONS), ...operations].sort());
});

test("a call refuses with an InvalidRequestError, anything else with a ConfigurationError", async () => {
  const refused = await refusal((options) => payments.transactions.refund(newRefund, options), "refund-7");
  expect(refused).toBeInstanceOf(InvalidRequestError);
  expect(refused).toMatchObject({
    operation: "transactions.refund",
    processed: "no",
    message:
      "transactions.refund was not sent: options must be an object, such as { idempotencyKey, signal, timeout }",
    issues: [{ path: ["options"], code: "type" }],
  });
  const limit = await refusal((options) => payments.products.list(options), { limit: 10, offset: 5 });
  expect(limit).toMatchObject({
    operation: "products.list",
    message:
      "products.list was not sent: options must not have limit, offset. Known are signal, timeout, deadline, maxRetries, headers",
    issues: [{ path: ["options"], code: "forbidden" }],
  });
  expect(
    await refusal((options) => sandbox.pay(TOKEN, options), { crad: "4005550000000019" }),
  ).toBeInstanceOf(ConfigurationError);
});

test("one object may have the options of the client, of Webhooks and of a sandbox, but not a call", async () => {
  const shared = { ...own, publicKey: false, idempotencyKeys: true, credentials: "required" } as const;
  expect([new PaymentsClient(shared), new Webhooks(shared), new Sandbox(shared)]).toHaveLength(3);
  await expect(payments.products.list(Object(shared))).rejects.toThrow("options must not have");
});

test("the getter of an option is called once, because it may make a new value each time", async () => {
  const signal = vi.fn(() => AbortSignal.timeout(60_000));
  const options = Object.defineProperty({}, "signal", { get: signal, enumerable: true });
  await payments.products.list(options).catch(() => undefined);
  expect(signal).toHaveBeenCalledOnce();
});

test("a method without its object throws the message that Troubleshooting explains", () => {
  const { create } = payments.checkouts;
  expect(() => Reflect.apply(create, undefined, [{}])).toThrow(
    "Cannot read properties of undefined (reading '#transport')",
  );
});

describe("options among the parameters are refused", () => {
  const NAMES = "idempotencyKey signal timeout deadline maxRetries headers resend interval".split(" ");

  test.each(NAMES)("%s", async (name) => {
    fetch.mockClear();
    const { transactions, checkouts } = payments;
    const order = { amount: 1, currency: "EUR", description: "d" };
    for (const [call, path] of [
      [() => transactions.refund(Object({ ...newRefund, [name]: "k" })), [name]],
      [() => checkouts.create(Object({ transaction_type: "payment", order, [name]: 1 })), ["checkout", name]],
    ] as const) {
      const error = await refusal(call, undefined);
      expect(error).toBeInstanceOf(InvalidRequestError);
      expect(error).toMatchObject({ issues: [{ path, code: "forbidden" }] });
      expect(String(error)).toContain("is an option. Pass options in the argument after the parameters");
    }
    const once = sendOnce(payments, "refund", Object({ ...newRefund, [name]: 1 }), row);
    await expect(once).rejects.toThrow(`not sent: ${name} must be left out of the parameters of sendOnce`);
    expect(fetch).not.toHaveBeenCalled();
    await refusal(() => transactions.refund(Object({ ...newRefund, [name]: undefined })), undefined);
    expect(fetch, "without a value, it is not an option").toHaveBeenCalledOnce();
  });

  test.each(["tracking_id", "duplicate_check"])("%s, by sendOnce, before a row is claimed", async (name) => {
    const claim = vi.fn(() => true);
    const params = Object({ ...newRefund, [name]: "mine" });
    const error = await sendOnce(payments, "refund", params, { key: "k", claim }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(PaymentsError);
    expect(String(error)).toContain(name);
    expect(claim).not.toHaveBeenCalled();
  });
});
