import { constants, sign } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { PaymentsError, WebhookError } from "../../src/index.ts";
import { type WebhookHeaders, Webhooks } from "../../src/webhooks/index.ts";
import { testCases } from "../support/test-cases.ts";
import { everythingShownBy, rejection } from "../transport/calls.ts";
import {
  AUTHORIZATION,
  base64Of,
  bySignature,
  CHECKOUT,
  gatewayKeys,
  headersFor,
  otherKeys,
  PRIVATE,
  publicKey,
  shop,
  signatureOf,
  TRANSACTION,
} from "./notifications.ts";

const body = Buffer.from(TRANSACTION);
const signature = signatureOf(body);
const signatureBytes = Buffer.from(signature, "base64");

const withFlippedBit = (bytes: Uint8Array, index: number): Buffer => {
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << (index % 8)), index);
  return flipped;
};

const twice = new Headers({ authorization: AUTHORIZATION, "content-signature": signature });
twice.append("content-signature", signature);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Runtimes differ in the available cryptography. */
const runtimes: Record<string, () => void> = {
  "Node's crypto": () => undefined,
  "only WebCrypto": () => {
    const { getBuiltinModule } = process;
    vi.spyOn(process, "getBuiltinModule").mockImplementation((name: string) =>
      name.endsWith("crypto") ? undefined : getBuiltinModule(name),
    );
  },
  "no process, as on Workers": () => {
    vi.stubGlobal("process", undefined);
  },
};

describe.each(Object.entries(runtimes))("with %s", (runtime, enter) => {
  let webhooks: Webhooks;

  beforeEach(() => {
    enter();
    webhooks = new Webhooks({ ...shop, publicKey });
  });

  const refusalOf = (arrivedBody: string | Uint8Array, headers: WebhookHeaders): Promise<WebhookError> =>
    rejection(webhooks.verify({ body: arrivedBody, headers }), WebhookError);

  test("accepts the gateway's signature", async () => {
    const verify = vi.spyOn(crypto.subtle, "verify");
    for (const text of [TRANSACTION, TRANSACTION]) {
      expect(
        await webhooks.verify({ body: text, headers: { "content-signature": signature } }),
      ).toMatchObject({ type: "transaction", raw: JSON.parse(TRANSACTION) });
    }
    if (!runtime.startsWith("Node")) expect(verify).toHaveBeenCalledTimes(2);
  });

  test("refuses a body with one bit flipped", async () => {
    for (let index = 0; index < body.length; index += 41) {
      const flipped = withFlippedBit(body, index);
      expect(await refusalOf(flipped, { "content-signature": signature })).toMatchObject({
        reason: "signature",
      });
    }
  });

  test("refuses a signature with one bit flipped, in any byte", async () => {
    for (let index = 0; index < signatureBytes.length; index += 1) {
      const flipped = withFlippedBit(signatureBytes, index).toString("base64");
      expect(await refusalOf(body, { "content-signature": flipped })).toMatchObject({
        reason: "signature",
      });
    }
  });

  const wrong: readonly [string, WebhookHeaders][] = [
    ["no signature", {}],
    ["an undefined signature", { "content-signature": undefined }],
    ["an empty list of signatures", { "content-signature": [] }],
    ["an empty signature", { "content-signature": "" }],
    ["a space as signature", { "content-signature": " " }],
    ["the signature in another header", { signature }],
    ["the signature twice, in a list", { "content-signature": [signature, signature] }],
    [
      "the signature twice, under two names",
      { "content-signature": signature, "Content-Signature": signature },
    ],
    ["the signature twice, in Headers", twice],
    [
      "the signature twice, as Node joins duplicate headers",
      { "content-signature": `${signature}, ${signature}` },
    ],
    ["the signature after another", { "content-signature": [signatureOf("{}"), signature] }],
    ["the signature twice without a separator", { "content-signature": signature + signature }],
    ["the signature of another key", { "content-signature": signatureOf(body, otherKeys.privateKey) }],
    ["the signature of another body", { "content-signature": signatureOf("{}") }],
    [
      "the signature of this body without its last byte",
      {
        "content-signature": signatureOf(body.subarray(0, -1)),
      },
    ],
    [
      "a SHA-1 signature",
      { "content-signature": sign("sha1", body, gatewayKeys.privateKey).toString("base64") },
    ],
    [
      "a SHA-512 signature",
      {
        "content-signature": sign("sha512", body, gatewayKeys.privateKey).toString("base64"),
      },
    ],
    [
      "an RSA-PSS signature",
      {
        "content-signature": sign("sha256", body, {
          key: gatewayKeys.privateKey,
          padding: constants.RSA_PKCS1_PSS_PADDING,
        }).toString("base64"),
      },
    ],
    ["the signature in base64url", { "content-signature": signatureBytes.toString("base64url") }],
    ["the signature in hex", { "content-signature": signatureBytes.toString("hex") }],
    ["the signature with a leading space", { "content-signature": ` ${signature}` }],
    ["the signature with a trailing line break", { "content-signature": `${signature}\n` }],
    ["the signature in lines", { "content-signature": signature.replace(/.{60}/g, "$&\n") }],
    ["the signature in quotes", { "content-signature": `"${signature}"` }],
    ["the signature with an algorithm prefix", { "content-signature": `sha256=${signature}` }],
    ["text that is not base64", { "content-signature": "not base64!" }],
    ["words", { "content-signature": "undefined" }],
    ["only padding", { "content-signature": "==" }],
    ["zeros", { "content-signature": Buffer.alloc(256).toString("base64") }],
    ["one byte", { "content-signature": "AA==" }],
    ["half of the signature", { "content-signature": signature.slice(0, 172) }],
    [
      "a signature without its last byte",
      {
        "content-signature": signatureBytes.subarray(0, -1).toString("base64"),
      },
    ],
    [
      "a signature with an additional byte",
      {
        "content-signature": Buffer.concat([signatureBytes, Buffer.alloc(1)]).toString("base64"),
      },
    ],
    ...[1, 2, 3, 4, 5, 6, 7].map((characters): [string, WebhookHeaders] => [
      `a signature without its last ${characters + 2} characters`,
      { "content-signature": signature.slice(0, -2 - characters) },
    ]),
    ...["A", "A=", "AA=", "A==", "AAA==", "AAAA=", "AAAA==", "AAAAA==", "AAAAAA=", "AA==A", "A=AA"].map(
      (wrong): [string, WebhookHeaders] => [
        `base64 of invalid length: ${wrong}`,
        { "content-signature": wrong },
      ],
    ),
    [
      "a signature without the last character of its padding",
      { "content-signature": signature.slice(0, -1) },
    ],
    ["a signature with too much padding", { "content-signature": `${signature}=` }],
  ];
  const nameOf = ([what]: [string, WebhookHeaders]): string => what;
  testCases("refuses any other signature", wrong, nameOf, async ([_, headers]) => {
    // Each one as the first that an instance verifies.
    webhooks = new Webhooks({ ...shop, publicKey });
    const error = await refusalOf(body, headers);
    expect(error).toMatchObject({ name: "WebhookError", code: "webhook", reason: "signature", fields: [] });
    expect(error).toBeInstanceOf(PaymentsError);
    for (const shown of [...PRIVATE, signature]) expect(everythingShownBy(error)).not.toContain(shown);
  });

  test("refuses the signature of a key other than publicKey", async () => {
    const others = new Webhooks({ ...shop, publicKey: base64Of(otherKeys.publicKey) });
    const arrived = { body, headers: { "content-signature": signature } };
    expect(await rejection(others.verify(arrived), WebhookError)).toMatchObject({ reason: "signature" });
  });

  test("refuses valid credentials instead of a signature", async () => {
    expect(await refusalOf(body, { authorization: AUTHORIZATION })).toMatchObject({ reason: "signature" });
  });

  test("refuses a forged body before it is parsed", async () => {
    expect(await refusalOf("not JSON", { "content-signature": signature })).toMatchObject({
      reason: "signature",
    });
  });

  test("accepts a valid notification after a refused one", async () => {
    await refusalOf("{}", { "content-signature": signature });
    expect(await webhooks.verify({ body, headers: { "content-signature": signature } })).toMatchObject({
      type: "transaction",
    });
  });
});

