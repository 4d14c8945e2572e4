import { EventEmitter, once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as open,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { connect as connectHttp2, createServer as createHttp2Server } from "node:http2";
import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import express from "express";
import { describe, expect, test, vi } from "vitest";
import { WebhookError } from "../../src/index.ts";
import { toNodeListener, type WebhookHandler } from "../../src/webhooks.ts";
import { unhandledRejectionsDuring } from "../client/calls.ts";
import { everything } from "../support/handlers.ts";
import { type Listening, listen } from "../support/listen.ts";
import {
  AUTHORIZATION,
  accept,
  byCredentials,
  bySignature,
  EXPIRED,
  filledTo,
  headersFor,
  MEBIBYTE,
  quiet,
  signatureOf,
  TRANSACTION,
} from "./notifications.ts";

/** A merchant's server. */
const startShop = (listener: RequestListener): Promise<Listening> => listen(createServer(listener));

interface Answer {
  readonly status: number | undefined;
  readonly allow: string | undefined;
  readonly body: string;
}

test("a header that no Request can have ends no process", async () => {
  const response = { statusCode: 0, setHeader: () => undefined, end: vi.fn() };
  const request = Object.assign(new EventEmitter(), { method: "POST", headers: { "x-name": "\u017d" } });
  const answered = toNodeListener(byCredentials.handler(quiet))(request, response);
  request.emit("end");
  await answered;
  expect(response).toMatchObject({ statusCode: 401 });
  expect(response.end).toHaveBeenCalledOnce();
});

test("a body beside a stream that was not read is taken", async () => {
  const response = { statusCode: 0, setHeader: () => undefined, end: vi.fn() };
  const parts = { method: "POST", headers: headersFor(TRANSACTION), body: TRANSACTION };
  await toNodeListener(bySignature.handler(everything(() => undefined)))(
    Object.assign(new EventEmitter(), parts),
    response,
  );
  expect(response.statusCode).toBe(200);
});

/** Sends bytes unchanged with any method; `fetch` normalizes some methods. */
async function send(
  { url }: Listening,
  method: string,
  headers: Record<string, string | string[]>,
  chunks: readonly (string | Uint8Array)[],
): Promise<Answer> {
  const outgoing = open(url, { method, headers, agent: false });
  const arrived = new Promise<IncomingMessage>((resolve, reject) => {
    outgoing.on("response", resolve).on("error", reject);
  });
  for (const chunk of chunks) outgoing.write(chunk);
  outgoing.end();
  const response = await arrived;
  const body = (await buffer(response)).toString();
  return { status: response.statusCode, allow: response.headers.allow, body };
}

const ok = { status: 200, allow: undefined, body: "" };

const handle = bySignature.handler({
  ...quiet,
  expired: () => {
    throw new Error("The database is down");
  },
});

describe("a Node server responds", () => {
  const good = headersFor(TRANSACTION);
  const signatures = [EXPIRED, TRANSACTION].map((body) => signatureOf(body));
  const tooLarge = filledTo(MEBIBYTE + 1, TRANSACTION);

  test.each<[number, string, Record<string, string | string[]>, (string | Uint8Array)[]]>([
    [200, "a transaction in several chunks", good, TRANSACTION.split(/(?<=\n)/)],
    [401, "the signature twice", { ...good, "content-signature": signatures }, [TRANSACTION]],
    [413, "a mebibyte and a byte, announced", { ...good, "content-length": `${MEBIBYTE + 1}` }, [tooLarge]],
    [413, "eight mebibytes", good, Array.from({ length: 8 }, () => Buffer.alloc(MEBIBYTE, " "))],
    [500, "a callback that throws", headersFor(EXPIRED), [EXPIRED]],
  ])("%i to %s", async (status, _what, headers, chunks) => {
    await using shop = await startShop(toNodeListener(handle));
    expect(await send(shop, "POST", headers, chunks)).toStrictEqual({ ...ok, status });
  });

  test("405 to another method", async () => {
    await using shop = await startShop(toNodeListener(handle));
    expect(await send(shop, "TRACE", good, [])).toStrictEqual({ status: 405, allow: "POST", body: "" });
  });

  test("with UTF-8 JSON to a payout verification", async () => {
    const decline = { message: "Schlüssel", friendlyMessage: "Später – 🕐" };
    await using shop = await startShop(toNodeListener(bySignature.verificationHandler(() => decline)));
    const body = '{"uid":"b1-77","amount":4200,"currency":"EUR"}';
    const response = await fetch(shop.url, { method: "POST", headers: headersFor(body), body });
    expect(response.headers.get("content-type")).toMatch(/^application\/json/);
    expect(await response.json()).toMatchObject({
      uid: "b1-77",
      message: decline.message,
      friendly_message: decline.friendlyMessage,
    });
  });
});

/** Sends the start of a request, waits until it is read, and closes the connection. */
async function disconnect({ port }: Listening, start: string): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  await new Promise((resolve) => socket.write(start, resolve));
  await wait(30);
  socket.destroy();
}

