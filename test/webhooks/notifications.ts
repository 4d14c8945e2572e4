/** Shared by the webhook tests: a gateway with a key pair, and the notifications that it sends. */

import { Buffer } from "node:buffer";
import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Transaction } from "../../src/index.ts";
import { type Notification, Webhooks } from "../../src/webhooks.ts";
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import { everything } from "../support/handlers.ts";

export const shop = { shopId: SHOP_ID, secretKey: SECRET_KEY, publicKey: false } as const;

export const basic = (shopId: string, secretKey: string): string =>
  `Basic ${Buffer.from(`${shopId}:${secretKey}`).toString("base64")}`;

export const AUTHORIZATION = basic(SHOP_ID, SECRET_KEY);

const newKeys = () => generateKeyPairSync("rsa", { modulusLength: 2048 });

export const gatewayKeys = newKeys();

export const otherKeys = newKeys();

export const base64Of = (key: KeyObject) => key.export({ format: "der", type: "spki" }).toString("base64");

export const publicKey = base64Of(gatewayKeys.publicKey);

const bytesOf = (body: string | Uint8Array): Uint8Array<ArrayBuffer> =>
  typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);

/** The gateway's signature, made with Node's crypto instead of the code under test. */
export const signatureOf = (body: string | Uint8Array, key = gatewayKeys.privateKey): string =>
  sign("sha256", bytesOf(body), key).toString("base64");

const readFixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}.json`, import.meta.url), "utf8");

/** Bodies that the gateway sends. */
export const TRANSACTION = readFixture("notification-transaction");
export const EXPIRED = readFixture("notification-expired");
export const CHECKOUT = readFixture("checkout-status");

const {
  transaction: { payment: section, ...common },
} = JSON.parse(TRANSACTION);

/** A live transaction of a type, with its section. */
export const transactionOf = (type: string, fields: object = {}): Transaction => ({
  ...common,
  test: false,
  type,
  [type]: { ...section, status: Object(fields).status ?? "successful" },
  ...fields,
});

/** Parts of those bodies and of the shop that must not appear in any response, message or log. */
export const PRIVATE = [
  SECRET_KEY,
  btoa(SECRET_KEY),
  btoa(`${SHOP_ID}:${SECRET_KEY}`),
  "kim@example.com",
  "KIM MULLER",
  "5b8f1f0e",
  "order-1007",
];

/** Accepts the shop's credentials. */
export const byCredentials = new Webhooks(shop);

/** Accepts the gateway's signature. */
export const bySignature = new Webhooks({ ...shop, publicKey });

/** Verifies a notification with the gateway's headers for it. */
export const verifyJson = (sent: unknown, webhooks = bySignature): Promise<Notification> => {
  const body = JSON.stringify(sent);
  return webhooks.verify({ body, headers: headersFor(body) });
};

/** Calls verify without types, as plain JavaScript. */
export const verifyUntyped = (webhook: unknown, webhooks = byCredentials): Promise<unknown> =>
  Reflect.apply(webhooks.verify, webhooks, [webhook]);

/** Accepts every notification. */
export const accept = everything();

/** The same, for tests that do not check the log. */
export const quiet = { ...accept, onError: () => undefined };

/** The gateway's headers for a body. */
export const headersFor = (body: string | Uint8Array): Record<string, string> => ({
  "content-type": "application/json",
  authorization: AUTHORIZATION,
  "content-signature": signatureOf(body),
});

export const post = (body: string | Uint8Array, headers = headersFor(body)): Request =>
  new Request("https://shop.example/notify", { method: "POST", headers, body: bytesOf(body) });

/** A streamed body, without a content-length. */
export const postStream = (body: ReadableStream<Uint8Array>, headers = headersFor(TRANSACTION)): Request =>
  new Request("https://shop.example/notify", { method: "POST", headers, duplex: "half", body });

/** A body streamed in chunks of 1 KiB. */
export const streamed = (body: string | Uint8Array, headers = headersFor(body)): Request => {
  const bytes = bytesOf(body);
  let offset = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    if (offset < bytes.length) controller.enqueue(bytes.slice(offset, offset + 1024));
    else controller.close();
    offset += 1024;
  };
  return postStream(new ReadableStream({ pull }), headers);
};

/** A body padded with spaces to this many bytes. */
export const filledTo = (size: number, body: string) => body + " ".repeat(size - Buffer.byteLength(body));

export const MEBIBYTE = 1_048_576;
