import { expect, test } from "vitest";
import {
  ApiError,
  AuthenticationError,
  NotFoundError,
  PaymentsClient,
  type PaymentsError,
  PermissionError,
  RateLimitError,
  ResponseError,
  ServerError,
  UnexpectedResponseError,
  ValidationError,
} from "../../src/index.ts";
import { calls, newCheckout, newRefund, rejection, type SdkCall } from "../client/calls.ts";
import { good } from "../client/construct.ts";
import errorTransaction from "../fixtures/error-transaction.json" with { type: "json" };
import errorTransactionBase from "../fixtures/error-transaction-base.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";

type Class = abstract new (...args: never[]) => PaymentsError;

interface Body {
  readonly text: string;
  readonly hasErrors?: true;
  readonly hasMessage?: true;
}

const bodies: Readonly<Record<string, Body>> = {
  "errors and a message": {
    text: '{"message":"Amount is invalid","errors":{"amount":["is invalid"]}}',
    hasErrors: true,
    hasMessage: true,
  },
  "errors, wrapped": { text: '{"response":{"errors":{"amount":["is invalid"]}}}', hasErrors: true },
  "a message": { text: '{"message":"Amount is invalid"}', hasMessage: true },
  "empty errors and no message": { text: '{"message":null,"errors":{},"status":"odd"}' },
  "a page of HTML": { text: "<h1>Odd</h1>" },
};

const HAVE_NO_BODY = [204, 205, 304];

/** After these, the call may have been processed, or still be under way, whatever the body says. */
const AMBIGUOUS = [408, 409, 425, 499];

const OF_STATUS: Readonly<Record<number, Class>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  422: ValidationError,
  429: RateLimitError,
};

/** The class that the table of the reference promises; undefined for a result. */
function promised({ operation, method }: SdkCall, status: number, body: Body): Class | undefined {
  const { hasErrors, hasMessage }: Body = HAVE_NO_BODY.includes(status) ? { text: "" } : body;
  if (status < 300) {
    if (operation === "products.update" || operation === "bills.delete") return undefined;
    if (!hasErrors) return UnexpectedResponseError;
    return method === "POST" ? ApiError : ValidationError;
  }
  if (status < 400 || AMBIGUOUS.includes(status)) return ApiError;
  if (status >= 500) return ServerError;
  return OF_STATUS[status] ?? (hasErrors || hasMessage ? ValidationError : ApiError);
}

/** Whether the gateway said that it did not process a call. */
const isRefused = (type: Class | undefined, status: number): boolean =>
  type === ValidationError || (status >= 400 && status < 500 && !AMBIGUOUS.includes(status));

/** Statuses with a class or a meaning of their own, their neighbors, and the limits of a class. */
const statuses = [
  ...[200, 201, 202, 204, 205, 206, 299, 300, 301, 304, 308, 399],
  ...[400, 401, 402, 403, 404, 405, 407, 408, 409, 410, 421, 422, 423, 424, 425, 426, 428, 429, 498, 499],
  ...[500, 503, 504, 520, 530, 599],
];

/** For each call. All statuses: for one call of each kind, by its method and whether it has a result. */
const COMMON = [200, 302, 409, 422];

test("every status with every kind of body gives the documented class to every call", async () => {
  const wrong: string[] = [];
  let answer: { readonly status: number; readonly text: string | null };
  const fetch = async () => new Response(answer.text, answer);
  const client = new PaymentsClient({ ...good, gatewayUrl: "https://gateway.example", fetch, maxRetries: 0 });
  const kinds = Map.groupBy(calls, (call) => [call.method, promised(call, 200, { text: "" })?.name].join());
  const firsts = [...kinds.values()].map(([first]) => first);
  for (const call of calls) {
    for (const [what, body] of Object.entries(bodies)) {
      for (const status of firsts.includes(call) ? statuses : COMMON) {
        answer = { status, text: HAVE_NO_BODY.includes(status) ? null : body.text };
        const error = await call.run(client).catch((reason: unknown) => reason);
        const type = promised(call, status, body);
        const processed = isRefused(type, status) ? "no" : "unknown";
        const isSafe = call.method !== "POST" || processed === "no";
        const isRight = type
          ? error instanceof ResponseError &&
            error.constructor === type &&
            error.processed === processed &&
            error.safeToRetry === isSafe
          : error === undefined;
        if (!isRight) wrong.push(`${call.operation} got ${status} with ${what}: ${error}`);
      }
    }
  }
  expect(wrong).toStrictEqual([]);
});

test("a 200 with errors to a call that posts is no refusal, but has the gateway's text, its tree of messages and its body", async () => {
  const body = { message: "Amount is invalid.", errors: { order: { amount: ["is invalid"] } } };
  await using gateway = await startGateway({ status: 200, body, headers: { "x-request-id": "r-1" } });
  const error = await rejection(gateway.client().checkouts.create(newCheckout), ApiError);
  expect(error).not.toBeInstanceOf(ValidationError);
  expect(error.message).toMatch(
    /^checkouts\.create got 200: Amount is invalid\. \(checkout\.order\.amount is invalid\)\. The token may have been /,
  );
  expect(error.errors).toStrictEqual({ checkout: { order: { amount: ["is invalid"] } } });
  expect(error.issues).toStrictEqual([{ path: ["checkout", "order", "amount"], messages: ["is invalid"] }]);
  expect(error).toMatchObject({
    code: "api",
    response: { status: 200, body },
    requestId: "r-1",
    processed: "unknown",
    safeToRetry: false,
  });
  expect(gateway.requests).toHaveLength(1);
});

test("a result is returned even with errors beside it", async () => {
  const checkout = { token: "t", redirect_url: "https://checkout.example/t" };
  await using gateway = await startGateway({ status: 200, body: { checkout, errors: { base: ["odd"] } } });
  expect(await gateway.client().checkouts.create(newCheckout)).toStrictEqual(checkout);
});

test.each([
  [errorTransaction, { credit_card: { token: ["is invalid"] }, amount: ["must be greater than 0"] }],
  [errorTransactionBase, { base: ["transaction can't be refunded"] }],
  [{ response: errorTransaction }, errorTransaction.errors],
])("errors of a transaction start at the request's fields: %j", async (body, errors) => {
  await using gateway = await startGateway({ status: 400, body });
  const error = await rejection(gateway.client().transactions.refund(newRefund), ValidationError);
  expect(error.errors).toStrictEqual(errors);
});

test("an endpoint without a method of the SDK returns a 200 as it is, and refuses by the body of a 400", async () => {
  const body = { errors: { amount: ["is invalid"] } };
  await using gateway = await startGateway({ status: 200, body }, { status: 400, body });
  const call = () => gateway.client().request("POST", `${gateway.url}/payments`, { body: {} });
  expect(await call()).toStrictEqual(body);
  const error = await rejection(call(), ValidationError);
  expect(error.errors).toStrictEqual(body.errors);
});