/** The start of a request with a body of nine bytes. */
const INCOMPLETE = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n{";

describe("a request whose connection is closed", () => {
  const head = ["POST /notify HTTP/1.1", "Host: shop.example", `Authorization: ${AUTHORIZATION}`];

  test.each([
    ["with a content-length", [...head, "Content-Length: 1000", "", '{"transaction":'].join("\r\n")],
    ["in chunks", [...head, "Transfer-Encoding: chunked", "", "f", '{"transaction":', ""].join("\r\n")],
    ["too large", [...head, `Content-Length: ${2 * MEBIBYTE}`, "", " ".repeat(MEBIBYTE + 10)].join("\r\n")],
  ])("while it is sent, %s, causes no hang and no crash", async (_how, start) => {
    const [otherwise, onError] = [vi.fn(), vi.fn()];
    const unhandled = await unhandledRejectionsDuring(async () => {
      const listener = toNodeListener(byCredentials.handler({ ...everything(otherwise), onError }));
      const settled = Promise.withResolvers<void>();
      await using shop = await startShop((request, response) => {
        listener(request, response).then(settled.resolve, settled.reject);
      });
      await disconnect(shop, start);
      await settled.promise;
      expect(otherwise).not.toHaveBeenCalled();
      expect(onError).toHaveBeenCalledTimes(1);
      expect(onError.mock.calls[0]?.[0]).toBeInstanceOf(Error);
      expect(await send(shop, "POST", headersFor(TRANSACTION), [TRANSACTION])).toStrictEqual(ok);
    });
    expect(unhandled).toStrictEqual([]);
    expect(otherwise).toHaveBeenCalledTimes(1);
  });

  test("before the listener runs causes no hang", async () => {
    const onError = vi.fn();
    const listener = toNodeListener(byCredentials.handler({ ...quiet, onError }));
    const settled = Promise.withResolvers<void>();
    await using shop = await startShop((request, response) => {
      request.once("error", () => undefined);
      request.once("close", () => listener(request, response).then(settled.resolve, settled.reject));
    });
    await disconnect(shop, INCOMPLETE);
    await expect(settled.promise).resolves.toBeUndefined();
    expect(onError.mock.calls).toMatchObject([
      [{ message: "The connection was closed before the end of the request" }],
    ]);
  });
});

describe("a body that other middleware has read", () => {
  /** A server with a body parser before the listener, which sets its result as Express does. */
  const startParsingShop = (
    parse: (raw: Buffer) => object,
    onError: (error: unknown) => void = quiet.onError,
  ): Promise<Listening> => {
    const listener = toNodeListener(bySignature.handler({ ...accept, onError }));
    return startShop(async (request, response) => {
      const raw = await buffer(request);
      await listener(Object.assign(request, parse(raw)), response);
    });
  };

  test.each<[string, (raw: Buffer) => object]>([
    ["bytes in body", (raw) => ({ body: raw })],
    ["text in body", (raw) => ({ body: raw.toString() })],
    ["bytes in rawBody", (raw) => ({ rawBody: raw })],
    ["bytes in rawBody and a parsed body", (raw) => ({ rawBody: raw, body: JSON.parse(raw.toString()) })],
    ["bytes in rawBody and an empty body", (raw) => ({ rawBody: raw, body: {} })],
  ])("is accepted unchanged: %s", async (_where, parse) => {
    await using shop = await startParsingShop(parse);
    expect(await send(shop, "POST", headersFor(TRANSACTION), [TRANSACTION])).toStrictEqual(ok);
    const forged = await send(shop, "POST", headersFor(TRANSACTION), [TRANSACTION.replace("12900", "1")]);
    expect(forged).toStrictEqual({ ...ok, status: 401 });
    const tooLarge = filledTo(MEBIBYTE + 1, TRANSACTION);
    expect(await send(shop, "POST", headersFor(tooLarge), [tooLarge])).toStrictEqual({ ...ok, status: 413 });
  });
});

describe("the promise of the listener never rejects, and the request gets a 500", () => {
  /** Throws at the first read, because Node also reads `readableEnded`, after the response. */
  const thrower = (name: string): PropertyDescriptor => {
    let reads = 0;
    return {
      configurable: true,
      get: () => {
        reads += 1;
        if (reads === 1) throw new Error(`${name} of a customer`);
        return undefined;
      },
    };
  };

  test.each(["body", "rawBody", "readableEnded"])("if %s is a getter that throws", async (name) => {
    const onError = vi.fn();
    const listener = toNodeListener(bySignature.handler({ ...quiet, onError }));
    await using shop = await startShop(async (request, response) => {
      await buffer(request);
      await listener(Object.defineProperty(request, name, thrower(name)), response);
    });
    expect(await send(shop, "POST", headersFor(TRANSACTION), ["{"])).toStrictEqual({ ...ok, status: 500 });
    expect(onError.mock.calls).toHaveLength(1);
    expect(String(onError.mock.calls[0]?.[0])).toMatch(/The body cannot be read, but .*mount toNodeListener/);
    expect(String(onError.mock.calls[0]?.[0])).not.toContain("of a customer");
  });

  test.each<[string, WebhookHandler]>([
    ["the handler is a function that rejects", () => Promise.reject(new Error("The database is down"))],
    ["the handler returns no response", () => Promise.resolve(Object(undefined))],
    [
      "the response cannot be read",
      async () => new Response(new ReadableStream({ start: (c) => c.error(new Error("gone")) })),
    ],
  ])("if %s", async (_what, handler) => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const listener = toNodeListener(handler);
    const settled = Promise.withResolvers<void>();
    await using shop = await startShop((request, response) => {
      listener(request, response).then(settled.resolve, settled.reject);
    });
    expect(await send(shop, "POST", headersFor(TRANSACTION), [TRANSACTION])).toMatchObject({ status: 500 });
    await expect(settled.promise).resolves.toBeUndefined();
    expect(log.mock.calls.join()).toMatch(/^payments-client: answered 500 to a request: /);
    log.mockRestore();
  });

  test("if the response refuses what it is given", async () => {
    const log = vi.spyOn(console, "error").mockReturnValue();
    const end = () => {
      throw new Error("write after end");
    };
    const response = { statusCode: 0, setHeader: () => undefined, end };
    const request = Object.assign(new EventEmitter(), { method: "GET", headers: {} });
    await toNodeListener(byCredentials.handler(quiet))(request, response);
    expect(log).toHaveBeenCalledOnce();
    log.mockRestore();
  });
});

