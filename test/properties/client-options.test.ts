import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { good } from "../transport/construct.ts";
import { anyText, anything, fieldsOf, isMerchantsOwn, onlyOurs, throwing } from "./hostile.ts";

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

test.each(NAMES)("refuses any wrong %s with an error of ours", async (name) => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anything, anyText, fieldsOf(["onRetry", "onDrift"])), (value) =>
      onlyOurs(() => construct({ ...good, [name]: value })),
    ),
  );
});

test("refuses options of any kind with an error of ours", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anything, fieldsOf(NAMES)), (options) => onlyOurs(() => construct(options))),
  );
});

/** As `JSON.parse` makes it: a field of the name `__proto__`, and no other prototype. */
const withOwnProto = (value: unknown, fields: object): object =>
  Object.defineProperty({ ...fields }, "__proto__", { value, enumerable: true });

describe("options with fields that it does not know", () => {
  test("are taken, dangerous ones too", () => {
    fc.assert(
      fc.property(fieldsOf(["unknown"]), (fields) => {
        const client = new PaymentsClient({ ...fields, ...good });
        expect(client.shopId).toBe(good.shopId);
        expect(Object.getPrototypeOf(client)).toBe(PaymentsClient.prototype);
      }),
      { examples: [[withOwnProto(new Uint32Array(), { length: 1 })]] },
    );
  });

  test("give it no option by way of __proto__", () => {
    const { secretKey, ...rest } = good;
    expect(() => construct(withOwnProto({ secretKey }, rest))).toThrow(/^secretKey/);
  });
});

test("passes on what a getter of the merchant's throws, and nothing else", async () => {
  await fc.assert(
    fc.asyncProperty(throwing(NAMES), (make) => onlyOurs(() => construct(make()), isMerchantsOwn)),
  );
});

test("refuses addresses of any text, or keeps them whole", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyText, fc.webUrl({ withQueryParameters: true })), (text) =>
      onlyOurs(() => {
        const { baseUrl } = new PaymentsClient({ ...good, baseUrl: text });
        expect(baseUrl).toBe(text.replace(/\/+$/, ""));
        expect(new URL(`${baseUrl}/products`).pathname).toMatch(/\/products$/);
      }),
    ),
  );
});
