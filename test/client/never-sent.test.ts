/** Connections that end before a request is sent. The gateway has nothing, so the error is `processed: "no"`, and a POST is retried. */
import { createServer } from "node:http";
import { createServer as createTcpServer, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { EnvHttpProxyAgent, fetch as fetchOfUndici, ProxyAgent } from "undici";
import { expect, test } from "vitest";
import { ConnectionError, type Fetch, PaymentsClient } from "../../src/index.ts";
import { optionsFor } from "../support/gateway.ts";
import { listen } from "../support/listen.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { newRefund, rejection } from "./calls.ts";

retryWithoutDelay();

/** Refunds at an address, and returns the error and the number of attempts. */
async function refund(url: string, options: { readonly fetch?: Fetch } = {}) {
  let attempts = 0;
  const onRequest = () => {
    attempts += 1;
  };
  const shop = new PaymentsClient({ ...optionsFor(url), hooks: { onRequest }, ...options });
  const { processed, safeToRetry } = await rejection(shop.transactions.refund(newRefund), ConnectionError);
  return { attempts, processed, safeToRetry };
}

const NEVER_SENT = { attempts: 3, processed: "no", safeToRetry: true };

/** A record of TLS with a fatal alert. */
const alert = (description: number): Buffer => Buffer.from([21, 3, 3, 0, 2, 2, description]);

const answering = (answer: (socket: Socket) => unknown) =>
  createTcpServer((socket) => socket.once("data", () => answer(socket)).on("error", () => undefined));

test.each([
  ["hangs up in the handshake", () => answering((socket) => socket.destroy())],
  ["ends the connection in the handshake", () => answering((socket) => socket.end())],
  ["hangs up before the handshake", () => createTcpServer((socket) => socket.destroy())],
  ["speaks http", () => createServer((_, response) => response.end("{}"))],
  ["has no common protocol", () => createTlsServer({ minVersion: "TLSv1", maxVersion: "TLSv1.1" })],
  ["refuses the handshake", () => answering((socket) => socket.end(alert(40)))],
  ["has no certificate for the name", () => answering((socket) => socket.end(alert(112)))],
] as const)("a server that %s", async (_what, create) => {
  await using server = await listen(create());
  expect(await refund(server.url.replace("http:", "https:"))).toMatchObject(NEVER_SENT);
});

test.each([403, 407, 502, 503])("a proxy that answers CONNECT with %d", async (status) => {
  const proxy = createServer();
  const asked: (string | undefined)[] = [];
  proxy.on("connect", ({ url }, socket) => {
    asked.push(url);
    socket.end(`HTTP/1.1 ${status} No\r\ncontent-length: 0\r\n\r\n`);
  });
  await using server = await listen(proxy);
  for (const dispatcher of [new ProxyAgent(server.url), new EnvHttpProxyAgent({ httpsProxy: server.url })]) {
    const fetch: Fetch = (url, init) =>
      Reflect.apply(fetchOfUndici, undefined, [url, { ...init, dispatcher }]);
    asked.length = 0;
    expect(await refund("https://gateway.example", { fetch })).toMatchObject(NEVER_SENT);
    expect(asked).toStrictEqual(Array(3).fill("gateway.example:443"));
    await dispatcher.close();
  }
});

test("a proxy that hangs up", async () => {
  await using server = await listen(answering((socket) => socket.destroy()));
  const dispatcher = new ProxyAgent(server.url);
  const fetch: Fetch = (url, init) => Reflect.apply(fetchOfUndici, undefined, [url, { ...init, dispatcher }]);
  expect(await refund("https://gateway.example", { fetch })).toMatchObject(NEVER_SENT);
});
