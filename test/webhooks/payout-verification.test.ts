import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { type Decide, Webhooks } from "../../src/webhooks/index.ts";
import { unhandledRejectionsDuring } from "../transport/calls.ts";
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

const payout = { uid: "b1-77", amount: 4200, currency: "EUR", customer: { email: "kim@example.com" } };

const failure = new Error("The database is down");

const decline = { message: "Limit of shop 4821 reached", friendlyMessage: "Später wieder – bitte" };

const bodies: [string, Record<string, unknown>][] = [
  ["at the top level", payout],
  ["under transaction", { transaction: payout }],
];

describe.each(bodies)("a payout that is asked for %s", (_place, asked) => {
  const body = JSON.stringify(asked);

  test.each<[string, Decide]>([
    ["at once", () => true],
    ["after a look", () => wait(10, true as const)],
  ])("is accepted %s with its own uid and amount", async (_when, decide) => {
    const response = await bySignature.verificationHandler(decide)(post(body));
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toStrictEqual({ code: 0, uid: "b1-77", amount: 4200 });
  });

  test.each<[string, Decide]>([
    ["at once", () => decline],
    ["after a look", () => wait(10, decline)],
  ])("is declined %s, with what staff and customer are told", async (_when, decide) => {
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

  test("is shown to the merchant whole", async () => {
    const decide = vi.fn<Decide>(() => true);
    await bySignature.verificationHandler(decide)(post(body));
    expect(decide.mock.calls).toStrictEqual([[payout]]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["a numeric uid", { uid: 77 }],
    ["an amount in digits", { amount: "4200" }],
    ["an amount of 0", { amount: 0 }],
    ["no amount that is known", { amount: null }],
  ])("gets back %s as it came", async (_what, fields) => {
    const changed = { ...payout, ...fields };
    const sent = JSON.stringify("transaction" in asked ? { transaction: changed } : changed);
    const response = await bySignature.verificationHandler(() => true)(post(sent));
    expect(await response.json()).toStrictEqual({ code: 0, uid: changed.uid, amount: changed.amount });
  });
});

describe("a decision of plain JavaScript that is not true never accepts", () => {
  test.each([
    ["nothing", undefined],
    ["false", false],
    ["null", null],
    ["0", 0],
    ["1", 1],
    ["yes", "true"],
    ["an empty object", {}],
    ["a list", [true]],
    ["the code of acceptance", { code: 0 }],
    ["half a decline", { message: "no" }],
  ])("%s", async (_what, decision) => {
    const handle: ReturnType<typeof bySignature.verificationHandler> = Reflect.apply(
      bySignature.verificationHandler,
      bySignature,
      [() => decision],
    );
    const response = await handle(post(JSON.stringify(payout)));
    const text = await response.text();
    const answer: unknown = text === "" ? {} : JSON.parse(text);
    if (response.status === 200) expect(answer).toHaveProperty("code", expect.any(Number));
    else expect(response.status).toBe(500);
    expect(answer).not.toHaveProperty("code", 0);
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
    ["no uid", 400, () => post('{"amount":4200}')],
    ["a uid that is null", 400, () => post('{"uid":null,"amount":4200}')],
    ["a uid that is empty", 400, () => post('{"uid":"","amount":4200}')],
    ["no uid under transaction", 400, () => post('{"transaction":{"amount":4200}}')],
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
  ])("500 where the decision %s, and onError that very error", async (_how, decide) => {
    const onError = vi.fn();
    const response = await bySignature.verificationHandler(decide, { onError })(post(body));
    expect(response.status).toBe(500);
    expect(await response.text()).toBe("");
    expect(onError.mock.calls).toHaveLength(1);
    expect(onError.mock.calls[0]?.[0]).toBe(failure);
  });

  test("500 where the decision is slow, and no acceptance after that", async () => {
    const onError = vi.fn();
    const unhandled = await unhandledRejectionsDuring(async () => {
      const late = Promise.withResolvers<true>();
      const handle = bySignature.verificationHandler(() => late.promise, { onError, timeout: 20 });
      const response = await handle(post(body));
      late.resolve(true);
      await wait(10);
      expect(response.status).toBe(500);
      expect(await response.text()).toBe("");
    });
    expect(unhandled).toStrictEqual([]);
    expect(onError).toHaveBeenCalledTimes(1);
  });

  test("nothing else of what it sent, and nothing of the shop", async () => {
    for (const decide of [() => true as const, () => decline]) {
      const response = await new Webhooks({ ...shop, publicKey }).verificationHandler(decide)(post(body));
      const said = `${await response.text()}${[...response.headers].join()}`;
      for (const shown of PRIVATE) expect(said).not.toContain(shown);
    }
  });
});

test("credentials alone are enough without a publicKey", async () => {
  const request = post(JSON.stringify(payout), { authorization: AUTHORIZATION });
  expect((await byCredentials.verificationHandler(() => true)(request)).status).toBe(200);
});
