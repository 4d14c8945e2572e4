import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError, PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox/index.ts";
import { rejection } from "../transport/calls.ts";
import { fc } from "./fast-check.ts";
import { anything, fieldsOf, onlyPackageErrorsFor } from "./hostile.ts";

/** Documented errors of `failNext`, which start with its name. */
const isOfFailNext = (failure: unknown): boolean =>
  failure instanceof RangeError && failure.message.startsWith("failNext: ");

test("failNext accepts any options, or refuses them with a RangeError", async () => {
  await onlyPackageErrorsFor(
    fc.oneof(anything, fieldsOf(["status", "times", "headers", "body"])),
    (options) => Reflect.apply(Sandbox.prototype.failNext, new Sandbox(), [options]),
    isOfFailNext,
  );
});

test("the client gets an error with any status given to failNext", async () => {
  const quiet = vi.spyOn(console, "error").mockReturnValue();
  const failure = fc.record({
    status: fc.integer({ min: 400, max: 599 }),
    body: anything,
    headers: fc.option(fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 })),
  });
  await fc.assert(
    fc.asyncProperty(failure, async (options) => {
      const sandbox = new Sandbox();
      try {
        Reflect.apply(sandbox.failNext, sandbox, [options]);
      } catch (refusal) {
        expect(refusal).toSatisfy(isOfFailNext);
        return;
      }
      const client = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
      const error = await rejection(client.products.list(), ApiError);
      expect(error.status).toBe(options.status);
    }),
  );
  quiet.mockRestore();
});

test.each([-1, 65_536, 1.5, Number.NaN])("listen refuses the port %d with a RangeError", async (port) => {
  await expect(new Sandbox().listen({ port })).rejects.toThrow(RangeError);
});

const FIELDS = ["name", "description", "currency", "amount", "quantity", "infinite", "immortal", "language"];

const SECTIONS = [
  ...["checkout", "order", "settings", "customer", "additional_data"],
  ...["cart", "positions", "amount"],
];

/** JSON of any depth with valid and invalid fields, including names of inherited properties. */
const json = fc.oneof(
  fc.jsonValue(),
  fieldsOf(FIELDS, fc.oneof(fc.jsonValue(), fieldsOf(["toString", "valueOf"], fc.jsonValue()))),
  fieldsOf(SECTIONS, fieldsOf(SECTIONS, fieldsOf(SECTIONS, fc.jsonValue()))),
);

const sandbox = new Sandbox({ shopId: "1", secretKey: "key" });

const AUTHORIZATION = `Basic ${btoa("1:key")}`;

const answerTo = async (
  method: string,
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  credentials?: string,
) => {
  const headers = { authorization: credentials ?? AUTHORIZATION, "content-type": "application/json" };
  return sandbox.fetch(
    new Request(`https://sandbox.invalid${path}`, { method, headers, ...(method !== "GET" && { body }) }),
  );
};

describe("the sandbox responds without internal errors", () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each(["/products", "/ctp/api/checkouts"])("any JSON for %s", async (path) => {
    vi.spyOn(console, "error").mockReturnValue();
    await fc.assert(
      fc.asyncProperty(json, async (value) => {
        expect((await answerTo("POST", path, JSON.stringify(value))).status).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
  });

  test("any request", async () => {
    const path = fc.oneof(
      fc.constantFrom("/products", "/products/prd_1", "/ctp/api/checkouts", "/ctp/api/checkouts/1", "/"),
      fc.constantFrom("/products/%", "/products/%ff", "/ctp/api/checkouts/%e0%a4", "//", "/products/%2e%2e"),
      fc.webPath(),
    );
    const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS");
    const bytes = fc.uint8Array().map((given) => new Uint8Array(given));
    const credentials = fc.constantFrom(undefined, "Basic x", "");
    await fc.assert(
      fc.asyncProperty(method, path, bytes, credentials, async (...request) => {
        expect((await answerTo(...request)).status).toBeLessThan(500);
      }),
      { numRuns: 100 },
    );
  });
});
