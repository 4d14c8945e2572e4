import { describe, expect, test } from "vitest";
import { ConfigurationError, PaymentsError, WebhookError } from "../../src/index.ts";
import { type WebhookHeaders, Webhooks } from "../../src/webhooks/index.ts";
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import { everythingShownBy, rejection, SECRETS, thrown } from "../transport/calls.ts";
import {
  AUTHORIZATION,
  basic,
  byCredentials,
  bySignature,
  EXPIRED,
  publicKey,
  shop,
  signatureOf,
  TRANSACTION,
} from "./notifications.ts";

const encoded = AUTHORIZATION.slice("Basic ".length);

const twice = new Headers({ authorization: AUTHORIZATION });
twice.append("authorization", AUTHORIZATION);

/** Credentials that are not the shop's, and how they arrive. */
const wrong: [string, WebhookHeaders][] = [
  ["empty", { authorization: "" }],
  ["a scheme without credentials", { authorization: "Basic" }],
  ["a scheme and a space", { authorization: "Basic " }],
  ["of no shop", { authorization: basic("", SECRET_KEY) }],
  ["of another shop", { authorization: basic("4822", SECRET_KEY) }],
  ["of the shop with a zero before it", { authorization: basic(`0${SHOP_ID}`, SECRET_KEY) }],
  ["without a secret", { authorization: basic(SHOP_ID, "") }],
  ["with another secret", { authorization: basic(SHOP_ID, "s3cret-key-of-a-shop12") }],
  [
    "with another secret of the same length",
    { authorization: basic(SHOP_ID, SECRET_KEY.replace("s3", "s4")) },
  ],
  ["with the secret in upper case", { authorization: basic(SHOP_ID, SECRET_KEY.toUpperCase()) }],
  ["with a letter less", { authorization: basic(SHOP_ID, SECRET_KEY.slice(0, -1)) }],
  ["with a letter more", { authorization: basic(SHOP_ID, `${SECRET_KEY}y`) }],
  ["with a line break more", { authorization: basic(SHOP_ID, `${SECRET_KEY}\n`) }],
  ["with a NUL more", { authorization: `${AUTHORIZATION}\u0000` }],
  ["in the wrong order", { authorization: basic(SECRET_KEY, SHOP_ID) }],
  ["cut off", { authorization: AUTHORIZATION.slice(0, -4) }],
  ["without a scheme", { authorization: encoded }],
  ["without base64", { authorization: `Basic ${SHOP_ID}:${SECRET_KEY}` }],
  ["without a space", { authorization: `Basic${encoded}` }],
  ["Bearer", { authorization: `Bearer ${encoded}` }],
  ["bearer of the secret", { authorization: `bearer ${SECRET_KEY}` }],
  ["Digest", { authorization: `Digest ${encoded}` }],
  ["under a scheme that ends alike", { authorization: `xBasic ${encoded}` }],
  ["twice, in a list", { authorization: [AUTHORIZATION, AUTHORIZATION] }],
  ["twice, under two names", { authorization: AUTHORIZATION, Authorization: AUTHORIZATION }],
  ["twice, in Headers", twice],
  ["twice, joined", { authorization: `${AUTHORIZATION}, ${AUTHORIZATION}` }],
  ["after another's", { authorization: [basic("1", "x"), AUTHORIZATION] }],
  ["before another's", { authorization: [AUTHORIZATION, basic("1", "x")] }],
];

const missing: [string, WebhookHeaders][] = [
  ["no headers", {}],
  ["empty Headers", new Headers()],
  ["undefined", { authorization: undefined }],
  ["an empty list", { authorization: [] }],
  ["under another name", { "proxy-authorization": AUTHORIZATION, "x-authorization": AUTHORIZATION }],
];

describe("without a publicKey", () => {
  test.each([
    ["Basic", AUTHORIZATION],
    ["basic", `basic ${encoded}`],
    ["BASIC", `BASIC ${encoded}`],
    ["bAsIc", `bAsIc ${encoded}`],
    ["two spaces", `Basic  ${encoded}`],
  ])("credentials are believed: %s", async (_scheme, authorization) => {
    for (const body of [TRANSACTION, EXPIRED]) {
      expect(await byCredentials.verify({ body, headers: { authorization } })).toHaveProperty("raw");
      expect(await byCredentials.verify({ body, headers: new Headers({ authorization }) })).toHaveProperty(
        "raw",
      );
    }
  });

  test.each([...missing, ...wrong])("credentials are refused: %s", async (_what, headers) => {
    const error = await rejection(byCredentials.verify({ body: TRANSACTION, headers }), WebhookError);
    expect(error).toMatchObject({
      name: "WebhookError",
      code: "webhook",
      reason: "credentials",
      fields: [],
      safeToRetry: true,
    });
    expect(error).toBeInstanceOf(PaymentsError);
    for (const secret of SECRETS) expect(everythingShownBy(error)).not.toContain(secret);
  });

  test("credentials are asked for before the body is read", async () => {
    const error = await rejection(byCredentials.verify({ body: "not JSON", headers: {} }), WebhookError);
    expect(error.reason).toBe("credentials");
  });

  test("a signature is not enough", async () => {
    const headers = { "content-signature": signatureOf(TRANSACTION) };
    const error = await rejection(byCredentials.verify({ body: TRANSACTION, headers }), WebhookError);
    expect(error.reason).toBe("credentials");
  });
});

