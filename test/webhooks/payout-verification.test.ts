import { setTimeout as wait } from "node:timers/promises";
import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import { ConfigurationError } from "../../src/index.ts";
import {
  type Decide,
  type Decline,
  type ExpectedPayment,
  expectPayout,
  type PayoutVerification,
  type WebhookHandler,
} from "../../src/webhooks.ts";
import { thrown, unhandledRejectionsDuring } from "../client/calls.ts";
import { AUTHORIZATION, bySignature, post } from "./notifications.ts";

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

const fail = (): never => {
  throw failure;
};

const decline = { message: "Limit of shop 4821 reached", friendlyMessage: "Später wieder – bitte" };

const UNDECIDED = "The payout could not be verified";

const declinedWith = ({ message = UNDECIDED, friendlyMessage = UNDECIDED }: Partial<Decline> = {}) => ({
  code: 1,
  message,
  friendly_message: friendlyMessage,
});

const bodies: [string, Record<string, unknown>][] = [
  ["at the top level", payout],
  ["under transaction", { transaction: payout }],
];

describe.each(bodies)("a payout verification %s", (_place, asked) => {
  const body = JSON.stringify(asked);

  test("is passed to the merchant with the whole body", async () => {
    const decide = vi.fn<Decide>(() => true);
    await bySignature.verificationHandler(decide)(post(body));
    const { uid, amount, currency, tracking_id, description, test } = payout;
    const shown = { uid, amount, currency, tracking_id, description, test, raw: asked };
    expect(decide.mock.calls).toStrictEqual([[shown]]);
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
    ["a type that is null", { type: null }, {}],
    ["no tracking id", { tracking_id: null }, { tracking_id: undefined }],
    ["a numeric tracking id", { tracking_id: 1007 }, { tracking_id: "1007" }],
    ["a test", { test: true }, { test: true }],
    ["an unknown test flag", { test: "no" }, { test: true }],
    ["the smallest amount", { amount: 1 }, { amount: 1 }],
    ["the largest amount", { amount: Number.MAX_SAFE_INTEGER }, { amount: Number.MAX_SAFE_INTEGER }],
  ];
  test.each(unusual)("may have %s", async (_what, fields, shown) => {
    const { response, decide } = await ask(fields);
    expect(decide.mock.calls[0]?.[0]).toMatchObject(shown);
    const { uid, amount } = { ...payout, ...fields };
    expect(await response.json()).toStrictEqual({ code: 0, uid, amount });
  });

  const refused: readonly [problem: string, field: string, values: readonly unknown[]][] = [
    ["it has no uid", "uid", [null, undefined, ""]],
    ["its uid is not text", "uid", [{}, [], true, 1.5, 2 ** 53]],
    [
      "its amount is not a positive integer",
      "amount",
      [null, undefined, "", 0, -1, -4200, 42.5, "4200", 2 ** 53, 1e300, true, [4200], {}],
    ],
    [
      "its currency is not an alpha-3 code",
      "currency",
      [null, undefined, "", "eur", "EURO", "EU", "978", 978, ["EUR"], "EUR\n"],
    ],
    ["its type is not payout", "type", ["payment", ["payout"]]],
    ["its tracking_id is not text", "tracking_id", [{}]],
    ["its description is not text", "description", [["Prize"]]],
    [
      "its section contradicts it",
      "payout",
      [{ amount: 1 }, { currency: "USD" }, { tracking_id: "payout-8" }, { test: true }],
    ],
  ];
  test.each(
    refused.flatMap(([problem, field, values]) => values.map((value) => ({ problem, field, value }))),
  )("is refused before decide is called, because $problem: $value", async ({ problem, field, value }) => {
    const { response, decide, onError } = await ask({ [field]: value });
    expect(response.status).toBe(400);
    expect(await response.text()).toBe("");
    expect(decide).not.toHaveBeenCalled();
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      name: "WebhookError",
      reason: "body",
      message: `The body is not a payout verification: ${problem}`,
    });
  });
});

/** What `decide` does, as in plain JavaScript, the rest of the response, and what `onError` receives. */
type Decision = [what: string, decide: () => unknown, answer: object, reported?: Error];

const invalid = new TypeError("decide must return true or { message, friendlyMessage }");

