import { EventEmitter } from "node:events";
import { afterEach, expect, test, vi } from "vitest";
import { WebhookError } from "../../src/index.ts";
import { notificationKey, toNodeListener, Webhooks } from "../../src/webhooks/index.ts";
import { rejection } from "../transport/calls.ts";
import {
  byCredentials,
  bySignature,
  CHECKOUT,
  EXPIRED,
  filledTo,
  headersFor,
  MEBIBYTE,
  post,
  publicKey,
  shop,
  TRANSACTION,
} from "../webhooks/notifications.ts";

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A request of Node's that sends only what it is told to. */
const nodeRequest = () =>
  Object.assign(new EventEmitter(), { method: "POST", headers: headersFor(TRANSACTION) });

/** What a listener answers, and what its onError was told, when a request goes on like this. */
async function answerTo(goesOn: (request: EventEmitter) => void) {
  const errors: unknown[] = [];
  const request = nodeRequest();
  const response = { statusCode: 0, setHeader: () => undefined, end: () => undefined };
  const listener = toNodeListener(byCredentials.handler({ onError: (error) => errors.push(error) }));
  const answered = listener(request, response);
  goesOn(request);
  await answered;
  return { status: response.statusCode, errors };
}

test("answers a body over 1 MiB before it ends", async () => {
  const { status } = await answerTo((request) => {
    request.emit("data", new Uint8Array(MEBIBYTE));
    request.emit("data", new Uint8Array(1));
  });
  expect(status).toBe(413);
});

test("a request that is closed in the middle of its body is an error for the log", async () => {
  const { status, errors } = await answerTo((request) => request.emit("close"));
  expect(status).toBe(500);
  expect(errors).toMatchObject([{ message: "The connection was closed before the end of the request" }]);
});

test("a request that fails in the middle of its body is an error for the log", async () => {
  const failure = new Error("read ECONNRESET");
  const { status, errors } = await answerTo((request) => request.emit("error", failure));
  expect(status).toBe(500);
  expect(errors).toStrictEqual([failure]);
});

test("takes a body that says it has 1 MiB, and has", async () => {
  const body = filledTo(MEBIBYTE, TRANSACTION);
  const request = post(body, { ...headersFor(body), "content-length": String(MEBIBYTE) });
  expect((await byCredentials.handler({})(request)).status).toBe(200);
});

test("takes the longest timeout that a timer has", () => {
  expect(byCredentials.handler({ timeout: 2_147_483_647 })).toBeTypeOf("function");
});

test("the key of a token that ran out ends in expired, whatever its status", async () => {
  const notification = await byCredentials.verify({ body: EXPIRED, headers: headersFor(EXPIRED) });
  if (notification.type !== "checkout") throw new Error("no checkout");
  const checkout = { ...notification.checkout, token: "t", status: "error", expired: true };
  expect(notificationKey({ ...notification, checkout })).toBe('["checkout","t","expired"]');
});

test.each([
  ["[]", "The body is not a JSON object"],
  ["{}", "The body is neither a transaction nor the status of a payment token"],
])("says of %s: %s", async (body, message) => {
  const call = byCredentials.verify({ body, headers: headersFor(body) });
  expect((await rejection(call, WebhookError)).message).toBe(message);
});

test("says what a payout verification lacks", async () => {
  const errors: unknown[] = [];
  const handler = byCredentials.verificationHandler(() => true, { onError: (error) => errors.push(error) });
  expect((await handler(post("{}"))).status).toBe(400);
  expect(errors).toMatchObject([{ message: "The body is not a payout verification: it has no uid" }]);
});

test("says what is wrong with a signature", async () => {
  const call = bySignature.verify({ body: CHECKOUT, headers: headersFor(TRANSACTION) });
  const { message } = await rejection(call, WebhookError);
  expect(message).toBe("The Content-Signature is missing, or does not match the body and publicKey");
});

test("verifies where there is a process, but none with built-in modules", async () => {
  vi.stubGlobal("process", Object.create(process, { getBuiltinModule: { value: undefined } }));
  const webhooks = new Webhooks({ ...shop, publicKey });
  const notification = await webhooks.verify({ body: TRANSACTION, headers: headersFor(TRANSACTION) });
  expect(notification.type).toBe("transaction");
});

test.each([7, {}, true, null])("credentials that are %j are not the shop's", async (authorization) => {
  const call: Promise<unknown> = Reflect.apply(byCredentials.verify, byCredentials, [
    { body: TRANSACTION, headers: { authorization } },
  ]);
  expect(await rejection(call, WebhookError)).toMatchObject({ reason: "credentials" });
});
