import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { ConfigurationError } from "../../src/index.ts";
import {
  type Decide,
  type ExpectedPayment,
  expectPayout,
  type PayoutVerification,
  Webhooks,
} from "../../src/webhooks/index.ts";
import { testCases } from "../support/test-cases.ts";
import { thrown, unhandledRejectionsDuring } from "../transport/calls.ts";
import {
  AUTHORIZATION,
  byCredentials,
  bySignature,
  filledTo,
  headersFor,
  MEBIBYTE,
  PRIVATE,
  post,
  publicKey,
  shop,
} from "./notifications.ts";

const payout = {
  uid: "b1-77",
  type: "payout",
  status: "incomplete",
  amount: 4200,
  currency: "EUR",
  tracking_id: "payout-9",
  description: "Prize",
  test: false,
  customer: { email: "kim@example.com" },
};

const failure = new Error("The database is down");

const decline = { message: "Limit of shop 4821 reached", friendlyMessage: "Später wieder – bitte" };

const bodies: [string, Record<string, unknown>][] = [
  ["at the top level", payout],
  ["under transaction", { transaction: payout }],
];

const nameOf = ([what]: readonly [string, ...unknown[]]): string => what;

describe.each(bodies)("a payout verification %s", (_place, asked) => {
  const body = JSON.stringify(asked);

  test.each<[string, Decide]>([
    ["at once", () => true],
    ["asynchronously", () => wait(10, true as const)],
  ])("is accepted %s with its own uid and amount", async (_when, decide) => {
    const response = await bySignature.verificationHandler(decide)(post(body));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toStrictEqual({ code: 0, uid: "b1-77", amount: 4200 });
  });

  test.each<[string, Decide]>([
    ["at once", () => decline],
    ["asynchronously", () => wait(10, decline)],
  ])("is declined %s, with the messages for staff and customer", async (_when, decide) => {
    const response = await bySignature.verificationHandler(decide)(post(body));
    expect(response.status).toBe(200);
    const answer: unknown = await response.json();
    expect(answer).toStrictEqual({
      code: expect.any(Number),
      uid: "b1-77",
      amount: 4200,
      message: decline.message,
      friendly_message: decline.friendlyMessage,
    });
    expect(answer).not.toHaveProperty("code", 0);
  });

  test("is passed to the merchant with the whole body", async () => {
    const decide = vi.fn<Decide>(() => true);
    await bySignature.verificationHandler(decide)(post(body));
    expect(decide.mock.calls).toStrictEqual([
      [
        {
          uid: "b1-77",
          amount: 4200,
          currency: "EUR",
          tracking_id: "payout-9",
          description: "Prize",
          test: false,
          raw: asked,
        },
      ],
    ]);
  });

  /** The response for a payout with these fields, and whether decide was called. */
  const ask = async (fields: Record<string, unknown>) => {
    const changed = { ...payout, ...fields };
    const [decide, onError] = [vi.fn<Decide>(() => true), vi.fn()];
    const sent = JSON.stringify("transaction" in asked ? { transaction: changed } : changed);
    const response = await bySignature.verificationHandler(decide, { onError })(post(sent));
    return { response, decide, onError };
  };

  const unusual: readonly [string, Record<string, unknown>, Partial<PayoutVerification>][] = [
    ["a numeric uid", { uid: 77 }, { uid: "77" }],
    ["no type", { type: undefined }, {}],
    ["a type that is null", { type: null }, {}],
    ["no tracking id", { tracking_id: null }, { tracking_id: undefined }],
    ["an empty tracking id", { tracking_id: "" }, { tracking_id: undefined }],
    ["a numeric tracking id", { tracking_id: 1007 }, { tracking_id: "1007" }],
    ["no description", { description: undefined }, { description: undefined }],
    ["no test", { test: undefined }, { test: false }],
    ["a test", { test: true }, { test: true }],
    ["an unknown test flag", { test: "no" }, { test: true }],
    ["the smallest amount", { amount: 1 }, { amount: 1 }],
    ["the largest amount", { amount: Number.MAX_SAFE_INTEGER }, { amount: Number.MAX_SAFE_INTEGER }],
  ];
  testCases("may have unusual fields", unusual, nameOf, async ([_, fields, shown]) => {
    const { response, decide } = await ask(fields);
    expect(decide.mock.calls[0]?.[0]).toMatchObject(shown);
    const { uid, amount } = { ...payout, ...fields };
    expect(await response.json()).toStrictEqual({ code: 0, uid, amount });
  });

  const invalid: readonly [string, Record<string, unknown>, string][] = [
    ...[null, undefined, ""].map((uid): [string, Record<string, unknown>, string] => [
      `the uid ${JSON.stringify(uid)}`,
      { uid },
      "it has no uid",
    ]),
    ...[{}, [], true, 1.5, 2 ** 53].map((uid): [string, Record<string, unknown>, string] => [
      `the uid ${JSON.stringify(uid)}`,
      { uid },
      "its uid is not text",
    ]),
    ...[null, undefined, "", 0, -1, -4200, 42.5, "4200", 2 ** 53, 1e300, true, [4200], {}].map(
      (amount): [string, Record<string, unknown>, string] => [
        `the amount ${JSON.stringify(amount)}`,
        { amount },
        "its amount is not a positive integer",
      ],
    ),
    ...[null, undefined, "", "eur", "EURO", "EU", "978", 978, ["EUR"], "EUR\n"].map(
      (currency): [string, Record<string, unknown>, string] => [
        `the currency ${JSON.stringify(currency)}`,
        { currency },
        "its currency is not an alpha-3 code",
      ],
    ),
    ["the type of a payment", { type: "payment" }, "its type is not payout"],
    ["an invalid type", { type: ["payout"] }, "its type is not payout"],
    ["a tracking id that is an object", { tracking_id: {} }, "its tracking_id is not text"],
    ["a description that is a list", { description: ["Prize"] }, "its description is not text"],
    ...[{ amount: 1 }, { currency: "USD" }, { tracking_id: "payout-8" }, { test: true }].map(
      (section): [string, Record<string, unknown>, string] => [
        `another ${Object.keys(section)} in its section`,
        { payout: section },
        "its section contradicts it",
      ],
    ),
  ];
  testCases(
    "is refused with invalid fields before decide is called",
    invalid,
    nameOf,
    async ([_, fields, problem]) => {
      const { response, decide, onError } = await ask(fields);
      expect(response.status).toBe(400);
      expect(await response.text()).toBe("");
      expect(decide).not.toHaveBeenCalled();
      expect(onError.mock.calls[0]?.[0]).toMatchObject({
        name: "WebhookError",
        reason: "body",
        message: `The body is not a payout verification: ${problem}`,
      });
    },
  );
});