test.each<Decision>([
  ["accepts", () => true, { code: 0 }],
  ["accepts asynchronously", () => wait(10, true), { code: 0 }],
  ["declines", () => decline, declinedWith(decline)],
  ["declines without a reason for the customer", () => ({ message: "no" }), declinedWith({ message: "no" })],
  ["declines without a message", () => ({ friendlyMessage: "no" }), declinedWith({ friendlyMessage: "no" })],
  ["declines with reasons that are no text", () => ({ message: 7, friendlyMessage: {} }), declinedWith()],
  ["declines with an empty reason", () => ({ message: "", friendlyMessage: "" }), declinedWith()],
  ["throws", fail, declinedWith(), failure],
  ["rejects", () => Promise.reject(failure), declinedWith(), failure],
  ...[undefined, false, null, 0, 1, "true", [true], Object(true), {}, { code: 0 }].map(
    (decision): Decision => [`returns ${inspect(decision)}`, () => decision, declinedWith(), invalid],
  ),
])("decide %s: the gateway gets that, with the uid and amount", async (_what, decide, answer, reported) => {
  for (const [, asked] of bodies) {
    const onError = vi.fn();
    const args = [decide, { onError }];
    const handle: WebhookHandler = Reflect.apply(bySignature.verificationHandler, bySignature, args);
    const response = await handle(post(JSON.stringify(asked)));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toStrictEqual({ uid: "b1-77", amount: 4200, ...answer });
    expect(onError.mock.calls).toStrictEqual(reported ? [[reported]] : []);
  }
});

test.each([undefined, null, true, {}, "decide"])("decide can't be %j", (decide) => {
  const make = () => Reflect.apply(bySignature.verificationHandler, bySignature, [decide]);
  expect(thrown(make, ConfigurationError).message).toBe("decide must be a function");
});

test("an option that does not exist is refused by name", () => {
  const given = [() => true, { onerror: () => undefined }];
  const make = () => Reflect.apply(bySignature.verificationHandler, bySignature, given);
  const message = "The options of verificationHandler must not have onerror. Did you mean onError?";
  expect(thrown(make, ConfigurationError).message).toBe(message);
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
    ["with a numeric tracking id", { tracking_id: 7 }, { trackingId: "7" }],
    ["of a test if tests are allowed", { test: true }, { test: true }],
  ])("accepts the merchant's own payout %s", async (_how, fields, own) => {
    expect(await answerTo(fields, own)).toMatchObject({ status: 200, answer: { code: 0 }, error: undefined });
  });

  test.each<[string[], Record<string, unknown>, Partial<ExpectedPayment>]>([
    [["tracking_id"], { tracking_id: null }, {}],
    [["tracking_id"], { tracking_id: "" }, { trackingId: "" }],
    [["test"], { test: true }, {}],
    [["test"], { test: "yes" }, { test: false }],
    [["amount", "currency", "tracking_id"], { amount: 1, currency: "USD", tracking_id: "1" }, {}],
  ])("declines a payout with another %j", async (fields, changed, own) => {
    const { status, answer, error } = await answerTo(changed, own);
    expect(status).toBe(200);
    expect(answer).toMatchObject(declinedWith());
    expect(error).toMatchObject({ name: "WebhookError", reason: "mismatch", fields });
    expect(error.message).toBe(`The payout does not match: ${fields.join(", ")}`);
  });
});

describe("the gateway gets", () => {
  const body = JSON.stringify(payout);

  test.each<[string, number, () => Request]>([
    ["no signature", 401, () => post(body, { authorization: AUTHORIZATION })],
    ["text", 400, () => post("kim@example.com")],
  ])("%s: %i", async (_what, status, request) => {
    const [decide, onError] = [vi.fn<Decide>(() => true), vi.fn()];
    const response = await bySignature.verificationHandler(decide, { onError })(request());
    expect(response.status).toBe(status);
    expect(await response.text()).toBe("");
    expect(decide).not.toHaveBeenCalled();
    expect(onError).toHaveBeenCalledTimes(1);
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
      expect(await response.json()).toMatchObject(declinedWith());
    });
    expect(unhandled).toStrictEqual([]);
    expect(onError).toHaveBeenCalledTimes(1);
  });
});