test("Headers trim the white space around a signature, as HTTP requires", async () => {
  const webhooks = new Webhooks({ ...shop, publicKey });
  const headers = new Headers({ "content-signature": `  ${signature}\t` });
  expect(await webhooks.verify({ body, headers })).toMatchObject({ type: "transaction" });
});

test("a signature is ignored without a publicKey", async () => {
  const webhooks = new Webhooks(shop);
  const headers = { authorization: AUTHORIZATION, "content-signature": "wrong" };
  expect(await webhooks.verify({ body, headers })).toMatchObject({ type: "transaction" });
});

test.each<[string, Record<string, string>, string]>([
  [
    "a signature of another body",
    headersFor(TRANSACTION),
    "The Content-Signature does not match the body and publicKey",
  ],
  ["no signature", {}, "The Content-Signature is missing"],
  ["wrong credentials", { authorization: "Basic wrong" }, "The credentials of the notification are wrong"],
])("a refusal says what is wrong: %s", async (_, headers, message) => {
  const error = await rejection(bySignature.verify({ body: CHECKOUT, headers }), WebhookError);
  expect(error.message).toBe(message);
});

test("without a publicKey, a refusal says that the credentials are missing", async () => {
  const error = await rejection(new Webhooks(shop).verify({ body: CHECKOUT, headers: {} }), WebhookError);
  expect(error.message).toBe("The credentials of the notification are missing");
});

test("verifies if process has no built-in modules", async () => {
  vi.stubGlobal("process", Object.create(process, { getBuiltinModule: { value: undefined } }));
  const webhooks = new Webhooks({ ...shop, publicKey });
  const notification = await webhooks.verify({ body: TRANSACTION, headers: headersFor(TRANSACTION) });
  expect(notification.type).toBe("transaction");
});