const UNDECIDED = "The payout could not be verified";

const declined = (message = UNDECIDED, friendly_message = UNDECIDED) => ({
  code: 1,
  uid: "b1-77",
  amount: 4200,
  message,
  friendly_message,
});

describe("a decision other than true declines in plain JavaScript", () => {
  test.each<[string, unknown, object, number]>([
    ["nothing", undefined, declined(), 1],
    ["false", false, declined(), 1],
    ["null", null, declined(), 1],
    ["0", 0, declined(), 1],
    ["1", 1, declined(), 1],
    ["yes", "true", declined(), 1],
    ["a list", [true], declined(), 1],
    ["an object that is not true", Object(true), declined(), 1],
    ["an empty object", {}, declined(), 1],
    ["the code that means acceptance", { code: 0 }, declined(), 1],
    ["a decline with only message", { message: "no" }, declined("no"), 0],
    ["a decline with only friendlyMessage", { friendlyMessage: "no" }, declined(UNDECIDED, "no"), 0],
    ["a decline that is not text", { message: 7, friendlyMessage: {} }, declined(), 0],
    ["an empty decline", { message: "", friendlyMessage: "" }, declined(), 0],
  ])("%s", async (_what, decision, answer, reported) => {
    const onError = vi.fn();
    const handle: ReturnType<typeof bySignature.verificationHandler> = Reflect.apply(
      bySignature.verificationHandler,
      bySignature,
      [() => decision, { onError }],
    );
    const response = await handle(post(JSON.stringify(payout)));
    expect(response.status).toBe(200);
    expect(await response.json()).toStrictEqual(answer);
    const error = new TypeError("decide must return true or { message, friendlyMessage }");
    expect(onError.mock.calls).toStrictEqual(Array.from({ length: reported }, () => [error]));
  });
});

test.each([undefined, null, true, {}, "decide"])("decide can't be %j", (decide) => {
  const make = () => Reflect.apply(bySignature.verificationHandler, bySignature, [decide]);
  expect(thrown(make, ConfigurationError).message).toBe("decide must be a function");
});

