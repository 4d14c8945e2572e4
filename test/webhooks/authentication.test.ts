import { describe, expect, test, vi } from "vitest";
import { ConfigurationError, WebhookError } from "../../src/index.ts";
import { Webhooks, type WebhooksOptions } from "../../src/webhooks.ts";
import eripPending from "../fixtures/notification-erip-pending.json" with { type: "json" };
import { rejection, thrown } from "../transport/calls.ts";
import {
  AUTHORIZATION,
  accept,
  base64Of,
  basic,
  bySignature,
  filledTo,
  gatewayKeys,
  headersFor,
  MEBIBYTE,
  otherKeys,
  post,
  postStream,
  publicKey,
  shop,
  signatureOf,
  TRANSACTION,
} from "./notifications.ts";

const withOptions = (options: WebhooksOptions) => new Webhooks({ ...shop, publicKey, ...options });

describe("verify takes a request that nothing has read", () => {
  test("and gives its notification", async () => {
    expect(await bySignature.verify(post(TRANSACTION))).toMatchObject({ raw: JSON.parse(TRANSACTION) });
  });

  test("and refuses a forged one", async () => {
    const forged = post(TRANSACTION.replace("12900", "1"), headersFor(TRANSACTION));
    expect(await rejection(bySignature.verify(forged), WebhookError)).toMatchObject({ reason: "signature" });
  });

  test.each<[string, () => Request | Promise<Request>, RegExp]>([
    [
      "was read before",
      async () => {
        const request = post(TRANSACTION);
        await request.text();
        return request;
      },
      /was already read: pass the body as received/,
    ],
    [
      "is too large",
      () => post(filledTo(MEBIBYTE + 1, TRANSACTION)),
      /^The body is larger than 1048576 bytes$/,
    ],
    [
      "broke off",
      () => postStream(new ReadableStream({ pull: (to) => to.error(new Error("ECONNRESET")) })),
      /^The body could not be read$/,
    ],
  ])("and throws a WebhookError if it %s", async (_what, request, message) => {
    const error = await rejection(bySignature.verify(await request()), WebhookError);
    expect(error).toMatchObject({ reason: "body", message: expect.stringMatching(message) });
  });
});

describe("while keys are changed, publicKey is a list", () => {
  const both = withOptions({ publicKey: [base64Of(otherKeys.publicKey), publicKey] });

  test("and a signature by any of them is accepted, and by no other", async () => {
    for (const { privateKey } of [gatewayKeys, otherKeys]) {
      const headers = { "content-signature": signatureOf(TRANSACTION, privateKey) };
      expect(await both.verify({ body: TRANSACTION, headers })).toMatchObject({ type: "transaction" });
    }
    const headers = { "content-signature": signatureOf("{}") };
    const error = await rejection(both.verify({ body: TRANSACTION, headers }), WebhookError);
    expect(error.reason).toBe("signature");
    expect(await rejection(both.verify({ body: TRANSACTION, headers: {} }), WebhookError)).toMatchObject({
      reason: "signature",
    });
  });

  test.each<[string, unknown]>([
    ["an empty list", []],
    ["a list with false", [publicKey, false]],
    ["a list with a wrong key", [publicKey, "AAAA"]],
  ])("%s is refused", (_what, list) => {
    const make = () => Reflect.construct(Webhooks, [{ ...shop, publicKey: list }]);
    expect(thrown(make, ConfigurationError).message).toMatch(/^publicKey \(PAYMENTS_PUBLIC_KEY\) must be/);
  });
});

