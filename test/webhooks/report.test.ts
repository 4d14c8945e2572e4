import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Payable, PaymentHandlers } from "../../src/webhooks.ts";
import { SECRET_KEY } from "../support/gateway.ts";
import { everything } from "../support/handlers.ts";
import {
  AUTHORIZATION,
  accept,
  bySignature,
  EXPIRED,
  filledTo,
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

const withoutUid = (line: unknown): string => String(line).replaceAll(UID, "");

describe("without onError, one line on stderr describes the failure", () => {
  const inLines = new TypeError("one\r\ntwo\n\tthree\u2028four\u0000five\u001b[1m");
  const posted = () => post(TRANSACTION);

  const rejecting = (error: unknown) => ({ ...everything(() => Promise.reject(error)) });
  const failed = `500 to a notification (transaction ${UID}): `;

  /** The request, the callbacks, and the line after `payments-client: answered `. */
  const cases: [string, () => Request, PaymentHandlers<Payable>, string][] = [
    [
      "a missing signature",
      () => post(TRANSACTION, { authorization: AUTHORIZATION }),
      accept,
      "401 to a notification: WebhookError: The Content-Signature is missing",
    ],
    [
      "a body over the limit",
      () => post(filledTo(MEBIBYTE + 1, TRANSACTION)),
      accept,
      "413 to a notification: TooLargeError: The body is larger than 1048576 bytes",
    ],
    [
      "a token callback that throws",
      () => post(EXPIRED),
      { ...everything(() => Promise.reject(failure)) },
      "500 to a notification (checkout): Error: The database is down",
    ],
    ["a callback that throws", posted, rejecting(failure), `${failed}Error: The database is down`],
    ["a thrown transaction", posted, rejecting(JSON.parse(TRANSACTION)), `${failed}a thrown object`],
    ["a thrown string", posted, rejecting("kim@example.com"), `${failed}a thrown string`],
    [
      "an error in several lines",
      posted,
      rejecting(inLines),
      `${failed}TypeError: one two three four\\u0000five\\u001b[1m`,
    ],
  ];

  test.each(cases)("%s", async (_what, request, handlers, expected) => {
    await bySignature.handler(handlers)(request());
    expect(lines).toStrictEqual([[`payments-client: answered ${expected}`]]);
    for (const shown of [...PRIVATE, publicKey]) expect(withoutUid(lines)).not.toContain(shown);
  });

  test("a very long error is truncated", async () => {
    const otherwise = () => Promise.reject(new Error("x".repeat(100_000)));
    await bySignature.handler({ ...everything(otherwise) })(post(TRANSACTION));
    expect(String(lines[0]).length).toBeLessThan(1200);
  });

  test("a uid with line breaks is logged in one line", async () => {
    const body = JSON.stringify({ transaction: { uid: "u1\n2026-03-02 paid order-1008\u001b[2J" } });
    await bySignature.handler({ ...everything(() => Promise.reject(failure)) })(post(body));
    expect(String(lines[0])).toContain("(transaction u1 2026-03-02 paid order-1008\\u001b[2J)");
  });

  test("a payout for which decide failed", async () => {
    const body = '{"uid":"b1-77","amount":4200,"currency":"EUR"}';
    await bySignature.verificationHandler(() => Promise.reject(failure))(post(body));
    expect(String(lines)).toBe(
      "payments-client: answered 200 to a payout verification (payout b1-77, declined): Error: The database is down",
    );
  });
});

describe("a flood of forged notifications", () => {
  let clock = 0;

  beforeEach(() => {
    clock = 1_000;
    vi.spyOn(performance, "now").mockImplementation(() => clock);
  });

  const forge = async (handle: (request: Request) => Promise<Response>, times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1)
      expect((await handle(post(TRANSACTION, { authorization: AUTHORIZATION }))).status).toBe(401);
  };
  const first =
    "payments-client: answered 401 to a notification: WebhookError: The Content-Signature is missing";
  const more = (count: string) => `payments-client: refused ${count} more`;

  test("prints the first of each minute, then the number of the others", async () => {
    const handle = bySignature.handler(accept);
    await forge(handle, 1_500);
    expect(lines.splice(0).flat()).toStrictEqual([first]);
    clock += 60_000;
    await forge(handle, 1);
    expect(lines.splice(0).flat()).toStrictEqual([more("1499"), first]);
    clock += 59_999;
    await forge(handle, 2);
    expect(lines).toStrictEqual([]);
    clock += 1;
    await forge(handle, 1);
    expect(lines.splice(0).flat()).toStrictEqual([more("2"), first]);
    clock += 60_000;
    await forge(handle, 1);
    expect(lines.flat()).toStrictEqual([first]);
  });

  test("is counted when the next genuine notification comes, and hides no failure of one", async () => {
    const handle = bySignature.handler({ ...accept, expired: () => Promise.reject(failure) });
    await forge(handle, 3);
    lines = [];
    expect((await handle(post(EXPIRED))).status).toBe(500);
    expect(lines.splice(0).flat()).toStrictEqual([
      "payments-client: answered 500 to a notification (checkout): Error: The database is down",
    ]);
    clock += 200_000;
    expect((await handle(post(TRANSACTION))).status).toBe(200);
    expect(lines.flat()).toStrictEqual([more("2")]);
  });
});

test("a console that throws has no effect", async () => {
  vi.mocked(console.error).mockImplementation(() => {
    throw new Error(`EPIPE ${SECRET_KEY}`);
  });
  const response = await bySignature.handler(accept)(post(TRANSACTION, { authorization: AUTHORIZATION }));
  expect(response.status).toBe(401);
  expect(await response.text()).toBe("");
});
