import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { ConfigurationError, WebhookError } from "../../src/index.ts";
import { Webhooks } from "../../src/webhooks.ts";
import { everythingShownBy, rejection, thrown } from "../client/calls.ts";
import { SECRET_KEY, SHOP_ID } from "../support/gateway.ts";
import {
  AUTHORIZATION,
  base64Of,
  gatewayKeys,
  headersFor,
  otherKeys,
  publicKey,
  shop,
  signatureOf,
  TRANSACTION,
} from "./notifications.ts";

const inLines = (base64: string, lineBreak: string) => (base64.match(/.{1,64}/g) ?? []).join(lineBreak);

const pem = gatewayKeys.publicKey.export({ format: "pem", type: "spki" }).toString();

const signed = { body: TRANSACTION, headers: headersFor(TRANSACTION) };
const unsigned = { body: TRANSACTION, headers: { authorization: AUTHORIZATION } };

/** The transaction, signed with another key. */
const signedWith = (key: KeyObject) => ({
  body: TRANSACTION,
  headers: { "content-signature": signatureOf(TRANSACTION, key) },
});

describe("the gateway's public key may be written", () => {
  test.each<[string, string]>([
    ["as one line of base64", publicKey],
    ["with a trailing line break", `${publicKey}\n`],
    ["in lines", inLines(publicKey, "\n")],
    ["in lines with CRLF", inLines(publicKey, "\r\n")],
    ["as PEM", pem],
    ["as PEM with literal \\n, as in an environment variable", pem.replaceAll("\n", "\\n")],
    ["as PEM with CRLF", pem.replaceAll("\n", "\r\n")],
    ["as PEM in one line, with spaces instead of line breaks", pem.replaceAll("\n", " ")],
    ["as indented PEM", pem.replaceAll("\n", "\n  ")],
  ])("%s", async (_form, written) => {
    const webhooks = new Webhooks({ ...shop, publicKey: written, credentials: "optional" });
    expect(await webhooks.verify(signed)).toMatchObject({ type: "transaction" });
    const forged = webhooks.verify(signedWith(otherKeys.privateKey));
    expect(await rejection(forged, WebhookError)).toMatchObject({ reason: "signature" });
  });

  test.each([
    { modulusLength: 2048, publicExponent: 65_537 },
    { modulusLength: 3072, publicExponent: 4_294_967_291 },
  ])("with $modulusLength bits and the exponent $publicExponent", async (size) => {
    const keys = generateKeyPairSync("rsa", size);
    const webhooks = new Webhooks({ ...shop, publicKey: base64Of(keys.publicKey), credentials: "optional" });
    expect(await webhooks.verify(signedWith(keys.privateKey))).toMatchObject({ type: "transaction" });
  });
});

type Encoding = "pkcs1" | "pkcs8" | "spki" | "sec1";

const pemOf = (key: KeyObject, type: Encoding): string => key.export({ format: "pem", type }).toString();

const derOf = (key: KeyObject, type: Encoding) => key.export({ format: "der", type }).toString("base64");

const pssOf = (modulusLength: number): string =>
  base64Of(generateKeyPairSync("rsa-pss", { modulusLength }).publicKey);

const asPem = (content: string): string => `-----BEGIN PUBLIC KEY-----\n${content}\n-----END PUBLIC KEY-----`;

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const { privateKey } = gatewayKeys;
const pkcs8 = pemOf(privateKey, "pkcs8");
const pkcs1 = pemOf(gatewayKeys.publicKey, "pkcs1");
const encryption = { cipher: "aes-256-cbc", passphrase: "x" };
const encrypted = privateKey.export({ format: "pem", type: "pkcs8", ...encryption }).toString();
const jwk = gatewayKeys.publicKey.export({ format: "jwk" });
const der = gatewayKeys.publicKey.export({ format: "der", type: "spki" });
const certificate = pem.replaceAll("PUBLIC KEY", "CERTIFICATE");