test("an incomplete body gets a response in time, and the next request succeeds", async () => {
  const onError = vi.fn();
  await using shop = await startShop(toNodeListener(bySignature.handler({ ...quiet, onError, timeout: 50 })));
  const socket = connect(shop.port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(INCOMPLETE);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 500 /);
  socket.destroy();
  expect(onError.mock.calls).toMatchObject([[{ message: "The request took longer than 50 ms" }]]);
  expect(await send(shop, "POST", headersFor(TRANSACTION), [TRANSACTION])).toStrictEqual(ok);
});

describe("if something else has already responded, the listener changes nothing", () => {
  test.each<[string, (response: ServerResponse) => void]>([
    ["whole", (response) => response.writeHead(503, { "x-by": "a timeout" }).end("later")],
    [
      "in part",
      (response) => {
        response.writeHead(503, { "x-by": "a timeout" }).write("la");
        setTimeout(() => response.end("ter"), 60);
      },
    ],
  ])("%s", async (_how, answer) => {
    const settled = Promise.withResolvers<void>();
    const unhandled = await unhandledRejectionsDuring(async () => {
      const handler = bySignature.handler({ ...everything(() => wait(30)) });
      const listener = toNodeListener(handler);
      await using shop = await startShop((request, response) => {
        listener(request, response).then(settled.resolve, settled.reject);
        setTimeout(() => answer(response), 5);
      });
      const sent = { method: "POST", headers: headersFor(TRANSACTION), body: TRANSACTION };
      const response = await fetch(shop.url, sent);
      expect([response.status, response.headers.get("x-by")]).toStrictEqual([503, "a timeout"]);
      expect(await response.text()).toBe("later");
      await settled.promise;
    });
    expect(unhandled).toStrictEqual([]);
  });

  test("over HTTP/2, when the client is gone", async () => {
    const settled = Promise.withResolvers<void>();
    const body = '{"uid":"b1-77","amount":4200,"currency":"EUR"}';
    const decide = vi.fn(() => wait(60, true as const));
    const listener = toNodeListener(bySignature.verificationHandler(decide));
    await using server = await listen(
      createHttp2Server((request, response) => {
        listener(request, response).then(settled.resolve, settled.reject);
      }),
    );
    const client = connectHttp2(server.url);
    const stream = client.request({ ":method": "POST", ":path": "/", ...headersFor(body) });
    stream.on("error", () => undefined);
    stream.end(body);
    await expect.poll(() => decide.mock.calls).toHaveLength(1);
    stream.destroy();
    await expect(settled.promise).resolves.toBeUndefined();
    client.destroy();
  });
});

test("a handler without toNodeListener says that it needs it, and calls no callback", async () => {
  const reported: unknown[] = [];
  const otherwise = vi.fn();
  const handler = bySignature.handler({ ...everything(otherwise), onError: (error) => reported.push(error) });
  // It compiles, and Express ignores the returned response.
  await using shop = await startShop(express().post("/", handler).use(handler));
  expect(await send(shop, "POST", headersFor(TRANSACTION), [TRANSACTION])).toMatchObject({ status: 500 });
  expect(await send(shop, "PUT", headersFor(TRANSACTION), [TRANSACTION])).toMatchObject({ status: 405 });
  // Nor is an event of a serverless platform a Request.
  expect(await Reflect.apply(handler, undefined, [{ method: "POST" }])).toMatchObject({ status: 500 });
  expect(otherwise).not.toHaveBeenCalled();
  const error = new WebhookError(
    "body",
    "The handler takes a fetch Request. For Express, Fastify, Koa and node:http, mount toNodeListener(handler)",
  );
  expect(reported).toStrictEqual([error, error]);
});
