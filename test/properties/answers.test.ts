/** Any response of the gateway or of a custom fetch. */

import { describe, expect, test } from "vitest";
import { ApiError, type Fetch, PaymentsClient } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { calls, rejection, unhandledRejectionsDuring } from "../transport/calls.ts";
import { good } from "../transport/construct.ts";
import { fc } from "./fast-check.ts";
import { anything, fieldsOf, onlyPackageErrors, onlyPackageErrorsFor, passesOnErrorsOf } from "./hostile.ts";

/** A call of any operation. */
const call = fc.constantFrom(...calls);

const clientOf = (fetch: Fetch): PaymentsClient =>
  new PaymentsClient({
    ...good,
    gatewayUrl: "https://gateway.example",
    fetch,
    maxRetries: 0,
    hooks: { onDrift: () => undefined },
  });

const status = fc.oneof(
  fc.constantFrom(200, 201, 204, 302, 304, 400, 401, 403, 404, 408, 422, 429, 500, 503),
  fc.integer({ min: 200, max: 599 }),
);

const NAMES = [
  ...["id", "token", "redirect_url", "checkout", "order", "amount", "gateway_response"],
  ...["errors", "message", "response"],
];

const json = fc.oneof(
  fc.jsonValue(),
  fieldsOf(NAMES, fc.oneof(fc.jsonValue(), fieldsOf(NAMES, fc.jsonValue()))),
);

const body: fc.Arbitrary<Uint8Array<ArrayBuffer>> = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => new Uint8Array(bytes)),
  json.map((value) => new TextEncoder().encode(JSON.stringify(value))),
);

/** Header names and values that RFC 9110 allows, including extreme values of the headers that the client uses. */
const headers = fc.array(
  fc.oneof(
    fc.tuple(
      fc
        .string({ unit: fc.constantFrom(..."abcXYZ019!#$%&'*+-.^_`|~"), minLength: 1 })
        .map((name) => `x${name}`),
      fc.string({
        unit: fc
          .integer({ min: 32, max: 255 })
          .filter((code) => code !== 127)
          .map((code) => String.fromCharCode(code)),
      }),
    ),
    fc.tuple(
      fc.constantFrom("retry-after", "location", "content-type", "set-cookie", "www-authenticate"),
      fc.constantFrom(
        "",
        "0",
        "-1",
        "9".repeat(400),
        "Fri, 31 Dec 9999 23:59:59 GMT",
        "Mon, GMT",
        "http://",
        "\u00e9",
        "text/html; charset=utf-16",
        "a=b",
      ),
    ),
  ),
  { maxLength: 5 },
);

const hasNoBody = (code: number): boolean => code === 204 || code === 205 || code === 304;

test("any status, headers and bytes cause a result or a PaymentsError", async () => {
  await fc.assert(
    fc.asyncProperty(call, status, headers, body, async ({ run }, code, fields, bytes) => {
      const client = clientOf(
        async () => new Response(hasNoBody(code) ? null : bytes, { status: code, headers: fields }),
      );
      await onlyPackageErrors(() => run(client));
    }),
    { numRuns: 150 },
  );
});

test("any status, headers and bytes of a real server cause a result or a PaymentsError", async () => {
  let answer = { code: 200, fields: [["x-a", ""]], bytes: new Uint8Array() };
  await using gateway = await startGateway((response) => {
    for (const [name = "", value = ""] of answer.fields) response.appendHeader(name, value);
    response.writeHead(answer.code).end(answer.bytes);
  });
  const client = gateway.client({ maxRetries: 0 });
  await fc.assert(
    fc.asyncProperty(call, status, headers, body, async ({ run }, code, fields, bytes) => {
      answer = { code, fields, bytes };
      const before = gateway.requests.length;
      await onlyPackageErrors(() => run(client));
      expect(gateway.requests.length).toBe(before + 1);
    }),
    { numRuns: 60 },
  );
});

test("an error contains the status and the complete body", async () => {
  await fc.assert(
    fc.asyncProperty(call, fc.integer({ min: 400, max: 599 }), json, async ({ run }, code, value) => {
      const text = JSON.stringify(value);
      const client = clientOf(async () => new Response(text, { status: code }));
      const error = await rejection(run(client), ApiError);
      expect(error.status).toBe(code);
      expect(JSON.stringify(error.body)).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

describe("a custom fetch", () => {
  const failing = async (thrown: unknown): Promise<unknown> =>
    clientOf(() => Promise.reject(thrown)).products.list();

  test("may throw anything", async () => {
    await onlyPackageErrorsFor(
      fc.oneof(anything, fieldsOf(["message", "cause", "errors", "code", "value"])),
      failing,
    );
  });

  test("may throw an Error with any properties", async () => {
    await onlyPackageErrorsFor(fieldsOf(["message", "cause", "errors", "code", "syscall"]), (fields) =>
      failing(Object.assign(new TypeError("fetch failed"), { ...fields })),
    );
  });

  test("may throw an error that is its own cause", async () => {
    const looped = new Error("looped");
    looped.cause = looped;
    await onlyPackageErrors(() => failing(looped));
  });

  test("may throw an error whose getters throw", async () => {
    await passesOnErrorsOf(["message", "cause", "errors"], failing);
  });

  test("may return anything but a Response, without unhandled rejections", async () => {
    const fields = fieldsOf(["ok", "body", "headers", "text", "clone", "type"]);
    const fake = fc.tuple(fields, status).map(([given, code]) => ({ ...given, status: code }));
    const unhandled = await unhandledRejectionsDuring(async () => {
      await onlyPackageErrorsFor(fc.oneof(anything, fake), (answer) =>
        // @ts-expect-error as JavaScript may return it
        clientOf(async () => answer).products.list(),
      );
    });
    expect(unhandled).toStrictEqual([]);
  });

  test("may return a body that fails with anything", async () => {
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom(200, 500), async (failure, code) => {
        const broken = new ReadableStream({ start: (controller) => controller.error(failure) });
        const client = clientOf(async () => new Response(broken, { status: code }));
        await onlyPackageErrors(() => client.products.list());
      }),
    );
  });
});

test("hooks may throw, reject or return anything", async () => {
  await fc.assert(
    fc.asyncProperty(anything, fc.constantFrom("throws", "rejects", "returns"), async (value, how) => {
      const hook = () => {
        if (how === "throws") throw value;
        return how === "rejects" ? Promise.reject(value) : value;
      };
      const hooks = { onRequest: hook, onResponse: hook, onDrift: hook };
      const client = new PaymentsClient({ ...good, hooks, fetch: async () => Response.json([{ id: 1 }]) });
      expect(await client.products.list()).toStrictEqual([{ id: 1 }]);
    }),
  );
});
