import type { Socket } from "node:net";
import { gzipSync } from "node:zlib";
import product from "../../fixtures/product.json" with { type: "json" };
import refunded from "../../fixtures/refund.json" with { type: "json" };
import type { Behaviour, Certificate, SeenRequest } from "./server.ts";

/** What the calls of `observe.ts` get, as the documentation says it. */
export interface Results {
  readonly GET: string;
  readonly PUT: string;
  readonly POST: string;
}

/** What only a real connection shows. Statuses and bodies are in `test/client` and `test/errors`. */
export interface Fault {
  readonly name: string;
  readonly expected: Results;
  readonly serve?: Behaviour;
  readonly onConnection?: (socket: Socket) => void;
  /** The server uses TLS. */
  readonly certificate?: Certificate;
  /** The scheme of the client's URL, if it differs from the server's. */
  readonly scheme?: "http" | "https";
  /** What the client connects to instead of the server. */
  readonly target?: "closed port" | "full backlog";
  /** A call before that keeps its connection alive, or whose connection the server then closes. */
  readonly callBefore?: "kept alive" | "closed";
  readonly timeout?: number;
}

const UNSAFE = "**not safe to retry**";

const all = (result: string): Results => ({ GET: result, PUT: result, POST: result });

/** Retried, except a POST: it may have been processed. */
const retried = (name: string): Results => ({
  ...all(`\`${name}\`, 3 requests`),
  POST: `\`${name}\`, 1 request, ${UNSAFE}`,
});

/** Only the body is invalid, so an update succeeds: its body is not read. */
const updated = (results: Results): Results => ({ ...results, PUT: "answer, 1 request" });

const good = all("answer, 1 request");
const neverSent = all("`ConnectionError`, 3 attempts, 0 requests");
const lost = retried("ConnectionError");
const lostInBody = updated(lost);
const timedOut = retried("TimeoutError");

/** No request arrived, but the client cannot know that. */
const unseen = (name: string): Results => ({
  ...all(`\`${name}\`, 3 attempts, 0 requests`),
  POST: `\`${name}\`, 1 attempt, 0 requests, ${UNSAFE}`,
});

/** On a busy machine, an attempt with a shorter one ends before its request is sent. */
const TIMEOUT = 1_000;

type Headers = Readonly<Record<string, string>>;

const head = (status: number, headers: Headers = {}): string => {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Whatever\r\ncontent-type: application/json\r\n${lines.join("")}\r\n`;
};

const send = (socket: Socket, status: number, body: string | Uint8Array = "", headers: Headers = {}) => {
  const bytes = Buffer.from(body);
  socket.write(
    Buffer.concat([Buffer.from(head(status, { "content-length": String(bytes.length), ...headers })), bytes]),
  );
};

const goodBody = ({ path }: SeenRequest): string =>
  JSON.stringify(path.includes("transactions") ? refunded : product);

const sendGood = (socket: Socket, request: SeenRequest): void => send(socket, 200, goodBody(request));

const gzipped =
  (change: (bytes: Buffer) => Uint8Array): Behaviour =>
  (socket, request) =>
    send(socket, 200, change(gzipSync(goodBody(request))), { "content-encoding": "gzip" });

/** Writes byte by byte, with a delay before each. */
function drip(socket: Socket, text: string): void {
  let sent = 0;
  const timer = setInterval(() => socket.write(text.charAt(sent++)), 40);
  socket.once("close", () => clearInterval(timer));
}

/** Every fault, by its kind. */
export const kinds: Readonly<Record<string, readonly Fault[]>> = {
  "No connection": [
    { name: "connection refused", target: "closed port", expected: neverSent },
    {
      name: "no connection within `timeout`",
      target: "full backlog",
      timeout: TIMEOUT,
      expected: unseen("TimeoutError"),
    },
  ],
  TLS: [
    { name: "a certificate that is trusted", certificate: "trusted", serve: sendGood, expected: good },
    { name: "a certificate of another host", certificate: "wrong-name", expected: neverSent },
    {
      name: "closed in the TLS handshake",
      scheme: "https",
      onConnection: (socket) => socket.once("data", () => socket.destroy()),
      expected: neverSent,
    },
  ],
  "Lost connection": [
    { name: "reset before the headers", serve: (socket) => socket.resetAndDestroy(), expected: lost },
    {
      name: "reset in the middle of the body",
      serve: (socket) => {
        socket.write(`${head(200, { "content-length": "100" })}{"id":`);
        setTimeout(() => socket.resetAndDestroy(), 50);
      },
      expected: lostInBody,
    },
    {
      name: "a kept-alive connection closed during the next request",
      callBefore: "kept alive",
      serve: (socket, request) => (request.onConnection > 1 ? socket.destroy() : sendGood(socket, request)),
      expected: { ...all("answer, 2 requests"), POST: lost.POST },
    },
    {
      name: "a kept-alive connection closed between two calls",
      callBefore: "closed",
      serve: (socket, request, nth) => {
        sendGood(socket, request);
        if (nth === 1) socket.end();
      },
      expected: good,
    },
  ],
  Slow: [
    {
      name: "headers that arrive byte by byte",
      serve: (socket, request) => drip(socket, head(200) + goodBody(request)),
      timeout: TIMEOUT,
      expected: timedOut,
    },
    {
      name: "a body that arrives byte by byte",
      serve: (socket, request) => {
        socket.write(head(200, { "content-length": String(goodBody(request).length) }));
        drip(socket, goodBody(request));
      },
      timeout: TIMEOUT,
      expected: updated(timedOut),
    },
  ],
  "Not HTTP": [
    { name: "the request echoed back", serve: (socket, { text }) => socket.end(text), expected: lost },
  ],
  Unusual: [
    {
      name: "an extra response after the previous one",
      callBefore: "kept alive",
      serve: (socket, request, nth) => {
        sendGood(socket, request);
        if (nth === 1) send(socket, 200, '{"id":"prd_of_another"}');
      },
      expected: good,
    },
  ],
  "A 2xx": [
    { name: "broken gzip", serve: gzipped((bytes) => bytes.fill(0xff, 12, 40)), expected: lostInBody },
    {
      name: "truncated gzip",
      serve: gzipped((bytes) => bytes.subarray(0, -30)),
      expected: updated({
        ...all("`UnexpectedResponseError`, 1 request"),
        POST: `\`UnexpectedResponseError\`, 1 request, ${UNSAFE}`,
      }),
    },
  ],
};
