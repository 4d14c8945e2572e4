/** Node's crypto and WebCrypto must give the same result for any input. */

import { afterEach, expect, test, vi } from "vitest";
import { WebhookError, Webhooks } from "../../src/webhooks/index.ts";
import { otherKeys, publicKey, shop, signatureOf } from "../webhooks/notifications.ts";
import { fc } from "./fast-check.ts";
import { anyText } from "./hostile.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

/** Webhooks that have chosen their crypto implementation: the first verification decides. */
const withCrypto = async (hasNode: boolean): Promise<Webhooks> => {
  if (!hasNode) vi.spyOn(process, "getBuiltinModule").mockReturnValue(undefined);
  const webhooks = new Webhooks({ ...shop, publicKey });
  const body = '{"transaction":{"uid":"1"}}';
  await webhooks.verify({ body, headers: { "content-signature": signatureOf(body) } });
  vi.restoreAllMocks();
  return webhooks;
};

type Mutation = (signature: Buffer) => Buffer;

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  fc.constant<Mutation>((signature) => signature),
  fc.tuple(fc.nat({ max: 255 }), fc.nat({ max: 7 })).map(
    ([at, bit]): Mutation =>
      (signature) => {
        const changed = Buffer.from(signature);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        return changed;
      },
  ),
  fc.nat({ max: 255 }).map(
    (end): Mutation =>
      (signature) =>
        signature.subarray(0, end),
  ),
  fc.uint8Array({ minLength: 1, maxLength: 4 }).chain((more) =>
    fc.constantFrom<Mutation>(
      (signature) => Buffer.concat([signature, more]),
      (signature) => Buffer.concat([more, signature]),
      (signature) => Buffer.concat([Buffer.from([0]), signature]),
    ),
  ),
  fc.uint8Array({ minLength: 256, maxLength: 256 }).map(
    (bytes): Mutation =>
      () =>
        Buffer.from(bytes),
  ),
);

const body = fc.oneof(
  fc.uint8Array({ maxLength: 100 }).map((bytes) => new Uint8Array(bytes)),
  fc.jsonValue().map((transaction) => JSON.stringify({ transaction: { uid: "1", transaction } })),
);

const reasonOf = async (
  webhooks: Webhooks,
  sent: string | Uint8Array,
  signature: string,
): Promise<string> => {
  try {
    await webhooks.verify({ body: sent, headers: { "content-signature": signature } });
    return "believed";
  } catch (error) {
    if (error instanceof WebhookError) return error.reason;
    throw error;
  }
};

const both = async (
  sent: string | Uint8Array,
  signature: string,
  pair: readonly Webhooks[],
): Promise<string[]> => Promise.all(pair.map((webhooks) => reasonOf(webhooks, sent, signature)));

test("both agree on any signature, and accept only the gateway's", async () => {
  const pair = [await withCrypto(true), await withCrypto(false)];
  const key = fc.constantFrom(undefined, otherKeys.privateKey);
  await fc.assert(
    fc.asyncProperty(body, mutation, key, async (sent, mutate, privateKey) => {
      const signature = Buffer.from(signatureOf(sent), "base64");
      const mutated = mutate(Buffer.from(signatureOf(sent, privateKey), "base64"));
      const [ofNode, ofWebCrypto] = await both(sent, mutated.toString("base64"), pair);
      expect(ofWebCrypto).toBe(ofNode);
      expect(ofNode === "signature").toBe(!mutated.equals(signature));
    }),
    { numRuns: 120 },
  );
});

test("both agree on any text as a signature", async () => {
  const pair = [await withCrypto(true), await withCrypto(false)];
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyText, fc.base64String()), async (signature) => {
      expect(await both("{}", signature, pair)).toStrictEqual(["signature", "signature"]);
    }),
  );
});

test("both refuse a body that was changed after signing", async () => {
  const pair = [await withCrypto(true), await withCrypto(false)];
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 100 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.nat(), fc.integer({ min: 1, max: 255 }), async (given, position, change) => {
      const signed = new Uint8Array(given);
      const at = position % signed.length;
      const changed = signed.with(at, (signed[at] ?? 0) ^ change);
      expect(await both(changed, signatureOf(signed), pair)).toStrictEqual(["signature", "signature"]);
    }),
    { numRuns: 50 },
  );
});
