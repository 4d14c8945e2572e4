import { expect, onTestFinished, test } from "vitest";
import { PaymentsClient, PaymentsError } from "../../src/index.ts";
import { Webhooks } from "../../src/webhooks.ts";
import { rejection } from "../client/calls.ts";
import { good } from "../client/construct.ts";
import { startGateway } from "../support/gateway.ts";

/** A call of each kind that makes errors begin at its caller. */
const failing: readonly [string, (client: PaymentsClient) => Promise<unknown>][] = [
  ["a method", ({ products }) => products.get("prd_1")],
  ["a method without a result", ({ products }) => products.update("prd_1", { name: "x" })],
  ["poll", ({ checkouts }) => checkouts.poll("t")],
  ["request", (client) => client.request("GET", `${client.baseUrl}/x`)],
  ["the constructor", async () => new PaymentsClient({ ...good, timeout: 0 })],
];

/** The error of a call that the gateway refuses. */
async function errorOf(run: (client: PaymentsClient) => Promise<unknown>): Promise<PaymentsError> {
  await using gateway = await startGateway({ status: 404 });
  return await rejection(run(gateway.client()), PaymentsError);
}

test.each<[string, keyof ErrorConstructor, unknown]>([
  ["there are no frames", "stackTraceLimit", 0],
  ["the engine captures no stack", "captureStackTrace", undefined],
])("errors keep their stack where %s", async (_where, property, value) => {
  const original: unknown = Error[property];
  onTestFinished(() => void Reflect.set(Error, property, original));
  Reflect.set(Error, property, value);
  for (const [, run] of failing) {
    const error = await errorOf(run);
    expect(String(error.stack).split("\n    at ")[0]).toBe(String(error));
  }
});

test("an error that the merchant's own code throws keeps its stack", async () => {
  const own = new Error("no such secret");
  const before = own.stack;
  const read = (): never => {
    throw own;
  };
  expect(() => new PaymentsClient(Object.defineProperty({ ...good }, "shopId", { get: read }))).toThrow(own);
  expect(own.stack).toBe(before);
});

/** Errors of each kind of failure, with what JSON must contain in addition to name, message and code. */
const printed: readonly [string, (client: PaymentsClient) => unknown, object][] = [
  ["a refusal", ({ products }) => products.get("x"), { code: "api", response: { status: 404 } }],
  [
    "a wrong parameter",
    ({ products }) => products.get(""),
    { code: "invalid_request", issues: expect.any(Array) },
  ],
  ["a wrong option", () => new PaymentsClient({ ...good, timeout: 0 }), { code: "configuration" }],
  [
    "a lost connection",
    (client) => client.withOptions({ baseUrl: "http://127.0.0.1:9", maxRetries: 0 }).products.list(),
    { code: "connection", cause: { name: "Error", message: "bad port" } },
  ],
  [
    "an abort",
    ({ products }) => products.list({ signal: AbortSignal.abort("the user left") }),
    { code: "aborted", cause: "the user left" },
  ],
  [
    "an abort without a reason",
    ({ products }) => products.list({ signal: AbortSignal.abort() }),
    { cause: { name: "AbortError", message: expect.any(String) } },
  ],
  [
    "an abort for something that is no JSON",
    ({ products }) => products.list({ signal: AbortSignal.abort(7n) }),
    { cause: "7" },
  ],
  [
    "an abort for an object that is no text",
    ({ products }) => products.list({ signal: AbortSignal.abort(Object.create(null)) }),
    { code: "aborted" },
  ],
  [
    "an abort for an error with a code that is no JSON",
    ({ products }) =>
      products.list({ signal: AbortSignal.abort(Object.assign(new Error("left"), { code: 7n })) }),
    { cause: { name: "Error", message: "left", code: "7" } },
  ],
  [
    "a notification",
    () => new Webhooks({ ...good, publicKey: false }).verify({ body: "{}", headers: {} }),
    { code: "webhook", reason: "credentials" },
  ],
];

test.each(printed)("JSON of %s has name, message, code and cause", async (_what, run, more) => {
  await using gateway = await startGateway({ status: 404, body: { message: "secret-of-a-customer" } });
  const error = await rejection((async () => run(gateway.client()))(), PaymentsError);
  const { name, message } = error;
  expect(name).not.toBe("PaymentsError");
  expect(JSON.parse(JSON.stringify({ error }))).toMatchObject({ error: { name, message, ...more } });
  const { response = {} } = JSON.parse(JSON.stringify(error));
  expect(JSON.stringify(response)).not.toContain("customer");
});
