import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { afterEach, describe, expect, test, vi } from "vitest";
import { ConfigurationError, WebhookError } from "../../src/index.ts";
import { Webhooks } from "../../src/webhooks/index.ts";
import { everythingShownBy, rejection } from "../transport/calls.ts";
import {
  base64Of,
  gatewayKeys,
  headersFor,
  otherKeys,
  post,
  publicKey,
  shop,
  signatureOf,
  TRANSACTION,
} from "./notifications.ts";

const inLines = (base64: string, lineBreak: string): string =>
  (base64.match(/.{1,64}/g) ?? []).join(lineBreak);

const pem = gatewayKeys.publicKey.export({ format: "pem", type: "spki" }).toString();

const signed = { body: TRANSACTION, headers: headersFor(TRANSACTION) };

describe("the gateway's public key may be written", () => {
  test.each<[string, string]>([
    ["as one line of base64", publicKey],
    ["with a line break after it", `${publicKey}\n`],
    ["with space around it", ` \t${publicKey} \r\n`],
    ["in lines", inLines(publicKey, "\n")],
    ["in lines of Windows", inLines(publicKey, "\r\n")],
    ["in lines of Windows, the last one ended", `${inLines(publicKey, "\r\n")}\r\n`],
    ["in lines with literal \\n", inLines(publicKey, "\\n")],
    ["in lines that are set in", inLines(publicKey, "\n    ")],
    ["as PEM", pem],
    ["as PEM without its last line break", pem.trimEnd()],
    ["as PEM with literal \\n, as in an environment variable", pem.replaceAll("\n", "\\n")],
    ["as PEM in lines of Windows", pem.replaceAll("\n", "\r\n")],
    ["as PEM with space around it", `\n\n  ${pem}  \n`],
    ["as PEM in one line, with spaces for breaks", pem.replaceAll("\n", " ")],
    ["as PEM in one line", pem.replaceAll("\n", "")],
    ["as PEM that is set in", pem.replaceAll("\n", "\n  ")],
  ])("%s", async (_form, written) => {
    const webhooks = new Webhooks({ ...shop, publicKey: written });
    expect(await webhooks.verify(signed)).toMatchObject({ type: "transaction" });
    const forged = {
      body: TRANSACTION,
      headers: { "content-signature": signatureOf(TRANSACTION, otherKeys.privateKey) },
    };
    expect(await rejection(webhooks.verify(forged), WebhookError)).toMatchObject({ reason: "signature" });
  });

  test.each([1024, 3072])("with %i bits", async (modulusLength) => {
    const keys = generateKeyPairSync("rsa", { modulusLength });
    const webhooks = new Webhooks({ ...shop, publicKey: base64Of(keys.publicKey) });
    const headers = { "content-signature": signatureOf(TRANSACTION, keys.privateKey) };
    expect(await webhooks.verify({ body: TRANSACTION, headers })).toMatchObject({ type: "transaction" });
  });
});

const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const pkcs8 = gatewayKeys.privateKey.export({ format: "pem", type: "pkcs8" }).toString();
const pkcs1 = gatewayKeys.publicKey.export({ format: "pem", type: "pkcs1" }).toString();
const jwk = gatewayKeys.publicKey.export({ format: "jwk" });
const der = gatewayKeys.publicKey.export({ format: "der", type: "spki" });
const certificate = pem.replaceAll("PUBLIC KEY", "CERTIFICATE");

