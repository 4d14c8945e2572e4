import { gzipSync } from "node:zlib";
import product from "../fixtures/product.json" with { type: "json" };
import { always, head, once, send, withBody, writeEndlessly } from "./answers.ts";
import {
  type Expectations,
  type Fault,
  failure,
  good,
  goodAfterRetry,
  goodAfterRetryExceptPost,
  lost,
  lostInBody,
  misdirected,
  refusal,
  tooMany,
  unclear,
  unreadable,
} from "./fault.ts";
import type { SeenRequest } from "./server.ts";

const HTML = "<!doctype html><title>Sorry</title><p>We will be back soon.";
const MEBIBYTE = 1_048_576;

/** A proxy's page that contains the request. */
const echo = ({ text }: SeenRequest): string => `<html><pre>${text}</pre></html>`;

const html = { "content-type": "text/html" };
const gzipped = { "content-encoding": "gzip" };

const corrupted = (body: string): Uint8Array => {
  const bytes = gzipSync(body);
  bytes.fill(0xff, 12, 40);
  return bytes;
};

export const bodies: readonly Fault[] = [
  { name: "204 with a body", serve: always(204, "{}"), expected: unreadable },
  { name: "200 without a body", serve: always(200), expected: unreadable },
  { name: "200 with HTML", serve: always(200, HTML, html), expected: unreadable },
  {
    name: "200 with the request in its body",
    serve: (socket, request) => send(socket, 200, echo(request), html),
    expected: unreadable,
  },
  {
    name: "a body longer than its `Content-Length`",
    serve: (socket) => socket.write(`${head(200, { "content-length": "10" })}{"id":"prd_1"}`),
    expected: unreadable,
  },
  {
    name: "a body that never ends",
    serve: (socket) => {
      socket.write(head(200, { "transfer-encoding": "chunked" }));
      writeEndlessly(socket);
    },
    expected: unreadable,
  },
  {
    name: "a wrong charset in `Content-Type`",
    serve: withBody((body) => body, { "content-type": "application/json; charset=iso-8859-1" }),
    expected: good,
  },
  { name: "a byte order mark", serve: withBody((body) => `\ufeff${body}`), expected: good },
  {
    name: "UTF-16 with a byte order mark",
    serve: withBody((body) => Buffer.from(`\ufeff${body}`, "utf16le")),
    expected: unreadable,
  },
  {
    name: "UTF-16 without a byte order mark",
    serve: withBody((body) => Buffer.from(body, "utf16le")),
    expected: unreadable,
  },
  { name: "gzip", serve: withBody(gzipSync, gzipped), expected: good },
  { name: "broken gzip", serve: withBody(corrupted, gzipped), expected: lostInBody },
  {
    name: "gzip in `Content-Encoding`, plain text in the body",
    serve: withBody((body) => body, gzipped),
    expected: lostInBody,
  },
  {
    name: "truncated gzip",
    serve: withBody((body) => gzipSync(body).subarray(0, -30), gzipped),
    expected: unreadable,
  },
  {
    name: "a gzip bomb",
    serve: always(200, gzipSync(Buffer.alloc(16 * MEBIBYTE, "0")), gzipped),
    expected: unreadable,
  },
];

const returned = (name: string, text: string, returns: Fault["returns"]): Fault => ({
  name,
  serve: always(200, text),
  expected: good,
  ...(returns && { returns }),
});

export const json: readonly Fault[] = [
  returned("nested 100 000 deep", `{"id":"prd_1","deep":${"[".repeat(1e5)}${"]".repeat(1e5)}}`, {
    id: "prd_1",
  }),
  returned(
    "just below the size limit",
    JSON.stringify({ ...product, note: "0".repeat(MEBIBYTE - 2_000) }),
    product,
  ),
  returned("`__proto__`", '{"id":"prd_1","__proto__":{"polluted":true}}', { id: "prd_1" }),
  returned("`constructor`", '{"id":"prd_1","constructor":{"prototype":{"polluted":true}}}', { id: "prd_1" }),
  returned("duplicate keys: the last one counts", '{"id":"prd_1","id":"prd_2"}', { id: "prd_2" }),
  returned("lone surrogates", '{"id":"prd_1","name":"\\ud800"}', { name: "\ud800" }),
  returned("numbers past 2^53: rounded, as JSON.parse does", '{"id":"prd_1","amount":9007199254740993}', {
    amount: 9007199254740992,
  }),
];

const redirect = (name: string, location: (request: SeenRequest) => string): Fault => ({
  name,
  serve: (socket, request) => send(socket, 307, "", { location: location(request) }),
  expected: unclear("ApiError"),
});

