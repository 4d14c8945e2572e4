import { Buffer } from "node:buffer";
import { createPublicKey } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { PaymentsError, WebhookError } from "../../src/index.ts";
import { type WebhookHeaders, Webhooks } from "../../src/webhooks.ts";
import { everythingShownBy, rejection } from "../client/calls.ts";
import { wrongSignatures } from "./attacks.ts";
import {
  AUTHORIZATION,
  byCredentials,
  bySignature,
  CHECKOUT,
  headersFor,
  PRIVATE,
  publicKey,
  shop,
  signatureOf,
  TRANSACTION,
} from "./notifications.ts";

const body = Buffer.from(TRANSACTION);
const signature = signatureOf(body);
const signatureBytes = Buffer.from(signature, "base64");
const signed = { body, headers: { "content-signature": signature } };

const withFlippedBit = (bytes: Uint8Array, index: number): Buffer => {
  const flipped = Buffer.from(bytes);
  flipped.writeUInt8(flipped.readUInt8(index) ^ (1 << (index % 8)), index);
  return flipped;
};

const twice = new Headers({ authorization: AUTHORIZATION, "content-signature": signature });
twice.append("content-signature", signature);

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
  "neither process nor Buffer": () => {
    vi.stubGlobal("process", undefined);
    // Node's own Request reads this function, and a gateway of another file may post at this moment.
    vi.stubGlobal("Buffer", { byteLength: Buffer.byteLength });
  },
  "built-in modules that throw, as in edge routes of Next.js": () => {
    vi.spyOn(process, "getBuiltinModule").mockImplementation(() => {
      throw new Error("A Node.js API is used which is not supported in the Edge Runtime.");
    });
  },
  "a part of Node's crypto": () => {
    const { getBuiltinModule } = process;
    vi.spyOn(process, "getBuiltinModule").mockImplementation((name: string) =>
      name.endsWith("crypto") ? { webcrypto: crypto } : getBuiltinModule(name),
    );
  },
  "Node's crypto without verify": () => {
    const { getBuiltinModule } = process;
    vi.spyOn(process, "getBuiltinModule").mockImplementation((name: string) =>
      name.endsWith("crypto") ? { createPublicKey } : getBuiltinModule(name),
    );
  },
  "a process without built-in modules": () => {
    vi.stubGlobal("process", Object.create(process, { getBuiltinModule: { value: undefined } }));
  },
};

describe.each(Object.entries(runtimes))("with %s", (runtime, enter) => {
  let webhooks: Webhooks;

  beforeEach(() => {
    enter();
    webhooks = new Webhooks({ ...shop, publicKey, credentials: "optional" });
  });

  const refusalOf = (body: string | Uint8Array, headers: WebhookHeaders): Promise<WebhookError> =>
    rejection(webhooks.verify({ body, headers }), WebhookError);

  test("accepts the gateway's signature", async () => {
    const verify = vi.spyOn(crypto.subtle, "verify");
    for (const _ of [1, 2]) {
      expect(await webhooks.verify(signed)).toMatchObject({ raw: JSON.parse(TRANSACTION) });
    }
    expect(verify).toHaveBeenCalledTimes(runtime === "Node's crypto" ? 0 : 2);
  });

  test("refuses a body with one bit flipped", async () => {
    for (let index = 0; index < body.length; index += 41) {
      const error = await refusalOf(withFlippedBit(body, index), signed.headers);
      expect(error.reason).toBe("signature");
    }
  });

  test("refuses a signature with one bit flipped, in any byte", async () => {
    for (let index = 0; index < signatureBytes.length; index += 1) {
      const flipped = withFlippedBit(signatureBytes, index).toString("base64");
      expect((await refusalOf(body, { "content-signature": flipped })).reason).toBe("signature");
    }
  });

  /** Values of the header. */
  const values: readonly (readonly [string, string | string[] | undefined])[] = [
    ["an undefined signature", undefined],
    ["an empty list of signatures", []],
    ["a space as signature", " "],
    ["the signature twice, in a list", [signature, signature]],
    ["the signature after another", [signatureOf("{}"), signature]],
    ...wrongSignatures(body),
    ["the signature with a leading space", ` ${signature}`],
    ["the signature with a trailing line break", `${signature}\n`],
    ["the signature in lines", signature.replace(/.{60}/g, "$&\n")],
    ...[1, 3, 4, 5, 6, 7, 8, 9].map((characters): [string, string] => [
      `a signature without its last ${characters} characters`,
      signature.slice(0, -characters),
    ]),
    ...["A", "A=", "AA=", "A==", "AAA==", "AAAA=", "AAAA==", "AAAAA==", "AAAAAA=", "AA==A", "A=AA"].map(
      (wrong): [string, string] => [`base64 of invalid length: ${wrong}`, wrong],
    ),
  ];

  const wrong: readonly [string, WebhookHeaders][] = [
    ...values.map(([what, value]): [string, WebhookHeaders] => [what, { "content-signature": value }]),
    ["no signature", {}],
    ["the signature in another header", { signature }],
    ["the signature under two names", { "content-signature": signature, "Content-Signature": signature }],
    ["the signature twice, in Headers", twice],
    ["valid credentials instead of a signature", { authorization: AUTHORIZATION }],
  ];
  test.each(wrong)("refuses any other signature: %s", async (_what, headers) => {
    const error = await refusalOf(body, headers);
    expect(error).toMatchObject({ name: "WebhookError", code: "webhook", reason: "signature", fields: [] });
    expect(error).toBeInstanceOf(PaymentsError);
    for (const shown of [...PRIVATE, signature]) expect(everythingShownBy(error)).not.toContain(shown);
  });

  test("refuses a forged body before it is parsed", async () => {
    expect(await refusalOf("not JSON", signed.headers)).toMatchObject({ reason: "signature" });
  });

  test("accepts a valid notification after a refused one", async () => {
    await refusalOf("{}", signed.headers);
    expect(await webhooks.verify(signed)).toMatchObject({ type: "transaction" });
  });
});

test("Headers trim the white space around a signature, as HTTP requires", async () => {
  const headers = new Headers({ authorization: AUTHORIZATION, "content-signature": `  ${signature}\t` });
  expect(await bySignature.verify({ body, headers })).toMatchObject({ type: "transaction" });
});

test("a signature is ignored without a publicKey", async () => {
  const headers = { authorization: AUTHORIZATION, "content-signature": "wrong" };
  expect(await byCredentials.verify({ body, headers })).toMatchObject({ type: "transaction" });
});

test.each<[string, Webhooks, Record<string, string>, string]>([
  [
    "a signature of another body",
    bySignature,
    headersFor(TRANSACTION),
    "The Content-Signature does not match the body and publicKey",
  ],
  ["no signature", bySignature, { authorization: AUTHORIZATION }, "The Content-Signature is missing"],
  [
    "wrong credentials",
    bySignature,
    { authorization: "Basic wrong" },
    "The credentials of the notification are wrong",
  ],
  ["no credentials", byCredentials, {}, "The credentials of the notification are missing"],
  [
    "no credentials, only a signature",
    bySignature,
    { "content-signature": signatureOf(CHECKOUT) },
    'The credentials of the notification are missing. If your proxy removes the header Authorization, pass credentials: "optional"',
  ],
])("a refusal says what is wrong: %s", async (_, webhooks, headers, message) => {
  const error = await rejection(webhooks.verify({ body: CHECKOUT, headers }), WebhookError);
  expect(error.message).toBe(message);
});
