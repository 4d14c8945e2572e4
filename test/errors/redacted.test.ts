import { expect, test } from "vitest";
import {
  ApiError,
  ConnectionError,
  type Hooks,
  PaymentsClient,
  PaymentsError,
  ResponseError,
  ValidationError,
} from "../../src/index.ts";
import { everythingShownBy, newCheckout, rejection } from "../client/calls.ts";
import { good } from "../client/construct.ts";
import { startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";

retryWithoutDelay();

const SHOP_ID = "4821";
/** Its base64 has `+` and `/`, and it has characters that JSON and URLs escape. */
const KEY = 'k>>?/"\\é☃𝄞~ +key';
const own = { ...good, shopId: SHOP_ID, secretKey: KEY };
const encode = (text: string): string => Buffer.from(text).toString("base64");
const BASIC = encode(`${SHOP_ID}:${KEY}`);

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const lowerCase = (encoded: string): string => encoded.replaceAll(/%../g, (code) => code.toLowerCase());

const percentEncoded = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

/** Each unit of a text that is not ASCII as an escape. */
const escapedInJson = (text: string): string =>
  text.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Forms of the credentials, written into a JSON string. */
const forms: Readonly<Record<string, string>> = {
  "the key": inJson(KEY),
  "the key, its slashes escaped": inJson(KEY).replaceAll("/", "\\/"),
  "the key, percent-encoded": encodeURIComponent(KEY),
  "the key in base64": encode(KEY),
  "the header": `Basic ${BASIC}`,
  "the header's value": BASIC,
  "the header's value, its slashes escaped": BASIC.replaceAll("/", "\\/"),
  "the header's value, percent-encoded": encodeURIComponent(BASIC),
  "the key, percent-encoded in lower case": lowerCase(encodeURIComponent(KEY)),
  "the key, each character percent-encoded": percentEncoded(KEY),
  "the key, as encodeURI leaves it": inJson(encodeURI(KEY)),
  "the key in a form": new URLSearchParams([["", KEY]]).toString().slice(1),
  "the key with escapes of JSON": inJson(escapedInJson(KEY)),
  "the key as JSON in JSON": inJson(inJson(KEY)),
  "the key in base64 without padding": encode(KEY).replace(/=+$/, ""),
  "the key in base64 for URLs": Buffer.from(KEY).toString("base64url"),
  "the header's value without padding": BASIC.replace(/=+$/, ""),
  "the header's value in base64 for URLs": Buffer.from(`${SHOP_ID}:${KEY}`).toString("base64url"),
  "the header's value, percent-encoded in lower case": lowerCase(encodeURIComponent(BASIC)),
};

/** Every form, as it is and as JSON reads it. */
const SECRETS = Object.values(forms).flatMap((form) => [form, String(JSON.parse(`"${form}"`))]);

/** Whether a text has the credentials, also as JSON or `inspect` writes them. */
const hasCredentials = (text: string): boolean =>
  SECRETS.some((secret) =>
    [text, text.replaceAll("\\\\", "\\"), text.replaceAll('\\"', '"')].some((form) => form.includes(secret)),
  );

const clientOf = (response: () => Response, hooks: Hooks = {}): PaymentsClient =>
  new PaymentsClient({ ...own, maxRetries: 1, hooks, fetch: async () => response() });

const bodyWith = (form: string): string =>
  `{"message":"refused: ${form}","errors":{"checkout":{"${form}":["has ${form}!"],"order.amount":"${form}"}},"\\\\":"x\\\\"}`;

for (const [what, form] of Object.entries(forms)) {
  test.each([422, 401, 200])(`${what} is replaced in a %d`, async (status) => {
    const events: unknown[] = [];
    const keep = (event: unknown): void => void events.push(event);
    const hooks = { onRequest: keep, onResponse: keep, onRetry: keep, onError: keep };
    const client = clientOf(() => new Response(bodyWith(form), { status }), hooks);
    const error = await rejection(client.checkouts.get("t"), ApiError);
    const redacted = form.startsWith("Basic ") ? "Basic [redacted]" : "[redacted]";
    expect(error.response.body).toStrictEqual(JSON.parse(bodyWith(redacted)));
    expect(error.message).toContain(`got ${status}: refused: ${redacted}`);
    expect(JSON.stringify(error.issues)).toContain("[redacted]!");
    expect(hasCredentials([error, ...events].map(everythingShownBy).join("\n"))).toBe(false);
  });
}

test("an unreadable 2xx has neither body nor headers with the credentials", async () => {
  for (const body of [`<p>${BASIC}</p>`, JSON.stringify({ odd: { [KEY]: KEY } })]) {
    const headers = { "x-echo": `Basic ${BASIC}`, "x-request-id": BASIC, "x-other": "stays" };
    const ids: unknown[] = [];
    const client = clientOf(() => new Response(body, { status: 200, headers }), {
      onResponse: ({ requestId }) => void ids.push(requestId),
    });
    const error = await rejection(client.checkouts.get("t"), ResponseError);
    expect(error.code).toBe("unexpected_response");
    expect(
      hasCredentials(
        JSON.stringify([error.response.body, ...error.response.headers, error.message, error.requestId]),
      ),
    ).toBe(false);
    expect(JSON.stringify(error.response.body)).toContain("[redacted]");
    expect(error.response.headers.get("x-echo")).toBe("Basic [redacted]");
    expect(error.response.headers.get("x-other")).toBe("stays");
    expect([error.requestId, ...ids]).toStrictEqual(["[redacted]", "[redacted]"]);
  }
});

test("headers of an error are redacted, also those set twice", async () => {
  const headers = new Headers([
    ["set-cookie", "a=1"],
    ["set-cookie", `b=${BASIC}`],
  ]);
  const client = clientOf(() => new Response(null, { status: 422, headers }));
  const error = await rejection(client.products.list(), ValidationError);
  expect(error.response.headers.getSetCookie()).toStrictEqual(["a=1", "b=[redacted]"]);
});

test.each(["key\\", "key\\\\", "key%", "key&"])("nothing is left of the key %s", async (secretKey) => {
  const body = JSON.stringify({ message: secretKey });
  const fetch = async () => new Response(body, { status: 422 });
  const client = new PaymentsClient({ ...good, secretKey, fetch });
  const error = await rejection(client.products.list(), ValidationError);
  expect(error.response.body).toStrictEqual({ message: "[redacted]" });
});

test("without credentials in them, body and headers are those that came", async () => {
  const headers = new Headers({ "x-a": "1" });
  const response = new Response('{"message":"no"}', { status: 422, headers });
  const error = await rejection(clientOf(() => response).products.list(), ValidationError);
  expect(error.response.headers).toBe(response.headers);
  expect(error.response.body).toStrictEqual({ message: "no" });
});

test("a key of three characters is not looked for: it would be found in any text", async () => {
  await using gateway = await startGateway({ status: 422, body: { message: "the shop's currency" } });
  const client = gateway.client({ secretKey: "the" });
  const error = await rejection(client.checkouts.create(newCheckout), PaymentsError);
  expect(error.message).toContain("the shop's currency");
  const four = await rejection(gateway.client({ secretKey: "shop" }).products.list(), PaymentsError);
  expect(four.message).toContain("the [redacted]'s currency");
});

test("a mock whose headers cannot be listed still gives the error", async () => {
  const headers = { value: { get: () => null } };
  const response = Object.defineProperty(new Response(null, { status: 422 }), "headers", headers);
  const error = await rejection(clientOf(() => response).products.list(), ValidationError);
  expect(error.response.status).toBe(422);
});

test.each([
  ["its text", `Basic ${BASIC}`, "Basic [redacted]"],
  ["no object", { authorization: KEY }, undefined],
])("a fetch that quotes its request leaves no credentials: %s", async (_, quoted, shown) => {
  const message = `bad header: authorization: Basic ${BASIC}`;
  const fetch = () => Promise.reject(Object.assign(new TypeError(message), { code: quoted, digest: quoted }));
  const client = new PaymentsClient({ ...own, maxRetries: 0, fetch });
  const error = await rejection(client.products.list(), ConnectionError);
  expect(error.message).toContain("bad header: authorization: Basic [redacted]");
  expect([Object(error.cause).code, Object(error).digest]).toStrictEqual([shown, shown]);
  expect(hasCredentials(everythingShownBy(error))).toBe(false);
});
