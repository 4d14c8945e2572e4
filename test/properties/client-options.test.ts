import { describe, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { good } from "../transport/construct.ts";
import { fc } from "./fast-check.ts";
import { anyText, anything, fieldsOf, isMerchantError, onlyPackageErrors, throwing } from "./hostile.ts";

const NAMES = [
  ...Object.keys(good),
  "timeout",
  "maxRetries",
  "maxResponseBytes",
  "fetch",
  "headers",
  "hooks",
  "validate",
  "allowInsecureHttp",
  "dangerouslyAllowBrowser",
];

const construct = (options: unknown): unknown => Reflect.construct(PaymentsClient, [options]);

test.each(NAMES)("refuses any invalid %s with a PaymentsError", async (name) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anything, anyText, fieldsOf(["onRetry", "onDrift"])), (value) =>
      onlyPackageErrors(() => construct({ ...good, [name]: value })),
    ),
  );
});

test("refuses any invalid options with a PaymentsError", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anything, fieldsOf(NAMES)), (options) =>
      onlyPackageErrors(() => construct(options)),
    ),
  );
});

/** An object as `JSON.parse` creates it: with an own field named `__proto__`. */
const withOwnProto = (value: unknown, fields: object): object =>
  Object.defineProperty({ ...fields }, "__proto__", { value, enumerable: true });

describe("options with unknown fields", () => {
  test("are accepted, even with dangerous names", () => {
    fc.assert(
      fc.property(fieldsOf(["unknown"]), (fields) => {
        const client = new PaymentsClient({ ...fields, ...good });
        expect(client.shopId).toBe(good.shopId);
        expect(Object.getPrototypeOf(client)).toBe(PaymentsClient.prototype);
      }),
      { examples: [[withOwnProto(new Uint32Array(), { length: 1 })]] },
    );
  });

  test("set no option through __proto__", () => {
    const { secretKey, ...rest } = good;
    expect(() => construct(withOwnProto({ secretKey }, rest))).toThrow(/^secretKey/);
  });
});

test("passes on only errors that the merchant's getters throw", async () => {
  await fc.assert(
    fc.asyncProperty(throwing(NAMES), (make) => onlyPackageErrors(() => construct(make()), isMerchantError)),
  );
});

test("refuses any text as a URL, or keeps it unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyText, fc.webUrl({ withQueryParameters: true })), (text) =>
      onlyPackageErrors(() => {
        const { baseUrl } = new PaymentsClient({ ...good, baseUrl: text });
        expect(baseUrl).toBe(text.replace(/\/+$/, ""));
        expect(new URL(`${baseUrl}/products`).pathname).toMatch(/\/products$/);
      }),
    ),
  );
});