describe("expectPayout", () => {
  const expected = { amount: 4200, currency: "EUR", trackingId: "payout-9" };

  const answerTo = async (fields: Record<string, unknown>, own: Partial<ExpectedPayment> = {}) => {
    const onError = vi.fn();
    const handle = bySignature.verificationHandler(
      (verification) => {
        expectPayout(verification, { ...expected, ...own });
        return true;
      },
      { onError },
    );
    const response = await handle(post(JSON.stringify({ transaction: { ...payout, ...fields } })));
    return { status: response.status, answer: await response.json(), error: onError.mock.calls[0]?.[0] };
  };

  test.each<[string, Record<string, unknown>, Partial<ExpectedPayment>]>([
    ["unchanged", {}, {}],
    ["with the amount in digits", {}, { amount: "4200" }],
    ["with the amount as a bigint", {}, { amount: 4200n }],
    ["with a numeric tracking id", { tracking_id: 7 }, { trackingId: "7" }],
    ["of a test if tests are allowed", { test: true }, { test: true }],
  ])("accepts the merchant's own payout %s", async (_how, fields, own) => {
    expect(await answerTo(fields, own)).toMatchObject({ status: 200, answer: { code: 0 }, error: undefined });
  });

  test.each<[string[], Record<string, unknown>, Partial<ExpectedPayment>]>([
    [["amount"], { amount: 4201 }, {}],
    [["currency"], { currency: "USD" }, {}],
    [["tracking_id"], { tracking_id: "payout-10" }, {}],
    [["tracking_id"], { tracking_id: null }, {}],
    [["tracking_id"], { tracking_id: "" }, { trackingId: "" }],
    [["test"], { test: true }, {}],
    [["test"], { test: "yes" }, { test: false }],
    [["amount", "currency", "tracking_id"], { amount: 1, currency: "USD", tracking_id: "1" }, {}],
  ])("declines a payout with another %j", async (fields, changed, own) => {
    const { status, answer, error } = await answerTo(changed, own);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ code: 1, message: UNDECIDED, friendly_message: UNDECIDED });
    expect(error).toMatchObject({ name: "WebhookError", reason: "mismatch", fields });
    expect(error.message).toBe(`The payout does not match: ${fields.join(", ")}`);
  });
});

describe("the gateway gets", () => {
  const body = JSON.stringify(payout);

  test.each<[string, number, () => Request]>([
    ["no signature", 401, () => post(body, { authorization: AUTHORIZATION })],
    [
      "another shop's credentials",
      401,
      () => post(body, { ...headersFor(body), authorization: "Basic eDp5" }),
    ],
    ["no uid", 400, () => post('{"amount":4200,"currency":"EUR"}')],
    ["a null uid", 400, () => post('{"uid":null,"amount":4200,"currency":"EUR"}')],
    ["an empty uid", 400, () => post('{"uid":"","amount":4200,"currency":"EUR"}')],
    ["no uid under transaction", 400, () => post('{"transaction":{"amount":4200,"currency":"EUR"}}')],
    ["text", 400, () => post("kim@example.com")],
    ["an empty body", 400, () => post("")],
    ["GET", 405, () => new Request("https://shop.example/verify", { headers: headersFor("") })],
    ["a mebibyte and a byte", 413, () => post(filledTo(MEBIBYTE + 1, body))],
  ])("%s: %i", async (_what, status, request) => {
    const [decide, onError] = [vi.fn<Decide>(() => true), vi.fn()];
    const response = await bySignature.verificationHandler(decide, { onError })(request());
    expect(response.status).toBe(status);
    expect(await response.text()).toBe("");
    expect(decide).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledTimes(status === 405 ? 0 : 1);
  });

  test.each<[string, Decide]>([
    [
      "throws",
      () => {
        throw failure;
      },
    ],
    ["rejects", () => Promise.reject(failure)],
  ])("a decline if decide %s, and onError gets that error", async (_how, decide) => {
    const onError = vi.fn();
    const response = await bySignature.verificationHandler(decide, { onError })(post(body));
    expect(response.status).toBe(200);
    expect(await response.json()).toStrictEqual(declined());
    expect(onError.mock.calls).toStrictEqual([[failure]]);
    expect(onError.mock.calls[0]?.[0]).toBe(failure);
  });

  test("a decline if decide is too slow, and no acceptance after that", async () => {
    const onError = vi.fn();
    const unhandled = await unhandledRejectionsDuring(async () => {
      const late = Promise.withResolvers<true>();
      const handle = bySignature.verificationHandler(() => late.promise, { onError, timeout: 20 });
      const response = await handle(post(body));
      late.resolve(true);
      await wait(10);
      expect(response.status).toBe(200);
      expect(await response.json()).toStrictEqual(declined());
    });
    expect(unhandled).toStrictEqual([]);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test("no other part of its request, and no data of the shop", async () => {
    for (const decide of [() => true as const, () => decline]) {
      const response = await new Webhooks({ ...shop, publicKey }).verificationHandler(decide)(post(body));
      const said = `${await response.text()}${[...response.headers].join()}`;
      for (const shown of PRIVATE) expect(said).not.toContain(shown);
    }
  });
});

test("credentials are sufficient without a publicKey", async () => {
  const request = post(JSON.stringify(payout), { authorization: AUTHORIZATION });
  expect((await byCredentials.verificationHandler(() => true)(request)).status).toBe(200);
});

test("explains what is missing in a payout verification", async () => {
  const errors: unknown[] = [];
  const handler = byCredentials.verificationHandler(() => true, { onError: (error) => errors.push(error) });
  expect((await handler(post("{}"))).status).toBe(400);
  expect(errors).toMatchObject([{ message: "The body is not a payout verification: it has no uid" }]);
});
