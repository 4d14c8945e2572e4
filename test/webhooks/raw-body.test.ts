import { describe, expect, test } from "vitest";
import { PaymentsError, WebhookError } from "../../src/index.ts";
import { everythingShownBy, rejection } from "../client/calls.ts";
import transaction from "../fixtures/notification-transaction.json" with { type: "json" };
import { NO_NOTIFICATIONS, NO_OBJECTS } from "./attacks.ts";
import { byCredentials, bySignature, headersFor, PRIVATE, verifyUntyped } from "./notifications.ts";

const refusalOf = (body: unknown): Promise<WebhookError> =>
  rejection(verifyUntyped({ body, headers: headersFor("") }), WebhookError);

describe("a body that is not raw", () => {
  test("is refused by TypeScript", async () => {
    // @ts-expect-error A parsed body has lost the bytes that are signed.
    await rejection(byCredentials.verify({ body: transaction, headers: headersFor("") }), WebhookError);
  });

  test.each<[string, unknown, string]>([
    ["an object", transaction, "is not raw"],
    ["an array", [], "is not raw"],
    ["undefined", undefined, "is missing"],
    ["null", null, "is not raw"],
    ["a number", 7, "is not raw"],
    ["a Buffer converted to JSON", Buffer.from("{}").toJSON(), "is not raw"],
  ])("is refused with advice: %s", async (_what, body, problem) => {
    const error = await refusalOf(body);
    expect(error).toMatchObject({ name: "WebhookError", code: "webhook", reason: "body", fields: [] });
    expect(error).toBeInstanceOf(PaymentsError);
    expect(error.message).toBe(
      `The body ${problem}, but the signature covers the bytes as received. Express, Koa, Nest, Nuxt: mount toNodeListener(handler) before the body parser. ` +
        "Others: see the page “Frameworks”",
    );
    for (const shown of PRIVATE) expect(everythingShownBy(error)).not.toContain(shown);
  });
});

test("bytes whose buffer was transferred are an empty body", async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(transaction));
  const { buffer } = bytes;
  structuredClone(bytes, { transfer: [buffer] });
  for (const body of [bytes, buffer])
    expect((await refusalOf(body)).message).toBe("The body is not a JSON object");
});

describe("an authenticated body that is not a notification is refused", () => {
  const refuse = async (body: string, message: string): Promise<void> => {
    for (const webhooks of [byCredentials, bySignature]) {
      const error = await rejection(webhooks.verify({ body, headers: headersFor(body) }), WebhookError);
      expect(error).toMatchObject({ reason: "body", fields: [], message });
      expect(error.cause).toBeUndefined();
    }
  };

  test.each(NO_OBJECTS)("%j", async (body) => {
    await refuse(body, "The body is not a JSON object");
  });

  test.each(NO_NOTIFICATIONS)("%s", async (body) => {
    await refuse(body, "The body is neither a transaction nor the status of a payment token");
  });
});

test.each<unknown>([
  ...[undefined, null, 7, "{}", [], { body: "{}" }, { body: Symbol("b"), headers: {} }],
  ...[7, null, { get: 7 }, { get: () => ({}) }, { authorization: [null, {}] }].map((headers) => ({
    body: "{}",
    headers,
  })),
])("verify of %o, in plain JavaScript, is a WebhookError", async (given) => {
  expect(await rejection(verifyUntyped(given), WebhookError)).toMatchObject({ code: "webhook" });
});
