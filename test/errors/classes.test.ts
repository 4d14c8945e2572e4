import { expect, test, vi } from "vitest";
import * as client from "../../src/index.ts";
import { Webhooks } from "../../src/webhooks.ts";
import { newRefund, rejection, thrown } from "../client/calls.ts";
import { type Answer, optionsFor, SECRET_KEY, SHOP_ID, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";

const { PaymentsClient, PaymentsError, WebhookError } = client;

type Name = Extract<keyof typeof client, `${string}Error`>;

const classes = new Map(Object.entries(client).filter(([name]) => /^[A-Z]\w+Error$/.test(name)));

retryWithoutDelay();

const failing = async (
  answer: Answer,
  options: client.RequestOptions = {},
): Promise<client.PaymentsError> => {
  await using gateway = await startGateway(answer);
  return await rejection(gateway.client({ maxRetries: 0 }).products.get("prd_1", options), PaymentsError);
};

const answered = (status: number) => () => failing({ status, body: { message: "no" } });

const usedKey = async () => {
  await using gateway = await startGateway({ status: 200, body: { transaction: { amount: 1 } } });
  const refund = gateway.client().transactions.refund(newRefund, { idempotencyKey: "refund-1" });
  return await rejection(refund, PaymentsError);
};

const webhooks = new Webhooks({ shopId: SHOP_ID, secretKey: SECRET_KEY, publicKey: false });

const unverified = () => rejection(webhooks.verify({ body: "{}", headers: {} }), WebhookError);

const API: readonly Name[] = ["ApiError", "ResponseError"];

/** Each class, its code, the classes above it but `PaymentsError`, and how its error comes about. */
const made: readonly [
  name: Name,
  code: string,
  also: readonly Name[],
  make: () => Promise<client.PaymentsError>,
][] = [
  [
    "ConfigurationError",
    "configuration",
    [],
    async () => thrown(() => new PaymentsClient({ timeout: 0 }), PaymentsError),
  ],
  [
    "InvalidRequestError",
    "invalid_request",
    [],
    async () => {
      await using gateway = await startGateway({ status: 200 });
      return await rejection(gateway.client().products.get(""), PaymentsError);
    },
  ],
  ["ConnectionError", "connection", [], () => failing((response) => response.socket?.destroy())],
  ["TimeoutError", "timeout", ["ConnectionError"], () => failing(() => undefined, { timeout: 30 })],
  ["RequestAbortedError", "aborted", [], () => failing({ status: 200 }, { signal: AbortSignal.abort() })],
  ["ApiError", "api", ["ResponseError"], () => failing({ status: 400 })],
  ["AuthenticationError", "api", API, answered(401)],
  ["PermissionError", "api", API, answered(403)],
  ["NotFoundError", "api", API, answered(404)],
  ["ValidationError", "api", API, answered(422)],
  ["RateLimitError", "api", API, answered(429)],
  ["ServerError", "api", API, answered(500)],
  ["IdempotencyError", "idempotency", ["ResponseError"], usedKey],
  ["UnexpectedResponseError", "unexpected_response", ["ResponseError"], answered(200)],
  ["WebhookError", "webhook", [], unverified],
];

test.each(made)("a %s has the code %s, its operation, and the classes %j", async (name, code, also, make) => {
  const error = await make();
  const held = Array.from(classes, ([held, type]) =>
    typeof type === "function" && error instanceof type ? held : [],
  ).flat();
  expect(held.sort()).toStrictEqual(["PaymentsError", name, ...also].sort());
  expect(error).toBeInstanceOf(Error);
  expect(error.constructor).toBe(classes.get(name));
  expect(error).toMatchObject({ name, code });
  expect(error.toString()).toBe(`${name}: ${error.message}`);
  expect(error.stack).toContain(error.message);
  expect(error.message).not.toBe("");
  for (const property of ["message", "name", "stack"]) expect(Object.keys(error)).not.toContain(property);
  // From these, web frameworks take the status of an answer.
  for (const property of ["status", "statusCode", "headers", "expose"])
    expect(error).not.toHaveProperty(property);
  // Of the HTTP library's own errors, which have the request, none is a cause: see `privacy`.
  expect("cause" in error).toBe(name === "ConnectionError" || name === "RequestAbortedError");
  const isCall = name !== "ConfigurationError" && name !== "WebhookError";
  expect(error.operation).toEqual(isCall ? expect.stringMatching(/^\w+\.\w+$/) : undefined);
  const isUnsent = !isCall || name === "InvalidRequestError";
  expect(error.safeToRetry).toEqual(isUnsent ? true : expect.any(Boolean));
});

test("a stack that the program's own code cannot format replaces no error", async () => {
  const fetch = async () => new Response(null, { status: 404 });
  const { products } = new PaymentsClient({ ...optionsFor("https://gateway.example"), fetch });
  const original = Error.prepareStackTrace;
  Error.prepareStackTrace = () => {
    throw new TypeError("bad source map");
  };
  const error: unknown = await products.get("prd_1").catch((thrown: unknown) => thrown);
  Error.prepareStackTrace = original;
  expect(error).toBeInstanceOf(client.NotFoundError);
});

test("an error is an instance of another copy's classes, also renamed, and of no subclass of one's own", async () => {
  const error = await failing({ status: 404 });
  vi.resetModules();
  const other = await import("../../src/index.ts");
  expect(other.PaymentsError).not.toBe(PaymentsError);
  const held = Object.entries(other).flatMap(([name, type]) =>
    /^[A-Z]\w+Error$/.test(name) && typeof type === "function" && error instanceof type ? name : [],
  );
  expect(held.sort()).toStrictEqual(["ApiError", "NotFoundError", "PaymentsError", "ResponseError"]);
  class OutOfStock extends other.PaymentsError {}
  expect(error).not.toBeInstanceOf(OutOfStock);
  const own = new OutOfStock("none left", { code: "configuration", processed: "no" });
  expect(own).toBeInstanceOf(OutOfStock);
  expect(own).toBeInstanceOf(PaymentsError);
  expect(own.safeToRetry).toBe(true);
  expect(new OutOfStock("lost", { code: "connection", processed: "unknown" }).safeToRetry).toBe(false);
  expect(new WebhookError("body", "none").fields).toStrictEqual([]);
  expect(own).not.toBeInstanceOf(client.ApiError);
  class ApiError extends Error {
    override name = "ApiError";
  }
  for (const value of [new ApiError(), new Error("none left"), {}, null, undefined, "ApiError", 1]) {
    expect(value).not.toBeInstanceOf(other.ApiError);
    expect(value).not.toBeInstanceOf(other.PaymentsError);
    expect(other.isPaymentsError(value)).toBe(false);
  }
  expect(other.isPaymentsError(error)).toBe(true);
  Object.assign(error, { name: "PaymentFailed" });
  expect(String(error)).toMatch(/^PaymentFailed: /);
  expect(error).toBeInstanceOf(other.NotFoundError);
  expect(Reflect.deleteProperty(error, "name")).toBe(true);
});

test("a stack begins with the error and the line of the call, also with catch and after a response", async () => {
  await using gateway = await startGateway({ status: 404 });
  const { products } = gateway.client({ maxRetries: 0 });
  const error: unknown = await products.get("prd_1").catch((thrown: unknown) => thrown);
  const [title, ...frames] = String(Object(error).stack).split("\n    at ");
  expect(title).toBe(String(error));
  expect(frames[0]).toMatch(/^Products\.get /);
  expect(frames[1]).toContain("classes.test.ts");
});

const response = { status: 503, headers: new Headers(), body: "" };

test.each([
  ["PaymentsError", new PaymentsError("Down", { code: "connection", processed: "no" })],
  [
    "ResponseError",
    new client.ResponseError("api", "Down", { operation: "products.get", response, processed: "no" }),
  ],
])("an error of the base class %s has its name", (name, error) => {
  expect(error.name).toBe(name);
  expect(String(error)).toBe(`${name}: Down`);
});
