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
const KEY = 'k>>?/"\\é☃𝄞~key';
const encode = (text: string): string => Buffer.from(text).toString("base64");
const BASIC = encode(`${SHOP_ID}:${KEY}`);

const escaped = (text: string): string =>
  text
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");

const percent = (text: string): string =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");

const entities = (write: (code: number) => string): string =>
  Array.from(KEY, (character) =>
    /\w/.test(character) ? character : `&#${write(character.codePointAt(0) ?? 0)};`,
  ).join("");

/** Forms of the credentials, written into a JSON string. */
const forms: Readonly<Record<string, string>> = {
  "the key": JSON.stringify(KEY).slice(1, -1),
  "the key, its slashes escaped": JSON.stringify(KEY).slice(1, -1).replaceAll("/", "\\/"),
  "the key in escapes": escaped(KEY),
  "the key in escapes of capitals": escaped(KEY).toUpperCase().replaceAll("\\U", "\\u"),
  "the key, percent-encoded": encodeURIComponent(KEY),
  "the key, percent-encoded in small letters": percent(KEY),
  "the key as JSON inside JSON": JSON.stringify(JSON.stringify(KEY).slice(1, -1)).slice(1, -1),
  "the header": `Basic ${BASIC}`,
  "the header's value": BASIC,
  "the header's value, its slashes escaped twice": BASIC.replaceAll("/", "\\\\\\/"),
  "the header's value in escapes": escaped(BASIC),
  "the header's value without padding": BASIC.replace(/=+$/, ""),
  "the header's value, percent-encoded": encodeURIComponent(BASIC),
  "the header's value for URLs": BASIC.replaceAll("+", "-").replaceAll("/", "_"),
  "the key in base64": encode(KEY),
  "the key in hex": Buffer.from(KEY).toString("hex"),
  "the key in hex of capitals": Buffer.from(KEY).toString("hex").toUpperCase(),
  "the key in a page of HTML": KEY.replaceAll(">", "&gt;").replaceAll('"', "&quot;").replaceAll("\\", "\\\\"),
  "the key in numbers of HTML": entities(String),
  "the key in hexadecimal numbers of HTML": entities((code) => `x00${code.toString(16).toUpperCase()}`),
  "the key in base64 of base64": encode(encode(KEY)),
  "the header's value in base64": encode(BASIC),
  "the key in base64 for URLs": encode(KEY).replaceAll("+", "-").replaceAll("/", "_"),
};

/** Every form, as it is and as JSON reads it. */
const SECRETS = Object.values(forms).flatMap((form) => [form, String(JSON.parse(`"${form}"`))]);

/** Whether a text has the credentials, also as JSON or `inspect` writes them. */
const hasCredentials = (text: string): boolean =>
  SECRETS.some((secret) =>
    [text, text.replaceAll("\\\\", "\\"), text.replaceAll('\\"', '"')].some((form) => form.includes(secret)),
  );

const clientOf = (response: () => Response, hooks: Hooks = {}): PaymentsClient =>
  new PaymentsClient({
    ...good,
    shopId: SHOP_ID,
    secretKey: KEY,
    maxRetries: 1,
    hooks,
    fetch: async () => response(),
  });

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
    expect(hasCredentials([everythingShownBy(error), ...events.map(everythingShownBy)].join("\n"))).toBe(
      false,
    );
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

test.each(["/", '"', "\\", "\\\\\\\\", '\\"/\\'])(
  "a long row of backslashes takes linear time beside a key with %s",
  async (first) => {
    const sizes = [1, 8].map(async (factor) => {
      const answer = new Response("\\".repeat(factor * 20_000), { status: 500 });
      const startedAt = performance.now();
      const secretKey = `${first}abcdefghij`;
      const client = new PaymentsClient({ ...good, secretKey, fetch: async () => answer, maxRetries: 0 });
      await rejection(client.products.list(), ApiError);
      return performance.now() - startedAt;
    });
    // Quadratic, 160 000 take a minute.
    expect(Math.max(...(await Promise.all(sizes)))).toBeLessThan(5_000);
  },
);

test.each([0, 1, 2, 3])(
  "a key with rows of backslashes is found in JSON inside JSON, %d deep",
  async (depth) => {
    const secretKey = String.raw`k\\\"z\\9`;
    let shown = secretKey;
    for (let level = 0; level < depth; level += 1) shown = JSON.stringify(shown).slice(1, -1);
    const answer = new Response(`<${shown}>`, { status: 500 });
    const client = new PaymentsClient({ ...good, secretKey, fetch: async () => answer, maxRetries: 0 });
    expect((await rejection(client.products.list(), ApiError)).response.body).toBe("<[redacted]>");
  },
);

test("headers of an error are redacted, also those set twice", async () => {
  const headers = new Headers([
    ["set-cookie", "a=1"],
    ["set-cookie", `b=${BASIC}`],
  ]);
  const client = clientOf(() => new Response(null, { status: 422, headers }));
  const error = await rejection(client.products.list(), ValidationError);
  expect(error.response.headers.getSetCookie()).toStrictEqual(["a=1", "b=[redacted]"]);
});

test("an escaped backslash before what looks like an escape stays as it is", async () => {
  const text = `{"message":"\\\\u006b ${escaped(KEY)} \\\\\\\\"}`;
  const client = clientOf(() => new Response(text, { status: 422 }));
  const error = await rejection(client.products.list(), ValidationError);
  expect(error.response.body).toStrictEqual({ message: "\\u006b [redacted] \\\\" });
});

test.each([
  ["key\\", escaped],
  ["key\\\\", escaped],
  ["key%", percent],
  ["key&", (text: string) => text.replace("&", "&amp;")],
])(
  "nothing is left of the key %s that ends with the first character of an escape",
  async (secretKey, write) => {
    const body = `{"message":"${write(secretKey)}"}`;
    const client = new PaymentsClient({
      ...good,
      secretKey,
      fetch: async () => new Response(body, { status: 422 }),
    });
    const error = await rejection(client.products.list(), ValidationError);
    expect(error.response.body).toStrictEqual({ message: "[redacted]" });
  },
);

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
  const response = Object.defineProperty(new Response(null, { status: 422 }), "headers", {
    value: { get: () => null },
  });
  const error = await rejection(clientOf(() => response).products.list(), ValidationError);
  expect(error.response.status).toBe(422);
});

test("the message of a fetch that quotes its request has no credentials", async () => {
  const fetch = async () => Promise.reject(new TypeError(`bad header: authorization: Basic ${BASIC}`));
  const client = new PaymentsClient({ ...good, shopId: SHOP_ID, secretKey: KEY, maxRetries: 0, fetch });
  const error = await rejection(client.products.list(), ConnectionError);
  expect(error.message).toContain("bad header: authorization: Basic [redacted]");
  expect(hasCredentials(everythingShownBy(error))).toBe(false);
});
