import { describe, expect, test } from "vitest";
import { expectPayment, notificationKey, Webhooks } from "../../src/webhooks/index.ts";
import { AUTHORIZATION, post, publicKey, quiet, shop, signatureOf } from "../webhooks/notifications.ts";
import { fc } from "./fast-check.ts";
import { anything, fieldsOf, onlyPackageErrors, onlyPackageErrorsFor } from "./hostile.ts";

const kinds: readonly [string, Webhooks][] = [
  ["credentials", new Webhooks(shop)],
  ["a signature", new Webhooks({ ...shop, publicKey })],
];

const anyBytes = fc.uint8Array({ maxLength: 200 });

/** JSON with fields of notifications, dangerous names, and any values. */
const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(
    fc.constantFrom(
      ...["transaction", "checkout", "token", "uid", "amount", "status", "test", "order", "toString"],
    ),
    fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom("uid", "token", "amount", "currency", "status", "tracking_id", "order", "__proto__"),
        fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom("toString", "valueOf"), fc.integer())),
      ),
    ),
  ),
);

const HEADERS = ["authorization", "Authorization", "content-signature", "Content-Signature", "get"];

describe.each(kinds)("with %s", (_kind, webhooks) => {
  const verify = (arrived: unknown): Promise<unknown> => Reflect.apply(webhooks.verify, webhooks, [arrived]);

  test("verify rejects any invalid argument with a PaymentsError", async () => {
    const arrived = fc.oneof(anything, fieldsOf(["body", "headers"], fc.oneof(anything, fieldsOf(HEADERS))));
    await onlyPackageErrorsFor(arrived, verify);
  });

  test("verify rejects any invalid headers with a PaymentsError", async () => {
    const headers = fc.oneof(
      anything,
      fieldsOf(HEADERS, fc.oneof(anything, fc.array(anything, { maxLength: 2 }))),
    );
    await onlyPackageErrorsFor(headers, (given) => verify({ body: "{}", headers: given }));
  });

  test("any signed bytes are a notification or a WebhookError", async () => {
    const anyBody = fc.oneof(
      anyBytes,
      anyJson.map((json) => JSON.stringify(json)),
    );
    await onlyPackageErrorsFor(anyBody, (body) =>
      webhooks.verify({
        body,
        headers: { authorization: AUTHORIZATION, "content-signature": signatureOf(body) },
      }),
    );
  });

  test("a payout verification responds to any JSON", async () => {
    const handler = webhooks.verificationHandler(() => true, quiet);
    await fc.assert(
      fc.asyncProperty(anyJson, async (json) => {
        const { status } = await handler(post(JSON.stringify(json)));
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 50 },
    );
  });
});

test("any verified notification has a key and can be compared with an order", async () => {
  const [[, webhooks] = ["", new Webhooks(shop)]] = kinds;
  const order = { amount: 12900, currency: "EUR", trackingId: "order-1007" };
  await fc.assert(
    fc.asyncProperty(anyJson, (json) =>
      onlyPackageErrors(async () => {
        const headers = { authorization: AUTHORIZATION };
        const notification = await webhooks.verify({ body: JSON.stringify(json), headers });
        expect(notificationKey(notification)).toBeTypeOf("string");
        expectPayment(notification, order);
      }),
    ),
    { numRuns: 150 },
  );
});

describe("options of a handler", () => {
  const webhooks = new Webhooks(shop);

  test.each([
    ["handler", (given: unknown) => Reflect.apply(webhooks.handler, webhooks, [given])],
    [
      "verificationHandler",
      (given: unknown) => Reflect.apply(webhooks.verificationHandler, webhooks, [() => true, given]),
    ],
  ])("%s accepts any value, or refuses it with a PaymentsError", async (_name, make) => {
    const options = fc.oneof(
      anything,
      fieldsOf(["paid", "otherwise", "onTransaction", "onError", "timeout"]),
    );
    await onlyPackageErrorsFor(options, make);
  });

  test("any return value of decide other than true declines, or makes the gateway retry", async () => {
    const body = JSON.stringify({ uid: "1", amount: 5, currency: "EUR" });
    await fc.assert(
      fc.asyncProperty(anything, async (decision) => {
        const handler: unknown = Reflect.apply(webhooks.verificationHandler, webhooks, [
          () => decision,
          quiet,
        ]);
        if (typeof handler !== "function") throw new Error("no handler");
        const answer: unknown = await handler(post(body));
        if (!(answer instanceof Response)) throw new Error("no answer");
        const accepted = answer.status === 200 && (await answer.text()).startsWith('{"code":0,');
        expect(accepted).toBe(decision === true);
      }),
    );
  });
});