export const redirects: readonly Fault[] = [
  redirect("to the same host", ({ path }) => `${path}/elsewhere`),
  redirect("to another host", ({ host, path }) => `http://${host.replace("127.0.0.1", "localhost")}${path}`),
  {
    ...redirect("from https to http", ({ host, path }) => `http://${host}${path}`),
    certificate: "trusted",
  },
  redirect("to itself, a loop", ({ path }) => path),
];

export const pages: readonly Fault[] = [
  {
    name: "401 with HTML",
    serve: always(401, HTML, { ...html, "www-authenticate": 'Basic realm="gateway"' }),
    expected: refusal("AuthenticationError"),
  },
  { name: "404 with HTML", serve: always(404, HTML, html), expected: refusal("NotFoundError") },
  {
    name: "422 with errors nested 10 000 deep",
    serve: always(422, `{"errors":${'{"a":'.repeat(1e4)}"no"${"}".repeat(1e4)}}`),
    expected: refusal("ValidationError"),
  },
  { name: "502 with HTML", serve: always(502, HTML, html), expected: failure("ServerError") },
  {
    name: "401 whose body breaks off",
    serve: (socket) => socket.end(`${head(401, { "content-length": "100" })}{"message":`),
    expected: refusal("AuthenticationError"),
  },
  {
    name: "422 with broken gzip",
    serve: (socket, request) => send(socket, 422, corrupted(request.text), gzipped),
    expected: refusal("ValidationError"),
  },
  {
    name: "503 whose body breaks off",
    serve: (socket) => socket.end(`${head(503, { "content-length": "100" })}{"message":`),
    expected: failure("ServerError"),
  },
  {
    name: "503 with a body that never ends",
    serve: (socket) => {
      socket.write(head(503, { "transfer-encoding": "chunked" }));
      writeEndlessly(socket);
    },
    expected: failure("ServerError"),
  },
  {
    name: "502 with the request in its body",
    serve: (socket, request) => send(socket, 502, echo(request), html),
    expected: failure("ServerError"),
  },
];

export const statuses: readonly Fault[] = [
  { name: "408", serve: always(408), expected: failure("ApiError") },
  { name: "407, which Node's fetch treats as a broken connection", serve: always(407), expected: lost },
  { name: "421, which Node's fetch itself retries once", serve: always(421), expected: misdirected },
  { name: "425", serve: always(425), expected: unclear("ApiError") },
  { name: "429", serve: always(429), expected: tooMany },
  { name: "500", serve: always(500), expected: failure("ServerError") },
  { name: "501", serve: always(501), expected: unclear("ServerError") },
  { name: "502", serve: always(502), expected: failure("ServerError") },
  { name: "503", serve: always(503), expected: failure("ServerError") },
  { name: "504", serve: always(504), expected: failure("ServerError") },
];

/** A status with `Retry-After`, then good responses. */
const retryAfter = (
  status: number,
  how: string,
  value: () => string,
  expected: Expectations,
  more: Partial<Fault> = {},
): Fault => ({
  name: `${status}, \`Retry-After\` ${how}`,
  serve: once((socket) => send(socket, status, "", { "retry-after": value() })),
  expected,
  ...more,
});

/** A clock that clock faults do not change. */
const realNow = Date.now;

const dateIn = (seconds: number): string => new Date(realNow() + seconds * 1_000).toUTCString();

export const retryAfters: readonly Fault[] = (
  [
    [429, goodAfterRetry, refusal("RateLimitError")],
    [503, goodAfterRetryExceptPost(failure("ServerError")), unclear("ServerError")],
  ] as const
).flatMap(([status, retried, atOnce]) => [
  retryAfter(status, "1 second", () => "1", retried, status === 429 ? { takes: [990, 4_000] } : {}),
  retryAfter(status, "a date in 1 second", () => dateIn(1), retried),
  retryAfter(status, "a date in the past", () => "Wed, 21 Oct 2015 07:28:00 GMT", retried),
  retryAfter(status, "negative", () => "-5", retried),
  retryAfter(status, "garbage", () => "soon", retried),
  retryAfter(status, "a day", () => "86400", atOnce, { retryAfter: 86_400 }),
]);

export const clocks: readonly Fault[] = [
  {
    name: "the client's clock jumps an hour ahead between attempts",
    clockJump: 1,
    serve: once(always(503)),
    expected: goodAfterRetryExceptPost(failure("ServerError")),
  },
  {
    name: "the client's clock jumps an hour back between attempts",
    clockJump: -1,
    serve: once(always(503)),
    expected: goodAfterRetryExceptPost(failure("ServerError")),
  },
  retryAfter(429, "a date, the client's clock an hour ahead", () => dateIn(5), goodAfterRetry, {
    clockJump: 1,
  }),
  retryAfter(429, "a date, the client's clock an hour behind", () => dateIn(5), refusal("RateLimitError"), {
    clockJump: -1,
  }),
];
