import { describe, expect, test } from "vitest";
import {
  ApiError,
  AuthenticationError,
  ConfigurationError,
  ConnectionError,
  type Fetch,
  InvalidRequestError,
  type PaymentsError,
  RequestAbortedError,
  type RequestOptions,
  ServerError,
  TimeoutError,
  UnexpectedResponseError,
  ValidationError,
} from "../../src/index.ts";
import { rejection } from "../client/calls.ts";
import { type Answer, startGateway } from "../support/gateway.ts";
import { leaksOf, privateAnswer, privateCheckout, privateHeaders, wrongCheckout } from "../support/leaks.ts";
import { expectNoOutput } from "../support/no-output.ts";

expectNoOutput();

type ErrorClass = abstract new (...args: never[]) => PaymentsError;

/** An error response with private data everywhere except in its message. */
const refused = (status: number): Answer => ({
  status,
  body: { message: "no", errors: { amount: ["no"] }, ...privateAnswer },
  headers: privateHeaders,
});

const unread = (body: unknown): Answer => ({ status: 200, body, headers: privateHeaders });

const answers: readonly [string, ErrorClass, Answer, (RequestOptions & { maxResponseBytes?: number })?][] = [
  [
    "a 302",
    ApiError,
    { status: 302, body: privateAnswer, headers: { location: "https://kim.weber@example.com/TAX-5512-90" } },
  ],
  ["a 401", AuthenticationError, refused(401)],
  ["a 422", ValidationError, refused(422)],
  ["a 502 in HTML", ServerError, { status: 502, body: `<html>${JSON.stringify(privateAnswer)}` }],
  ["a 200 in HTML", UnexpectedResponseError, unread(`<html>${JSON.stringify(privateAnswer)}`)],
  ["a 200 without the expected result", UnexpectedResponseError, unread(privateAnswer)],
  ["a 200 with another type", UnexpectedResponseError, unread({ id: privateAnswer, token: [privateAnswer] })],
  ["a response that is too large", UnexpectedResponseError, unread(privateAnswer), { maxResponseBytes: 20 }],
  ["a lost connection", ConnectionError, (response) => response.socket?.destroy()],
  [
    "a connection lost in the body",
    ConnectionError,
    (response) => {
      response.writeHead(200, { ...privateHeaders, "content-length": "9000" });
      response.write(JSON.stringify(privateAnswer), () => response.socket?.destroy());
    },
  ],
  ["a timeout", TimeoutError, () => undefined, { timeout: 30 }],
  ["an abort", RequestAbortedError, () => undefined, { signal: AbortSignal.timeout(200) }],
  ["a wrong option", InvalidRequestError, refused(200), { timeout: -1 }],
  ["a wrong header", InvalidRequestError, refused(200), { headers: { "x-a": "a\r\nkim.weber@example.com" } }],
];

describe("no private data is in errors of a call", () => {
  test.each(answers)("after %s", async (_what, type, answer, options) => {
    await using gateway = await startGateway(answer);
    const { maxResponseBytes, ...ofCall } = options ?? {};
    const { checkouts } = gateway.client({ maxRetries: 0, maxResponseBytes });
    const error = await rejection(checkouts.create(privateCheckout, ofCall), type);
    expect(leaksOf(error)).toStrictEqual([]);
  });
});

test("no private data is in an error of a fetch that attaches its request, as other HTTP clients do", async () => {
  await using gateway = await startGateway(refused(200));
  const fetch: Fetch = async (url, init) => {
    const cause = Object.assign(new Error("socket hang up"), { code: "ECONNRESET", init });
    const request = new Request(url, init);
    throw Object.assign(new Error("request failed", { cause }), { config: init, request });
  };
  const call = gateway.client({ fetch }).checkouts.create(privateCheckout);
  expect(leaksOf(await rejection(call, ConnectionError))).toStrictEqual([]);
});

describe("no private data is in client-side errors", () => {
  test("for invalid fields, which are named without values", async () => {
    await using gateway = await startGateway(refused(200));
    const { checkouts } = gateway.client();
    const call: Promise<unknown> = Reflect.apply(checkouts.create, checkouts, [wrongCheckout]);
    const error = await rejection(call, InvalidRequestError);
    expect(error.issues.length).toBeGreaterThan(7);
    expect(leaksOf(error)).toStrictEqual([]);
    expect(gateway.requests).toStrictEqual([]);
  });

  test("for values that JSON cannot represent", async () => {
    await using gateway = await startGateway(refused(200));
    const { checkouts } = gateway.client({ validate: false });
    const params = { ...privateCheckout, travel: { airline: { ticket_number: 1n } } };
    expect(leaksOf(await rejection(checkouts.create(params), InvalidRequestError))).toStrictEqual([]);
  });

  test.each(["baseUrl", "checkoutUrl", "gatewayUrl", "hooks", "fetch", "maxRetries", "headers"])(
    "for the option %s",
    async (option) => {
      await using gateway = await startGateway(refused(200));
      const make = async (): Promise<unknown> =>
        Reflect.apply(gateway.client, gateway, [
          { [option]: "https://kim.weber@example.com/?tok_9f2c71e0b4" },
        ]);
      expect(leaksOf(await rejection(make(), ConfigurationError))).toStrictEqual([]);
    },
  );
});
