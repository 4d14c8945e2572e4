/** The options of the client, the sandbox and webhooks. */
import { describe, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox/index.ts";
import { Webhooks } from "../../src/webhooks/index.ts";
import { good } from "../transport/construct.ts";
import { fc } from "./fast-check.ts";
import { anyText, anything, fieldsOf, onlyPackageErrorsFor, passesOnErrorsOf } from "./hostile.ts";

const NAMES = [
  ...Object.keys(good),
  ...["timeout", "maxRetries", "maxResponseBytes", "fetch", "headers", "hooks", "validate"],
  ...["allowInsecureHttp", "dangerouslyAllowBrowser"],
];

const construct = (options: unknown): unknown => Reflect.construct(PaymentsClient, [options]);

describe.each([
  ["PaymentsClient", PaymentsClient, NAMES],
  ["Sandbox", Sandbox, ["shopId", "secretKey"]],
  ["Webhooks", Webhooks, ["shopId", "secretKey", "publicKey"]],
])("options of %s", (_name, type, names) => {
  const make = (options: unknown): unknown => Reflect.construct(type, [options]);

  test("of any kind are accepted, or refused with a PaymentsError", async () => {
    await onlyPackageErrorsFor(
      fc.oneof(anything, fieldsOf(names), fieldsOf(names, fc.oneof(anything, anyText))),
      make,
    );
  });

  test("may throw errors of the merchant's getters", async () => {
    await passesOnErrorsOf(names, make);
  });
});

test.each(NAMES)("refuses any invalid %s with a PaymentsError", async (name) => {
  await onlyPackageErrorsFor(fc.oneof(anything, anyText, fieldsOf(["onRetry", "onDrift"])), (value) =>
    construct({ ...good, [name]: value }),
  );
});

/** An object as `JSON.parse` creates it: with an own field named `__proto__`. */
const withOwnProto = (value: unknown, fields: object): object =>
  Object.defineProperty({ ...fields }, "__proto__", { value, enumerable: true });

test("unknown options are accepted, even with dangerous names", () => {
  fc.assert(
    fc.property(fieldsOf(["unknown"]), (fields) => {
      const client = new PaymentsClient({ ...fields, ...good });
      expect(client.shopId).toBe(good.shopId);
      expect(Object.getPrototypeOf(client)).toBe(PaymentsClient.prototype);
    }),
    { examples: [[withOwnProto(new Uint32Array(), { length: 1 })]] },
  );
});

test("no option is set through __proto__", () => {
  const { secretKey, ...rest } = good;
  expect(() => construct(withOwnProto({ secretKey }, rest))).toThrow(/^secretKey/);
});

test("refuses any text as a URL, or keeps it unchanged", async () => {
  await onlyPackageErrorsFor(fc.oneof(anyText, fc.webUrl({ withQueryParameters: true })), (text) => {
    const { baseUrl } = new PaymentsClient({ ...good, baseUrl: text });
    expect(baseUrl).toBe(text.replace(/\/+$/, ""));
    expect(new URL(`${baseUrl}/products`).pathname).toMatch(/\/products$/);
  });
});
