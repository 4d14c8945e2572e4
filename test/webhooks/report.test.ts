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
  const never = () => new Promise(() => undefined);
  const inLines = new TypeError("one\r\ntwo\n\tthree\u2028four\u0000five\u001b[1m");
  const ofPayment = `(transaction ${UID})`;

  /** The request, the callbacks, and the line after `payments-client: answered `. */
  const cases: [string, () => Request, NotificationHandlers, string][] = [
    [
      "a missing signature",
      () => post(TRANSACTION, { authorization: AUTHORIZATION }),
      {},
      "401 to a notification: WebhookError: The Content-Signature is missing",
    ],
    [
      "wrong credentials",
      () => post(TRANSACTION, { ...headersFor(TRANSACTION), authorization: "Basic eDp5" }),
      {},
      "401 to a notification: WebhookError: The credentials of the notification are wrong",
    ],
    [
      "a body that is not a notification",
      () => post("kim@example.com"),
      {},
      "400 to a notification: WebhookError: The body is not a JSON object",
    ],
    [
      "a body over the limit",
      () => post(filledTo(MEBIBYTE + 1, TRANSACTION)),
      {},
      "413 to a notification: TooLargeError: The body is larger than 1048576 bytes",
    ],
    [
      "a token callback that throws",
      () => post(EXPIRED),
      { onCheckout: () => Promise.reject(failure) },
      "500 to a notification (checkout): Error: The database is down",
    ],
    ...Object.entries<[NonNullable<NotificationHandlers["onTransaction"]>, string, number?]>({
      "a callback that throws": [() => Promise.reject(failure), "Error: The database is down"],
      "a callback over the timeout": [never, "Error: The request took longer than 20 ms", 20],
      "a payment of another order": [
        (transaction) =>
          expectPayment(transaction, { amount: 1, currency: "EUR", trackingId: "order-1007", test: true }),
        "WebhookError: The payment does not match: amount",
      ],
      "a callback that throws the transaction itself": [
        (transaction) => Promise.reject(transaction),
        "a thrown object",
      ],
      "a callback that throws a string": [
        ({ customer }) => Promise.reject(customer?.["email"]),
        "a thrown string",
      ],
      "an error in several lines": [() => Promise.reject(inLines), "TypeError: one two three four five [1m"],
    }).map(([what, [onTransaction, said, timeout]]): (typeof cases)[number] => [
      what,
      () => post(TRANSACTION),
      { onTransaction, timeout },
      `500 to a notification ${ofPayment}: ${said}`,
    ]),
  ];

  test.each(cases)("%s", async (_what, request, handlers, expected) => {
    await bySignature.handler(handlers)(request());
    expect(lines).toStrictEqual([[`payments-client: answered ${expected}`]]);
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
    await bySignature.handler({})(request);
    expect(String(lines)).toMatch(
      /^payments-client: answered 500 .* was already read: pass the body as received, .*express\.raw/,
    );
  });

  test("a payout for which decide failed", async () => {
    const body = '{"uid":"b1-77","amount":4200,"currency":"EUR"}';
    await bySignature.verificationHandler(() => Promise.reject(failure))(post(body));
    expect(String(lines)).toBe(
      "payments-client: answered 200 to a payout verification (payout b1-77, declined): Error: The database is down",
    );
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
