import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { ConnectionError, type Fetch, PaymentsError, ValidationError } from "../../src/index.ts";
import { Webhooks } from "../../src/webhooks.ts";
import { newProduct, rejection } from "../client/calls.ts";
import { good } from "../client/construct.ts";
import { startGateway } from "../support/gateway.ts";

/** Colors, moves the cursor, adds a line, changes the direction of the text, and starts a sequence in one byte. */
const HOSTILE = [
  "\u001b[31m",
  "\u001b]0;title\u0007",
  "\r\nFORGED line",
  "\u2028FORGED line",
  "\u202etxt.exe",
  "\u009b2J",
  "\u0000",
  "\ud800",
];

const isPrintable = (text: string): boolean =>
  !/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(text);

test.each(HOSTILE)("%j of a gateway, or of a fetch's error, reaches no log", async (hostile) => {
  const errors = { [`a${hostile}`]: [`is ${hostile}`], order: { b: hostile } };
  const body = { message: `bad ${hostile} x`, errors };
  const page = `<h1>${hostile}</h1>`;
  await using gateway = await startGateway({ status: 422, body }, { status: 500, body: page });
  const client = gateway.client({ maxRetries: 0 });
  const fetch: Fetch = () => Promise.reject(new TypeError(`fetch failed ${hostile}`));
  const refused = await rejection(client.products.create(newProduct), ValidationError);
  const failed = await rejection(client.products.list(), PaymentsError);
  const lost = await rejection(gateway.client({ fetch, maxRetries: 0 }).products.list(), ConnectionError);
  for (const error of [refused, failed, lost]) {
    expect(isPrintable(error.message)).toBe(true);
    expect(inspect(error).split("\n").every(isPrintable)).toBe(true);
    expect(inspect(error)).not.toContain("\nFORGED");
  }
  for (const { path, messages } of refused.issues)
    expect([...path, ...messages].every(isPrintable)).toBe(true);
  expect(refused.response.body).toStrictEqual(JSON.parse(JSON.stringify(body)));
});

test("a request id has no control character", async () => {
  const headers = { "x-request-id": "a\u009b2J" };
  const fetch = vi.fn<Fetch>(async () => new Response("{}", { status: 404, headers }));
  await using gateway = await startGateway({ status: 200 });
  const error = await rejection(gateway.client({ fetch }).products.get("prd_1"), PaymentsError);
  expect(Object(error).requestId).toBe("a\\u009b2J");
});

test("an ordinary text of any language is left as it is", async () => {
  const message = "Не хватает средств – 残高不足, ‘naïve’ 🎫";
  await using gateway = await startGateway({ status: 422, body: { message } });
  const error = await rejection(gateway.client().products.create(newProduct), ValidationError);
  expect(error.message).toContain(message);
});

test("a message that is cut ends with a whole character", async () => {
  for (let before = 0; before < 4; before += 1) {
    const long = "x".repeat(before) + "😀".repeat(3_000);
    const errors = { name: [long] };
    await using gateway = await startGateway(
      { status: 422, body: { message: long } },
      { status: 422, body: { errors } },
      { status: 200, body: { message: long } },
    );
    const fetch: Fetch = () => Promise.reject(new TypeError(long));
    const log = vi.spyOn(console, "error").mockReturnValue();
    const notify = new Webhooks({ ...good, publicKey: false }).handler({
      findOrder: () => Promise.reject(new Error(long)),
      paid() {},
      review() {},
    });
    const authorization = `Basic ${btoa(`${good.shopId}:${good.secretKey}`)}`;
    const body = JSON.stringify({ transaction: { uid: "u", type: "payment", status: "successful" } });
    await notify(new Request("https://shop.example", { method: "POST", body, headers: { authorization } }));
    const texts = log.mock.calls.map(String);
    log.mockRestore();
    for (const client of [gateway.client(), gateway.client(), gateway.client(), gateway.client({ fetch })]) {
      const error = await rejection(client.products.create(newProduct), PaymentsError);
      texts.push(error.message, String(error.stack), JSON.stringify(error));
    }
    expect(texts).toHaveLength(13);
    for (const text of texts)
      expect([text.isWellFormed(), /\\ud[89a-f]/i.test(text)]).toStrictEqual([true, false]);
  }
});