describe("a notification without a signature", () => {
  const { transaction } = eripPending;
  const erip = JSON.stringify(eripPending);
  const credentials = { authorization: AUTHORIZATION };
  const webhooks = withOptions({ unsigned: ["erip", "qiwi"] });
  const bodyOf = (fields: object): string => JSON.stringify({ transaction: { ...transaction, ...fields } });

  test("is accepted with the shop's credentials, if its method is one of unsigned", async () => {
    for (const body of [
      erip,
      bodyOf({ method_type: null }),
      bodyOf({ payment_method_type: undefined }),
      bodyOf({ payment_method_type: "qiwi", method_type: "qiwi" }),
      bodyOf({ type: "refund", credit_card: null }),
    ]) {
      expect(await webhooks.verify({ body, headers: credentials })).toMatchObject({ type: "transaction" });
      expect((await webhooks.handler(accept)(post(body, credentials))).status).toBe(200);
    }
  });

  const refused: [string, string, Record<string, string>, string][] = [
    ["without credentials", erip, {}, "credentials"],
    ["with credentials of another shop", erip, { authorization: basic("1", "key") }, "credentials"],
    ["with a wrong key", erip, { authorization: basic("4821", "key") }, "credentials"],
    ["with a signature that is wrong", erip, { ...credentials, "content-signature": "AAAA" }, "signature"],
    ["of a card", TRANSACTION, credentials, "signature"],
    [
      "of another method",
      bodyOf({ payment_method_type: "p24", method_type: "p24" }),
      credentials,
      "signature",
    ],
    ["of two methods", bodyOf({ method_type: "credit_card" }), credentials, "signature"],
    ["of two unsigned methods", bodyOf({ method_type: "qiwi" }), credentials, "signature"],
    ["of a method with a card", bodyOf({ credit_card: { last_4: "0000" } }), credentials, "signature"],
    [
      "of a list of methods",
      bodyOf({ payment_method_type: ["erip"], method_type: null }),
      credentials,
      "signature",
    ],
    [
      "of another case",
      bodyOf({ payment_method_type: "ERIP", method_type: "ERIP" }),
      credentials,
      "signature",
    ],
    ["of no method", bodyOf({ payment_method_type: null, method_type: "" }), credentials, "signature"],
    [
      "whose method is beside the transaction",
      `{"transaction":{"uid":"1"},"method_type":"erip"}`,
      credentials,
      "signature",
    ],
    ["of a token", `{"token":"t","payment_method_type":"erip"}`, credentials, "signature"],
    ["of a subscription", `{"id":"sbs_1","method_type":"erip"}`, credentials, "signature"],
    ["that is no JSON", "erip", credentials, "signature"],
  ];

  test.each(refused)("is refused %s", async (_what, body, headers, reason) => {
    expect(await rejection(webhooks.verify({ body, headers }), WebhookError)).toMatchObject({ reason });
    const received = vi.fn();
    const handle = webhooks.handler({ otherwise: received, other: received, onError: () => undefined });
    expect((await handle(post(body, headers))).status).toBe(401);
    expect(received).not.toHaveBeenCalled();
  });

  test("is never a payout to verify", async () => {
    const decide = vi.fn();
    const handle = webhooks.verificationHandler(decide, { onError: () => undefined });
    const body = bodyOf({ type: "payout", payment: null, status: "pending" });
    expect((await handle(post(body, credentials))).status).toBe(401);
    expect(decide).not.toHaveBeenCalled();
  });

  test.each<[string, string, string]>([
    [
      "a bill",
      erip,
      '; the option unsigned: ["erip"] lets the shop\'s credentials vouch for payments of this method',
    ],
    ["a card", TRANSACTION, ""],
    [
      "a card that is named like a method",
      bodyOf({ method_type: "halva", payment_method_type: "halva" }),
      "",
    ],
    ["a name that is none", bodyOf({ payment_method_type: "x\nforged line", method_type: null }), ""],
    ["something else", "[]", ""],
  ])(
    "of %s is refused by default, and the error names the option where it helps",
    async (_what, body, advice) => {
      const error = await rejection(bySignature.verify({ body, headers: credentials }), WebhookError);
      expect(error.message).toBe(`The Content-Signature is missing${advice}`);
    },
  );

  test.each<[string, unknown]>([
    ["a card", ["credit_card"]],
    ["a wallet", ["apple_pay"]],
    ["text", "erip"],
    ["an empty name", [""]],
  ])("cannot be allowed for %s", (_what, unsigned) => {
    const make = () => Reflect.construct(Webhooks, [{ ...shop, publicKey, unsigned }]);
    expect(thrown(make, ConfigurationError).message).toMatch(/^unsigned must be an array of payment methods/);
  });
});
