import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { expectPayment, type NotificationHandlers } from "../../src/webhooks/index.ts";
import { SECRET_KEY } from "../support/gateway.ts";
import {
  AUTHORIZATION,
  bySignature,
  EXPIRED,
  filledTo,
  headersFor,
  MEBIBYTE,
  PRIVATE,
  post,
  publicKey,
  TRANSACTION,
} from "./notifications.ts";

const UID = "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54";

const failure = new Error("The database is down");

let lines: unknown[][] = [];

beforeEach(() => {
  lines = [];
  vi.spyOn(console, "error").mockImplementation((...given) => {
    lines.push(given);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const withoutUid = (line: unknown): string => String(line).replaceAll(UID, "");

describe("without onError, one line on stderr describes the failure", () => {
  const cases: [string, () => Request, NotificationHandlers, RegExp][] = [
    [
      "a missing signature",
      () => post(TRANSACTION, { authorization: AUTHORIZATION }),
      {},
      /^payments-client: answered 401 to a notification: WebhookError: The Content-Signature is missing/,
    ],
    [
      "wrong credentials",
      () => post(TRANSACTION, { ...headersFor(TRANSACTION), authorization: "Basic eDp5" }),
      {},
      /^payments-client: answered 401 to a notification: WebhookError: The credentials/,
    ],
    [
      "a body that is not a notification",
      () => post("kim@example.com"),
      {},
      /^payments-client: answered 400 to a notification: WebhookError: The body is not a JSON object$/,
    ],
    [
      "a body over the limit",
      () => post(filledTo(MEBIBYTE + 1, TRANSACTION)),
      {},
      /^payments-client: answered 413 to a notification: TooLargeError: The body is larger than 1048576 bytes$/,
    ],
    [
      "a callback that throws",
      () => post(TRANSACTION),
      { onTransaction: () => Promise.reject(failure) },
      new RegExp(
        `^payments-client: answered 500 to a notification \\(transaction ${UID}\\): Error: The database is down$`,
      ),
    ],
    [
      "a callback over the timeout",
      () => post(TRANSACTION),
      { onTransaction: () => new Promise(() => undefined), timeout: 20 },
      new RegExp(
        `^payments-client: answered 500 to a notification \\(transaction ${UID}\\): Error: .*longer than 20 ms$`,
      ),
    ],
    [
      "a payment of another order",
      () => post(TRANSACTION),
      {
        onTransaction: (transaction) =>
          expectPayment(transaction, { amount: 1, currency: "EUR", trackingId: "order-1007", test: true }),
      },
      new RegExp(
        `^payments-client: answered 500 to a notification \\(transaction ${UID}\\): WebhookError: The payment does not match: amount$`,
      ),
    ],
    [
      "a token callback that throws",
      () => post(EXPIRED),
      { onCheckout: () => Promise.reject(failure) },
      /^payments-client: answered 500 to a notification \(checkout\): Error: The database is down$/,
    ],
    [
      "a callback that throws the transaction itself",
      () => post(TRANSACTION),
      { onTransaction: (transaction) => Promise.reject(transaction) },
      new RegExp(
        `^payments-client: answered 500 to a notification \\(transaction ${UID}\\): a thrown object$`,
      ),
    ],
    [
      "a callback that throws a string",
      () => post(TRANSACTION),
      { onTransaction: ({ customer }) => Promise.reject(customer?.["email"]) },
      new RegExp(
        `^payments-client: answered 500 to a notification \\(transaction ${UID}\\): a thrown string$`,
      ),
    ],
    [
      "an error in several lines",
      () => post(TRANSACTION),
      {
        onTransaction: () =>
          Promise.reject(new TypeError("one\r\ntwo\n\tthree\u2028four\u0000five\u001b[1m")),
      },
      /: TypeError: one two three four five \[1m$/,
    ],
  ];

  test.each(cases)("%s", async (_what, request, handlers, expected) => {
    await bySignature.handler(handlers)(request());
    expect(lines).toStrictEqual([[expect.stringMatching(expected)]]);
    for (const shown of [...PRIVATE, publicKey]) expect(withoutUid(lines)).not.toContain(shown);
  });

  test("a very long error is truncated", async () => {
    const onTransaction = () => Promise.reject(new Error("x".repeat(100_000)));
    await bySignature.handler({ onTransaction })(post(TRANSACTION));
    expect(String(lines[0]).length).toBeLessThan(1200);
  });

  test("a uid with line breaks is logged in one line", async () => {
    const body = JSON.stringify({ transaction: { uid: "u1\n2026-03-02 paid order-1008\u001b[2J" } });
    await bySignature.handler({ onTransaction: () => Promise.reject(failure) })(post(body));
    expect(String(lines[0])).toContain("(transaction u1 2026-03-02 paid order-1008 [2J)");
  });

  test("an already read body: the cause and the fix", async () => {
    const request = post(TRANSACTION);
    await request.json();
    const response = await bySignature.handler({})(request);
    expect(response.status).toBe(500);
    expect(lines).toStrictEqual([
      [
        expect.stringMatching(
          /^payments-client: answered 500 .* was already read: pass the body as received, .*express\.raw/,
        ),
      ],
    ]);
  });

  test("a payout for which decide failed", async () => {
    const body = '{"uid":"b1-77","amount":4200,"currency":"EUR"}';
    await bySignature.verificationHandler(() => Promise.reject(failure))(post(body));
    expect(lines).toStrictEqual([
      [
        "payments-client: answered 200 to a payout verification (payout b1-77, declined): Error: The database is down",
      ],
    ]);
  });
});

describe("nothing is printed", () => {
  test("for successful requests, or for another method", async () => {
    for (const body of [TRANSACTION, EXPIRED]) await bySignature.handler({})(post(body));
    await bySignature.handler({})(new Request("https://shop.example/notify"));
    expect(lines).toStrictEqual([]);
  });

  test("if there is an onError, even if it throws", async () => {
    for (const onError of [() => undefined, () => Promise.reject(failure)]) {
      const response = await bySignature.handler({ onError })(post(TRANSACTION, {}));
      expect(response.status).toBe(401);
    }
    expect(lines).toStrictEqual([]);
  });
});

test("a console that throws has no effect", async () => {
  vi.mocked(console.error).mockImplementation(() => {
    throw new Error(`EPIPE ${SECRET_KEY}`);
  });
  const response = await bySignature.handler({})(post(TRANSACTION, {}));
  expect(response.status).toBe(401);
  expect(await response.text()).toBe("");
});