/** Values that are not the gateway's public key, and a part of the error. */
const wrongKeys: [string, unknown, RegExp][] = [
  ["a private key", pkcs8, /private key/],
  ["a private key in OpenSSL's old format", pemOf(privateKey, "pkcs1"), /private key/],
  ["an encrypted private key", encrypted, /private key/],
  ["a private EC key", pemOf(ec.privateKey, "sec1"), /private key/],
  ["a private key without PEM lines", derOf(privateKey, "pkcs8"), /another kind/],
  ["a certificate", certificate, /another kind: CERTIFICATE/],
  ["PKCS#1", pkcs1, /another kind: RSA PUBLIC KEY/],
  ["PKCS#1 without PEM lines", derOf(gatewayKeys.publicKey, "pkcs1"), /another kind/],
  ["an EC key", pemOf(ec.publicKey, "spki"), /another kind/],
  ["an Ed25519 key", base64Of(generateKeyPairSync("ed25519").publicKey), /another kind/],
  ["a key restricted to RSA-PSS", pssOf(2048), /another kind/],
  ["an OpenSSH key", `ssh-rsa ${publicKey} kim@shop.example`, /not base64/],
  ["a JSON Web Key", JSON.stringify(jwk), /not base64/],
  ["a KeyObject", createPublicKey(pem), /type object/],
  ["a number", 4821, /type number/],
  ["nothing", "", /an empty string/],
  ["a list of no keys", [], /an empty list/],
  ["PEM without a key", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----", /an empty string/],
  ["PEM without an end line", pem.slice(0, 300), /truncated PEM/],
  ["PEM of another kind", pem.replaceAll("PUBLIC KEY", "DH PARAMETERS"), /PEM of another kind/],
  ["PEM twice", pem + pem, /PEM/],
  ["PEM whose content is not base64", asPem("***"), /not base64/],
  ["words", "hello world", /looks like/],
  ["a sentence", "The key goes here!", /not base64/],
  ["a key of 1024 bits", base64Of(generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey), /short/],
  ["hex", der.toString("hex"), /looks like/],
  ["truncated DER", der.subarray(0, -20).toString("base64"), /truncated/],
  ["a key without its last character", publicKey.slice(0, -1), /truncated/],
  ["a key with padding instead of its last characters", `${publicKey.slice(0, -2)}=`, /looks like/],
];

const refusalOf = (wrong: unknown): ConfigurationError =>
  thrown(() => Reflect.construct(Webhooks, [{ ...shop, publicKey: wrong }]), ConfigurationError);

describe("a publicKey is refused by the constructor that is", () => {
  test.each(wrongKeys)("%s", (_what, wrong, looksLike) => {
    const error = refusalOf(wrong);
    expect(error).toMatchObject({ name: "ConfigurationError", code: "configuration" });
    expect(error.message).toMatch(/^publicKey \(PAYMENTS_PUBLIC_KEY\) must be /);
    expect(error.message).toMatch(/It looks like \S+/);
    expect(error.message).toMatch(looksLike);
    const shown = everythingShownBy(error);
    const words = String(typeof wrong === "object" ? JSON.stringify(wrong) : wrong).match(
      /[A-Za-z0-9+/_]{20,}|hello/g,
    );
    for (const word of words ?? []) expect(shown).not.toContain(word.slice(0, 20));
  });
});

describe("a publicKey is refused by the constructor if it is too weak:", () => {
  test.each([
    { modulusLength: 2047, publicExponent: 65_537 },
    { modulusLength: 2048, publicExponent: 3 },
    { modulusLength: 2048, publicExponent: 65_535 },
  ])("$modulusLength bits, exponent $publicExponent", (size) => {
    const { message } = refusalOf(base64Of(generateKeyPairSync("rsa", size).publicKey));
    expect(message).toMatch(/^publicKey \(PAYMENTS_PUBLIC_KEY\) must be an RSA key of at least 2048 bits/);
    expect(message).toContain(`It has ${size.modulusLength} bits, and the exponent ${size.publicExponent}`);
  });
});

describe("a key put together by hand:", () => {
  const tagged = (tag: number, ...content: Buffer[]) => {
    const bytes = Buffer.concat(content);
    return Buffer.concat([Buffer.from([tag, 0x82, bytes.length >> 8, bytes.length & 255]), bytes]);
  };
  const algorithm = der.subarray(4, 19);
  const keyOf = (modulus: Buffer, exponent: Buffer): string =>
    tagged(
      0x30,
      algorithm,
      tagged(0x03, Buffer.alloc(1), tagged(0x30, tagged(0x02, modulus), exponent)),
    ).toString("base64");
  const modulusOf = (key: typeof gatewayKeys.publicKey): Buffer =>
    Buffer.from(key.export({ format: "jwk" }).n ?? "", "base64url");
  const exponent = Buffer.from([0x02, 3, 1, 0, 1]);

  test("leading zeros of the modulus do not count as length", () => {
    const { publicKey: weak } = generateKeyPairSync("rsa", { modulusLength: 1024 });
    const written = keyOf(Buffer.concat([Buffer.alloc(129), modulusOf(weak)]), exponent);
    expect(refusalOf(written).message).toContain("It has 1024 bits, and the exponent 65537");
  });

  test("a modulus of zero is too short", () => {
    expect(refusalOf(keyOf(Buffer.alloc(256), exponent)).message).toContain("RSA key of at least 2048 bits");
  });

  test("an exponent of indefinite length, or after something else, is not that of a key", () => {
    const modulus = Buffer.concat([Buffer.alloc(1), modulusOf(gatewayKeys.publicKey)]);
    expect(() => new Webhooks({ ...shop, publicKey: keyOf(modulus, exponent) })).not.toThrow();
    const indefinite = Buffer.concat([Buffer.from([0x02, 0x80]), Buffer.alloc(125), exponent.subarray(2)]);
    for (const wrong of [indefinite, Buffer.concat([Buffer.from([5, 0]), exponent])])
      expect(refusalOf(keyOf(modulus, wrong)).message).toMatch(/another kind/);
  });
});

test("a truncated, restructured or extended key is always refused", () => {
  const parts = [
    ...Array.from({ length: der.length }, (_, end) => der.subarray(0, end)),
    Buffer.concat([der, Buffer.from([0])]),
    Buffer.concat([Buffer.from([5, 0]), der.with(3, (der[3] ?? 0) + 2)]),
    ...[0, 1, 2, 3, 4, 5, 6, 8, 16, 17, 18, 19, 23, 24, 25, 28, 30, 31].map((at) =>
      Buffer.from(der.with(at, (der[at] ?? 0) ^ 1)),
    ),
  ];
  for (const part of parts) {
    expect(() => new Webhooks({ ...shop, publicKey: part.toString("base64") })).toThrow(ConfigurationError);
  }
});

describe("omitted options are read from the environment", () => {
  const variables = [
    ["PAYMENTS_SHOP_ID", "shopId", SHOP_ID],
    ["PAYMENTS_SECRET_KEY", "secretKey", SECRET_KEY],
    ["PAYMENTS_PUBLIC_KEY", "publicKey", publicKey],
  ] as const;

  beforeEach(() => {
    for (const [name, , value] of variables) vi.stubEnv(name, value);
  });

  test.each<[string, unknown[]]>([
    ["all of them", []],
    ["undefined", [undefined]],
    ["null", [null]],
    ["no option", [{}]],
    ["each undefined", [{ shopId: undefined, secretKey: undefined, publicKey: undefined }]],
    ["each null", [{ shopId: null, secretKey: null, publicKey: null }]],
  ])("%s", async (_what, given) => {
    const webhooks: Webhooks = Reflect.construct(Webhooks, given);
    expect(await webhooks.verify(signed)).toMatchObject({ type: "transaction" });
    expect(await rejection(webhooks.verify(unsigned), WebhookError)).toMatchObject({ reason: "signature" });
  });

  test.each(variables)("%s is named when it is unset or empty", (variable, option) => {
    for (const value of [undefined, ""]) {
      vi.stubEnv(variable, value);
      const { message } = thrown(() => new Webhooks(), ConfigurationError);
      expect(message).toContain(`${option} (${variable}) is required`);
      expect(message).not.toContain(SECRET_KEY);
    }
  });

  test("one error names every option that is wrong", () => {
    for (const [variable] of variables) vi.stubEnv(variable, undefined);
    const { message } = thrown(() => new Webhooks({ shopId: "a:b" }), ConfigurationError);
    expect(message).toBe(
      "shopId (PAYMENTS_SHOP_ID) must be a non-empty string without line break or colon; " +
        "secretKey (PAYMENTS_SECRET_KEY) is required; publicKey (PAYMENTS_PUBLIC_KEY) is required. Pass the gateway's " +
        "RSA public key from its back office",
    );
    const number = /^secretKey \(PAYMENTS_SECRET_KEY\) must be /;
    expect(() => Reflect.construct(Webhooks, [{ ...shop, secretKey: 4821 }])).toThrow(number);
    const misspelled = "The options of Webhooks must not have publickey. Did you mean publicKey?";
    expect(() => Reflect.construct(Webhooks, [{ ...shop, publickey: publicKey }])).toThrow(misspelled);
  });

  test("an explicit option overrides the environment", async () => {
    const other = base64Of(otherKeys.publicKey);
    const webhooks = new Webhooks({ publicKey: other, shopId: "1", secretKey: "2", credentials: "optional" });
    const verified = await webhooks.verify(signedWith(otherKeys.privateKey));
    expect(verified).toMatchObject({ type: "transaction" });
    await rejection(webhooks.verify(signed), WebhookError);
  });

  test("only publicKey: false disables signatures", async () => {
    expect(await new Webhooks({ publicKey: false }).verify(unsigned)).toMatchObject({ type: "transaction" });
    for (const other of ["false", "", 0, true, Number.NaN, []]) {
      expect(refusalOf(other).message).toMatch(/^publicKey \(PAYMENTS_PUBLIC_KEY\) must be/);
    }
    vi.stubEnv("PAYMENTS_PUBLIC_KEY", "false");
    expect(thrown(() => new Webhooks(), ConfigurationError).message).toContain("PAYMENTS_PUBLIC_KEY");
  });
});
