import { expect, test } from "vitest";
import {
  ApiError,
  AuthenticationError,
  ConfigurationError,
  ConnectionError,
  InvalidRequestError,
  NotFoundError,
  PaymentsClient,
  PaymentsError,
  PermissionError,
  RateLimitError,
  RequestAbortedError,
  type RequestOptions,
  ResponseError,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
  ValidationError,
  WebhookError,
} from "../../src/index.ts";
import { Webhooks } from "../../src/webhooks/index.ts";
import { type Answer, SECRET_KEY, SHOP_ID, startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { newCheckout, newProduct, rejection, thrown } from "../transport/calls.ts";

const classes = {
  PaymentsError,
  ConfigurationError,
  InvalidRequestError,
  ConnectionError,
  TimeoutError,
  RequestAbortedError,
  ResponseError,
  ApiError,
  AuthenticationError,
  PermissionError,
  NotFoundError,
  ValidationError,
  RateLimitError,
  ServerError,
  UnexpectedResponseError,
  WebhookError,
};

type Name = keyof typeof classes;

retryWithoutDelay();

const failing = async (answer: Answer, options: RequestOptions = {}): Promise<PaymentsError> => {
  await using gateway = await startGateway(answer);
  return await rejection(gateway.client({ maxRetries: 0 }).products.get("prd_1", options), PaymentsError);
};

const answered = (status: number) => () => failing({ status, body: { message: "no" } });

const webhooks = new Webhooks({ shopId: SHOP_ID, secretKey: SECRET_KEY, publicKey: false });

const unverified = () => rejection(webhooks.verify({ body: "{}", headers: {} }), WebhookError);

const API: readonly Name[] = ["ApiError", "ResponseError"];

/** Each class, its code, the classes above it but `PaymentsError`, and how its error comes about. */
const made: readonly [name: Name, code: string, also: readonly Name[], make: () => Promise<PaymentsError>][] =
  [
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
    ["UnexpectedResponseError", "unexpected_response", ["ResponseError"], answered(200)],
    ["WebhookError", "webhook", [], unverified],
  ];

test.each(made)("a %s has the code %s, its operation, and the classes %j", async (name, code, also, make) => {
  const error = await make();
  const held = Object.entries(classes)
    .filter(([, type]) => error instanceof type)
    .map(([held]) => held);
  expect(held.sort()).toStrictEqual(["PaymentsError", name, ...also].sort());
  expect(error).toBeInstanceOf(Error);
  expect(error.constructor).toBe(classes[name]);
  expect(error).toMatchObject({ name, code });
  expect(error.toString()).toBe(`${name}: ${error.message}`);
  expect(error.stack).toContain(error.message);
  expect(error.message).not.toBe("");
  const isCall = name !== "ConfigurationError" && name !== "WebhookError";
  expect(error.operation).toEqual(isCall ? expect.stringMatching(/^products\.(get|list)$/) : undefined);
  const isUnsent = !isCall || name === "InvalidRequestError";
  expect(error.safeToRetry).toEqual(isUnsent ? true : expect.any(Boolean));
});

test("a client-side validation error has the tree and the list of invalid fields", async () => {
  await using gateway = await startGateway({ status: 201 });
  const wrong = { name: "", currency: "euro", amount: 32.45, quantity: 0.5 };
  const call = gateway.client().products.create({ ...newProduct, ...wrong });
  const error = await rejection(call, InvalidRequestError);
  expect(Object.keys(error.errors).sort()).toStrictEqual(["amount", "currency", "name", "quantity"]);
  expect(error.issues.map(({ path }) => path.join("."))).toStrictEqual(Object.keys(error.errors));
  for (const field of Object.keys(error.errors)) expect(error.message).toContain(field);
  expect(error.message).toContain("3245");
  // The reason is that of the first of its two messages.
  expect(error.issues.find(({ path: [field] }) => field === "quantity")).toStrictEqual({
    path: ["quantity"],
    messages: ["must be a whole number, or its digits", "must not be sent when infinite is true"],
    code: "type",
    params: { expected: "integer" },
  });
  expect(gateway.requests).toHaveLength(0);
});

test("a client-side validation error for a token has the gateway's structure", async () => {
  await using gateway = await startGateway({ status: 201 });
  const settings = { fail_url: "not a url" };
  const error = await rejection(
    gateway.client().checkouts.create({ ...newCheckout, settings }),
    InvalidRequestError,
  );
  const messages = [expect.any(String)];
  const path = ["checkout", "settings", "fail_url"];
  expect(error.errors).toStrictEqual({ checkout: { settings: { fail_url: messages } } });
  expect(error.issues).toStrictEqual([{ path, messages, code: "format", params: { format: "url" } }]);
});

test("message, name and stack are not enumerable, and an error without a cause has no such property", async () => {
  const error = await answered(404)();
  for (const property of ["message", "name", "stack"]) expect(Object.keys(error)).not.toContain(property);
  expect(error).not.toHaveProperty("cause");
});

test("an error of the base class is named PaymentsError", () => {
  const error = new PaymentsError("No such thing", { code: "configuration", safeToRetry: true });
  expect(error.name).toBe("PaymentsError");
  expect(String(error)).toBe("PaymentsError: No such thing");
});

test("has the response headers", async () => {
  await using gateway = await startGateway({ status: 404, headers: { "x-region": "eu" } });
  const error = await rejection(gateway.client().products.get("prd_1"), NotFoundError);
  expect(error.headers.get("x-region")).toBe("eu");
});

test("a webhook that failed verification names no field, unlike a mismatch", async () => {
  expect((await unverified()).fields).toStrictEqual([]);
});