/** What is no public key of the gateway's, and what has to be said of it. */
const wrongKeys: [string, unknown, RegExp][] = [
  ["a private key", pkcs8, /private key/],
  ["a private key with literal \\n", pkcs8.replaceAll("\n", "\\n"), /private key/],
  [
    "a private key as OpenSSL wrote it",
    gatewayKeys.privateKey.export({ format: "pem", type: "pkcs1" }).toString(),
    /private key/,
  ],
  [
    "a private key under a password",
    gatewayKeys.privateKey
      .export({ format: "pem", type: "pkcs8", cipher: "aes-256-cbc", passphrase: "x" })
      .toString(),
    /private key/,
  ],
  ["a private EC key", ec.privateKey.export({ format: "pem", type: "sec1" }).toString(), /private key/],
  [
    "a private key without its frame",
    gatewayKeys.privateKey.export({ format: "der", type: "pkcs8" }).toString("base64"),
    /another kind/,
  ],
  ["a certificate", certificate, /certificate/],
  ["a certificate with literal \\n", certificate.replaceAll("\n", "\\n"), /certificate/],
  ["PKCS#1", pkcs1, /PKCS#1/],
  ["PKCS#1 with literal \\n", pkcs1.replaceAll("\n", "\\n"), /PKCS#1/],
  [
    "PKCS#1 without its frame",
    gatewayKeys.publicKey.export({ format: "der", type: "pkcs1" }).toString("base64"),
    /another kind/,
  ],
  ["an EC key", ec.publicKey.export({ format: "pem", type: "spki" }).toString(), /another kind/],
  ["an EC key in base64", base64Of(ec.publicKey), /another kind/],
  ["an Ed25519 key", base64Of(generateKeyPairSync("ed25519").publicKey), /another kind/],
  [
    "a key for RSA-PSS alone",
    base64Of(generateKeyPairSync("rsa-pss", { modulusLength: 1024 }).publicKey),
    /another kind/,
  ],
  ["an OpenSSH key", `ssh-rsa ${publicKey} kim@shop.example`, /OpenSSH/],
  ["an OpenSSH key of another kind", `ssh-ed25519 ${publicKey}`, /OpenSSH/],
  ["a JSON Web Key", JSON.stringify(jwk), /JSON Web Key/],
  ["a JSON Web Key in lines", JSON.stringify(jwk, null, 2), /JSON Web Key/],
  ["a JSON Web Key that was parsed", jwk, /type object/],
  ["a KeyObject", createPublicKey(pem), /type object/],
  ["bytes", der, /type object/],
  ["null", null, /type object/],
  ["a number", 4821, /type number/],
  ["true", true, /type boolean/],
  ["nothing", "", /nothing/],
  ["a space", " ", /nothing/],
  ["a literal \\n", "\\n", /nothing/],
  ["PEM without a key", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----", /nothing/],
  ["PEM without its end", pem.slice(0, 300), /without its end/],
  ["PEM without its start", pem.slice(40), /not base64/],
  ["PEM of another kind", pem.replaceAll("PUBLIC KEY", "DH PARAMETERS"), /PEM of another kind/],
  ["PEM twice", pem + pem, /PEM/],
  ["PEM of what is not base64", "-----BEGIN PUBLIC KEY-----\n***\n-----END PUBLIC KEY-----", /not base64/],
  ["words", "hello world", /looks like/],
  ["a sentence", "The key goes here!", /not base64/],
  ["an address", "https://gateway.example/key.pem", /not base64/],
  ["a path", "/etc/keys/gateway.pem", /not base64/],
  ["a key in quotes", `"${publicKey}"`, /not base64/],
  ["hex", der.toString("hex"), /looks like/],
  ["base64url", der.toString("base64url").replace(/^MI/, "M-"), /not base64/],
  ["DER that was cut off", der.subarray(0, -20).toString("base64"), /cut off/],
  ["DER that was cut in half", der.subarray(0, 147).toString("base64"), /cut off/],
  ["a key that was cut off by a character", publicKey.slice(0, -1), /cut off/],
  ["a key that was cut off by three characters", publicKey.slice(0, -3), /not base64/],
  ["a key with padding where none belongs", `${publicKey.slice(0, -2)}=`, /looks like/],
  ["a key with padding after it", `${publicKey}==`, /looks like/],
];

describe.each([
  ["Node's own cryptography at hand", () => undefined],
  ["WebCrypto alone", () => vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined)],
])("with %s, a publicKey is refused that is", (_runtime, enter) => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  /** Refused at construction, or at the first use. */
  const refusalOf = async (wrong: unknown): Promise<ConfigurationError> => {
    enter();
    const use = async (): Promise<unknown> => {
      const webhooks: Webhooks = Reflect.construct(Webhooks, [{ ...shop, publicKey: wrong }]);
      return webhooks.verify(signed);
    };
    return rejection(use(), ConfigurationError);
  };

  test.each(wrongKeys)("%s", async (_what, wrong, looksLike) => {
    const error = await refusalOf(wrong);
    expect(error).toMatchObject({ name: "ConfigurationError", code: "configuration" });
    expect(error.message).toMatch(/^publicKey must be /);
    expect(error.message).toMatch(/It looks like \S+/);
    expect(error.message).toMatch(looksLike);
    const shown = everythingShownBy(error);
    const words = String(typeof wrong === "object" ? JSON.stringify(wrong) : wrong).match(
      /[A-Za-z0-9+/_]{20,}|hello|gateway\.pem/g,
    );
    for (const word of words ?? []) expect(shown).not.toContain(word.slice(0, 20));
  });
});

describe("what is already wrong to the eye is refused at construction", () => {
  test.each([
    ["a private key", pkcs8],
    ["a certificate", certificate],
    ["PKCS#1", pkcs1],
    ["an OpenSSH key", `ssh-rsa ${publicKey}`],
    ["a JSON Web Key", JSON.stringify(jwk)],
    ["nothing", ""],
  ])("%s", (_what, wrong) => {
    expect(() => new Webhooks({ ...shop, publicKey: wrong })).toThrow(ConfigurationError);
  });
});

test("a wrong publicKey is said again at every use", async () => {
  const webhooks = new Webhooks({ ...shop, publicKey: base64Of(ec.publicKey) });
  for (const _ of [1, 2, 3]) await rejection(webhooks.verify(signed), ConfigurationError);
});

test("a wrong publicKey makes the handler answer 500, and onError is told why", async () => {
  const errors: unknown[] = [];
  const webhooks = new Webhooks({ ...shop, publicKey: base64Of(ec.publicKey) });
  const onTransaction = vi.fn();
  const handle = webhooks.handler({ onTransaction, onError: (error) => errors.push(error) });
  expect((await handle(post(TRANSACTION))).status).toBe(500);
  expect(errors).toStrictEqual([expect.any(ConfigurationError)]);
  expect(onTransaction).not.toHaveBeenCalled();
});
