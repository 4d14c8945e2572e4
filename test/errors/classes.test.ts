import { describe, expect, test } from "vitest";
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
import { rejection } from "../transport/calls.ts";

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

const failing = async (answer: Answer, options: { timeout?: number } = {}): Promise<PaymentsError> => {
  await using gateway = await startGateway(answer);
  return await rejection(gateway.client({ maxRetries: 0 }).products.get("prd_1", options), PaymentsError);
};

const answered = (status: number) => () => failing({ status, body: { message: "no" } });

const made: readonly {
  readonly name: Name;
  readonly code: string;
  readonly also: readonly Name[];
  readonly make: () => Promise<PaymentsError>;
}[] = [
  {
    name: "ConfigurationError",
    code: "configuration",
    also: [],
    make: () =>
      rejection(
        Promise.resolve().then(() => new PaymentsClient({ timeout: 0 })),
        PaymentsError,
      ),
  },
  {
    name: "InvalidRequestError",
    code: "invalid_request",
    also: [],
    make: async () => {
      await using gateway = await startGateway({ status: 200 });
      return await rejection(gateway.client().products.get(""), PaymentsError);
    },
  },
  {
    name: "ConnectionError",
    code: "connection",
    also: [],
    make: () => failing((response) => response.socket?.destroy()),
  },
  {
    name: "TimeoutError",
    code: "timeout",
    also: ["ConnectionError"],
    make: () => failing(() => undefined, { timeout: 30 }),
  },
  {
    name: "RequestAbortedError",
    code: "aborted",
    also: [],
    make: async () => {
      await using gateway = await startGateway({ status: 200 });
      return await rejection(gateway.client().products.list({ signal: AbortSignal.abort() }), PaymentsError);
    },
  },
  { name: "ApiError", code: "api", also: ["ResponseError"], make: () => failing({ status: 400 }) },
  { name: "AuthenticationError", code: "api", also: ["ApiError", "ResponseError"], make: answered(401) },
  { name: "PermissionError", code: "api", also: ["ApiError", "ResponseError"], make: answered(403) },
  { name: "NotFoundError", code: "api", also: ["ApiError", "ResponseError"], make: answered(404) },
  { name: "ValidationError", code: "api", also: ["ApiError", "ResponseError"], make: answered(422) },
  { name: "RateLimitError", code: "api", also: ["ApiError", "ResponseError"], make: answered(429) },
  { name: "ServerError", code: "api", also: ["ApiError", "ResponseError"], make: answered(500) },
  {
    name: "UnexpectedResponseError",
    code: "unexpected_response",
    also: ["ResponseError"],
    make: answered(200),
  },
  {
    name: "WebhookError",
    code: "webhook",
    also: [],
    make: () => {
      const webhooks = new Webhooks({ shopId: SHOP_ID, secretKey: SECRET_KEY, publicKey: false });
      return rejection(webhooks.verify({ body: "{}", headers: {} }), PaymentsError);
    },
  },
];

describe.each(made)("$name", ({ name, code, also, make }) => {
  test(`is a PaymentsError ${also.length > 0 ? `and a ${also.join(" and a ")} ` : ""}only`, async () => {
    const error = await make();
    const held = Object.entries(classes)
      .filter(([, type]) => error instanceof type)
      .map(([held]) => held);
    expect(held.sort()).toStrictEqual(["PaymentsError", name, ...also].sort());
    expect(error).toBeInstanceOf(Error);
    expect(error.constructor).toBe(classes[name]);
  });

  test("has its name and code", async () => {
    const error = await make();
    expect(error.name).toBe(name);
    expect(error.code).toBe(code);
    expect(error.toString()).toBe(`${name}: ${error.message}`);
    expect(error.stack).toContain(error.message);
    expect(error.message).not.toBe("");
    expect(typeof error.safeToRetry).toBe("boolean");
  });

  test("has the operation of the failed call", async () => {
    const error = await make();
    const isCall = name !== "ConfigurationError" && name !== "WebhookError";
    expect(error.operation).toEqual(isCall ? expect.stringMatching(/^products\.(get|list)$/) : undefined);
  });
});

test("a client-side validation error has the tree and the list of invalid fields", async () => {
  await using gateway = await startGateway({ status: 201 });
  const call = gateway.client().products.create({
    name: "",
    description: "Entry",
    currency: "euro",
    amount: 32.45,
    quantity: 0.5,
    infinite: true,
    immortal: true,
  });
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
  const call = gateway.client().checkouts.create({
    transaction_type: "payment",
    order: { amount: 1, currency: "EUR", description: "Pass" },
    settings: { fail_url: "not a url" },
  });
  const error = await rejection(call, InvalidRequestError);
  expect(error.errors).toStrictEqual({ checkout: { settings: { fail_url: [expect.any(String)] } } });
  expect(error.issues).toStrictEqual([
    {
      path: ["checkout", "settings", "fail_url"],
      messages: [expect.any(String)],
      code: "format",
      params: { format: "url" },
    },
  ]);
});

test.each(["message", "name", "stack"])("%s is a string and not enumerable", async (property) => {
  const error = await answered(404)();
  expect(typeof Reflect.get(error, property)).toBe("string");
  expect(Object.keys(error)).not.toContain(property);
});

test("an error without a cause has no cause property", async () => {
  expect(await answered(404)()).not.toHaveProperty("cause");
});

test("an error of the base class is named PaymentsError", () => {
  const error = new PaymentsError("No such thing", { code: "configuration", safeToRetry: true });
  expect(error.name).toBe("PaymentsError");
  expect(String(error)).toBe("PaymentsError: No such thing");
});

test("an error before anything is sent is safe to retry", async () => {
  for (const { name, make } of made) {
    if (!["ConfigurationError", "InvalidRequestError", "WebhookError"].includes(name)) continue;
    expect((await make()).safeToRetry, name).toBe(true);
  }
});

test("has the response headers", async () => {
  await using gateway = await startGateway({ status: 404, headers: { "x-region": "eu" } });
  const error = await rejection(gateway.client().products.get("prd_1"), NotFoundError);
  expect(error.headers.get("x-region")).toBe("eu");
});

test("a webhook that failed verification names no field, unlike a mismatch", async () => {
  const webhooks = new Webhooks({ shopId: SHOP_ID, secretKey: SECRET_KEY, publicKey: false });
  const error = await rejection(webhooks.verify({ body: "{}", headers: {} }), WebhookError);
  expect(error.fields).toStrictEqual([]);
});
