/** In this folder: verification of notifications, handlers, adapters of servers and payout verifications. */

import { describe, expect, test, vi } from "vitest";
import { ConfigurationError, WebhookError } from "../../src/index.ts";
import { Webhooks, type WebhooksOptions } from "../../src/webhooks.ts";
import { rejection, thrown } from "../client/calls.ts";
import eripPending from "../fixtures/notification-erip-pending.json" with { type: "json" };
import {
  AUTHORIZATION,
  base64Of,
  bySignature,
  filledTo,
  gatewayKeys,
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

  test.each<[string, () => Request | Promise<Request>, RegExp]>([
    [
      "was read before",
      async () => {
        const request = post(TRANSACTION);
        await request.text();
        return request;
      },
      /was already read, but the signature covers the bytes as received/,
    ],
    ["is large", () => post(filledTo(MEBIBYTE + 1, TRANSACTION)), /^The body is larger than 1048576 bytes$/],
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
  const credentials = { authorization: AUTHORIZATION };
  const both = withOptions({ publicKey: [base64Of(otherKeys.publicKey), publicKey] });

  test("and a signature by any of them is accepted, and by no other", async () => {
    for (const { privateKey } of [gatewayKeys, otherKeys]) {
      const headers = { ...credentials, "content-signature": signatureOf(TRANSACTION, privateKey) };
      expect(await both.verify({ body: TRANSACTION, headers })).toMatchObject({ type: "transaction" });
    }
    const headers = { ...credentials, "content-signature": signatureOf("{}") };
    const error = await rejection(both.verify({ body: TRANSACTION, headers }), WebhookError);
    expect(error.reason).toBe("signature");
    expect(
      await rejection(both.verify({ body: TRANSACTION, headers: credentials }), WebhookError),
    ).toMatchObject({ reason: "signature" });
  });

  test.each<[string, unknown]>([
    ["a list with false", [publicKey, false]],
    ["a list with a wrong key", [publicKey, "AAAA"]],
  ])("%s is refused", (_what, list) => {
    const make = () => Reflect.construct(Webhooks, [{ ...shop, publicKey: list }]);
    expect(thrown(make, ConfigurationError).message).toMatch(/^publicKey \(PAYMENTS_PUBLIC_KEY\) must be/);
  });
});

describe("a notification without the shop's credentials", () => {
  const optional = withOptions({ credentials: "optional" });

  test("is never a payout to verify, unless the option allows it", async () => {
    const decide = vi.fn(() => true as const);
    const body = JSON.stringify({ transaction: { uid: "p-1", type: "payout", amount: 1, currency: "EUR" } });
    const headers = { "content-signature": signatureOf(body) };
    const handle = bySignature.verificationHandler(decide, { onError: () => undefined });
    expect((await handle(post(body, headers))).status).toBe(401);
    expect(decide).not.toHaveBeenCalled();
    expect((await optional.verificationHandler(decide)(post(body, headers))).status).toBe(200);
  });

  test.each<[string, object]>([
    ["another word", { credentials: "none" }],
    ["false", { credentials: false }],
    ["optional where nothing else is checked", { credentials: "optional", publicKey: false }],
  ])("cannot be allowed by %s", (_what, options) => {
    const make = () => Reflect.construct(Webhooks, [{ ...shop, publicKey, ...options }]);
    expect(thrown(make, ConfigurationError).message).toMatch(/^credentials must be "required"/);
  });
});

test.each<[string, Webhooks, Record<string, string>]>([
  ["", bySignature, { authorization: AUTHORIZATION }],
  [", also without credentials", withOptions({ credentials: "optional" }), {}],
])("a bill's notification needs a signature too%s", async (_, webhooks, headers) => {
  const verified = webhooks.verify({ body: JSON.stringify(eripPending), headers });
  const error = await rejection(verified, WebhookError);
  expect(error).toMatchObject({ reason: "signature", message: "The Content-Signature is missing" });
});
