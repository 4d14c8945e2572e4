import { drip, goodBody, head, once, send, sendGood } from "./answers.ts";
import {
  abortedBefore,
  abortedInBackoff,
  abortedInBody,
  abortedInFlight,
  type Fault,
  good,
  goodAfterRetryExceptPost,
  lost,
  lostInBody,
  neverSent,
  timedOut,
  timedOutInBody,
  withoutRequests,
} from "./fault.ts";

/**
 * The timeout of an attempt in faults that reach it, and the expected duration of up to three. On a busy machine, with a
 * short one, an attempt ends before its request is sent.
 */
const TIMEOUT = 1_000;
const THREE_TIMEOUTS = [TIMEOUT - 10, 7_000] as const;

export const withoutConnection: readonly Fault[] = [
  { name: "connection refused", target: "closed port", expected: neverSent },
  { name: "unknown host", target: "unknown host", expected: neverSent },
  { name: "no connection within 10 s", connectTimeout: true, expected: neverSent },
  {
    name: "no connection within `timeout`",
    target: "full backlog",
    timeout: TIMEOUT,
    takes: THREE_TIMEOUTS,
    expected: withoutRequests(timedOut),
  },
];

export const tls: readonly Fault[] = [
  { name: "a certificate that is trusted", certificate: "trusted", serve: sendGood, expected: good },
  { name: "a self-signed certificate", certificate: "self-signed", expected: neverSent },
  { name: "an expired certificate", certificate: "expired", expected: neverSent },
  { name: "a certificate of another host", certificate: "wrong-name", expected: neverSent },
  {
    name: "plain HTTP on an https port",
    scheme: "https",
    onConnection: (socket) => socket.once("data", () => send(socket, 400)),
    expected: withoutRequests(lost),
  },
  {
    name: "TLS on an http port",
    scheme: "http",
    certificate: "trusted",
    expected: withoutRequests(lost),
  },
  {
    name: "closed in the TLS handshake",
    scheme: "https",
    onConnection: (socket) => socket.once("data", () => socket.destroy()),
    expected: withoutRequests(lost),
  },
];

export const lostConnection: readonly Fault[] = [
  { name: "closed before the headers", serve: (socket) => socket.destroy(), expected: lost },
  { name: "reset before the headers", serve: (socket) => socket.resetAndDestroy(), expected: lost },
  {
    name: "closed in the middle of the headers",
    serve: (socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-ty"),
    expected: lost,
  },
  {
    name: "closed after the headers",
    serve: (socket) => socket.end(head(200, { "content-length": "100" })),
    expected: lostInBody,
  },
  {
    name: "reset in the middle of the body",
    serve: (socket) => {
      socket.write(`${head(200, { "content-length": "100" })}{"id":`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    expected: lostInBody,
  },
  {
    name: "a body shorter than its `Content-Length`",
    serve: (socket, request) =>
      socket.end(
        head(200, { "content-length": String(Buffer.byteLength(goodBody(request)) + 1) }) + goodBody(request),
      ),
    expected: lostInBody,
  },
  {
    name: "closed in the middle of a chunk",
    serve: (socket) => socket.end(`${head(200, { "transfer-encoding": "chunked" })}ff\r\n{"id":`),
    expected: lostInBody,
  },
  {
    name: "reset after the body",
    serve: (socket, request) => {
      sendGood(socket, request);
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
    expected: good,
  },
  {
    name: "a kept-alive connection closed during the next request",
    callBefore: "kept alive",
    serve: (socket, request) => (request.onConnection > 1 ? socket.destroy() : sendGood(socket, request)),
    expected: goodAfterRetryExceptPost(lost),
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
];

export const slow: readonly Fault[] = [
  { name: "no answer", serve: () => undefined, timeout: TIMEOUT, takes: THREE_TIMEOUTS, expected: timedOut },
  {
    name: "headers at one byte a second (scaled)",
    serve: (socket, request) => drip(socket, head(200) + goodBody(request), 40),
    timeout: TIMEOUT,
    takes: THREE_TIMEOUTS,
    expected: timedOut,
  },
  {
    name: "a body at one byte a second (scaled)",
    serve: (socket, request) => {
      const body = goodBody(request);
      socket.write(head(200, { "content-length": String(body.length) }));
      drip(socket, body, 40);
    },
    timeout: TIMEOUT,
    takes: [0, 7_000],
    expected: timedOutInBody,
  },
  {
    name: "no answer to the first request",
    serve: once(() => undefined),
    timeout: TIMEOUT,
    takes: THREE_TIMEOUTS,
    expected: goodAfterRetryExceptPost(timedOut),
  },
];

export const notHttp: readonly Fault[] = [
  { name: "another protocol", serve: (socket) => socket.end("SSH-2.0-OpenSSH_9.6\r\n"), expected: lost },
  {
    name: "the request echoed back",
    serve: (socket, { text }) => socket.end(text),
    expected: lost,
  },
  {
    name: "headers that never end",
    serve: (socket) => {
      socket.write("HTTP/1.1 200 OK\r\n");
      for (let line = 0; line < 1_000; line += 1) socket.write(`x-${line}: ${"0".repeat(100)}\r\n`);
    },
    expected: lost,
  },
  {
    name: "two different `Content-Length` headers",
    serve: (socket) => socket.write(`${head(200, { "content-length": "2", "Content-Length": "3" })}{}`),
    expected: lost,
  },
  {
    name: "`Content-Length` and `Transfer-Encoding: chunked`",
    serve: (socket) =>
      socket.write(
        `${head(200, { "content-length": "2", "transfer-encoding": "chunked" })}2\r\n{}\r\n0\r\n\r\n`,
      ),
    expected: lost,
  },
];

export const odd: readonly Fault[] = [
  {
    name: "HTTP/1.0, with a body that ends with the connection",
    serve: (socket, request) => socket.end(`HTTP/1.0 200\r\n\r\n${goodBody(request)}`),
    expected: good,
  },
  {
    name: "101 without an upgrade request",
    serve: (socket) =>
      socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
    expected: lost,
  },
  {
    name: "103 before the answer",
    serve: (socket, request) => {
      socket.write("HTTP/1.1 103 Early Hints\r\nlink: </a.css>\r\n\r\n");
      sendGood(socket, request);
    },
    expected: good,
  },
  {
    name: "100 before the answer, which Node's fetch treats as a broken connection",
    serve: (socket, request) => {
      socket.write("HTTP/1.1 100 Continue\r\n\r\n");
      sendGood(socket, request);
    },
    expected: lost,
  },
  {
    name: "an extra response after the previous one",
    callBefore: "kept alive",
    serve: (socket, request, nth) => {
      sendGood(socket, request);
      if (nth === 1) send(socket, 200, '{"id":"prd_of_another"}');
    },
    expected: good,
  },
];

export const aborts: readonly Fault[] = [
  { name: "aborted before the call", abort: "before", expected: abortedBefore },
  {
    name: "aborted while waiting for the response",
    abort: "on arrival",
    serve: () => undefined,
    expected: abortedInFlight,
  },
  {
    name: "aborted in the backoff after a 429",
    abort: "in backoff",
    serve: (socket) => send(socket, 429, "", { "retry-after": "20" }),
    expected: abortedInBackoff,
  },
  {
    name: "aborted in the body",
    abort: "in the body",
    serve: (socket) => socket.write(`${head(200, { "content-length": "100" })}{"id":`),
    expected: abortedInBody,
  },
];