test.each([
  ["null in their place", { authorization: null }],
  ["no headers", undefined],
  ["headers that are null", null],
])("plain JavaScript with %s has no credentials", async (_what, headers) => {
  const verified: Promise<unknown> = Reflect.apply(byCredentials.verify, byCredentials, [
    { body: TRANSACTION, headers },
  ]);
  expect(await rejection(verified, WebhookError)).toMatchObject({ reason: "credentials" });
});

describe("with a publicKey", () => {
  const signature = signatureOf(TRANSACTION);

  test.each([
    ...missing,
    ["right", { authorization: AUTHORIZATION }],
    ["right, in lower case", { authorization: `basic ${encoded}` }],
  ] satisfies [string, WebhookHeaders][])("credentials may be: %s", async (_what, headers) => {
    const arrived = { body: TRANSACTION, headers: { ...headers, "content-signature": signature } };
    expect(await bySignature.verify(arrived)).toMatchObject({ type: "transaction" });
  });

  test.each(wrong)("credentials that are sent have to match: %s", async (_what, headers) => {
    const signed = new Headers();
    if (headers instanceof Headers) {
      for (const [name, value] of headers) signed.append(name, value);
      signed.append("content-signature", signature);
    }
    const arrived = {
      body: TRANSACTION,
      headers: headers instanceof Headers ? signed : { ...headers, "content-signature": signature },
    };
    expect(await rejection(bySignature.verify(arrived), WebhookError)).toMatchObject({
      reason: "credentials",
    });
  });
});

describe("a secret", () => {
  test.each([
    ["with a colon", "s3:cr:et"],
    ["that starts with a colon", ":s3cret"],
    ["with ü", "schlüssel"],
    ["with €", "100€"],
    ["with an emoji", "🔑"],
    ["with a space", "s3 cret"],
    ["with quotes", `"s3cret'`],
  ])("%s is compared as it is", async (_what, secretKey) => {
    const webhooks = new Webhooks({ shopId: SHOP_ID, secretKey, publicKey: false });
    const verify = (authorization: string) =>
      webhooks.verify({ body: TRANSACTION, headers: { authorization } });
    expect(await verify(basic(SHOP_ID, secretKey))).toMatchObject({ type: "transaction" });
    for (const other of [secretKey.slice(0, -2), secretKey.split(":")[0] || "s3cret", "?"]) {
      if (other === secretKey) continue;
      expect(await rejection(verify(basic(SHOP_ID, other)), WebhookError)).toMatchObject({
        reason: "credentials",
      });
    }
  });

  test("is in nothing that a Webhooks shows", () => {
    const shown = everythingShownBy(new Webhooks({ ...shop, publicKey }));
    for (const secret of [...SECRETS, publicKey]) expect(shown).not.toContain(secret);
  });
});

test("a shop id may be a number", async () => {
  const webhooks = new Webhooks({ ...shop, shopId: Number(SHOP_ID) });
  const headers = { authorization: AUTHORIZATION };
  expect(await webhooks.verify({ body: TRANSACTION, headers })).toMatchObject({ type: "transaction" });
});

describe("an option", () => {
  const refusalOf = (options: unknown): ConfigurationError =>
    thrown(() => Reflect.construct(Webhooks, [options]), ConfigurationError);

  const controls = ["a\n", "\r\na", "a\tb", "\u0000", "a\u007f", "\u0085"];

  test.each(
    ["shopId", "secretKey"].flatMap((name) =>
      [undefined, null, "", ...controls].map((value) => ({ name, value })),
    ),
  )("$name is refused by its name when it is $value", ({ name, value }) => {
    const error = refusalOf({ ...shop, [name]: value });
    expect(error).toMatchObject({ name: "ConfigurationError", code: "configuration", safeToRetry: true });
    expect(error.message).toContain(name);
    for (const secret of SECRETS) expect(everythingShownBy(error)).not.toContain(secret);
  });

  test.each(["shopId", "secretKey"])("%s is refused when it is left out", (name) => {
    const rest = Object.fromEntries(Object.entries(shop).filter(([option]) => option !== name));
    expect(refusalOf(rest).message).toContain(name);
  });

  // What the client refuses too. A secret that is "[object Promise]" anyone could guess.
  test.each<[string, string, unknown]>([
    ["secretKey", "a promise that nobody waited for", Promise.resolve(SECRET_KEY)],
    ["secretKey", "an object", {}],
    ["secretKey", "a list", [SECRET_KEY]],
    ["secretKey", "true", true],
    ["shopId", "an object", {}],
    ["shopId", "a list", [SHOP_ID]],
    ["shopId", "true", true],
    ["shopId", "not a number", Number.NaN],
    ["shopId", "a fraction", 1.5],
    ["shopId", "a name with a colon, which HTTP Basic can't have", "48:21"],
  ])("%s is refused when it is %s", (name, _what, value) => {
    expect(refusalOf({ ...shop, [name]: value }).message).toContain(name);
  });
});

test.each([7, {}, true, null])("credentials that are %j are not the shop's", async (authorization) => {
  const call: Promise<unknown> = Reflect.apply(byCredentials.verify, byCredentials, [
    { body: TRANSACTION, headers: { authorization } },
  ]);
  expect(await rejection(call, WebhookError)).toMatchObject({ reason: "credentials" });
});
