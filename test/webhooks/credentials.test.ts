import { describe, expect, test } from "vitest";
import { PaymentsError, WebhookError } from "../../src/index.ts";
import { type WebhookHeaders, Webhooks } from "../../src/webhooks.ts";
import { everythingShownBy, rejection, SECRETS } from "../client/calls.ts";
import { SHOP_ID } from "../support/gateway.ts";
import { WRONG_CREDENTIALS } from "./attacks.ts";
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
  verifyUntyped,
} from "./notifications.ts";

const encoded = AUTHORIZATION.slice("Basic ".length);

const twice = new Headers({ authorization: AUTHORIZATION });
twice.append("authorization", AUTHORIZATION);

/** Credentials other than the shop's, and the headers that contain them. */
const wrong: [string, WebhookHeaders][] = [
  ...WRONG_CREDENTIALS.map(([what, authorization]): [string, WebhookHeaders] => [what, { authorization }]),
  ["with an additional NUL", { authorization: `${AUTHORIZATION}\u0000` }],
  ["not text", Object({ authorization: { basic: encoded } })],
  ["twice, in a list", { authorization: [AUTHORIZATION, AUTHORIZATION] }],
  ["twice, under two names", { authorization: AUTHORIZATION, Authorization: AUTHORIZATION }],
  ["twice, in Headers", twice],
  ["after another shop's", { authorization: [basic("1", "x"), AUTHORIZATION] }],
];

const missing: [string, WebhookHeaders][] = [
  ["no headers", {}],
  ["empty Headers", new Headers()],
  ["undefined", { authorization: undefined }],
  ["an empty list", { authorization: [] }],
  ["emptied by a proxy", { authorization: " " }],
  ["emptied by a proxy, in Headers", new Headers({ authorization: " " })],
  ["only a signature", { "content-signature": signatureOf(TRANSACTION) }],
  ["in another header", { "proxy-authorization": AUTHORIZATION, "x-authorization": AUTHORIZATION }],
];

describe("without a publicKey", () => {
  test.each([
    ["Basic", AUTHORIZATION],
    ["basic", `basic ${encoded}`],
    ["BASIC", `BASIC ${encoded}`],
    ["two spaces", `Basic  ${encoded}`],
  ])("credentials are accepted: %s", async (_scheme, authorization) => {
    for (const body of [TRANSACTION, EXPIRED]) {
      for (const headers of [{ authorization }, new Headers({ authorization })]) {
        expect(await byCredentials.verify({ body, headers })).toHaveProperty("raw");
      }
    }
  });

  test.each([...missing, ...wrong])("wrong credentials are refused: %s", async (_what, headers) => {
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

  test("credentials are checked before the body is read", async () => {
    const error = await rejection(byCredentials.verify({ body: "not JSON", headers: {} }), WebhookError);
    expect(error.reason).toBe("credentials");
  });
});

test.each([
  { headers: undefined },
  { headers: null },
  ...[null, 7, {}, true].map((authorization) => ({ headers: { authorization } })),
])("in plain JavaScript, there are none of the shop in %j", async (sent) => {
  const verified = verifyUntyped({ body: TRANSACTION, ...sent });
  expect(await rejection(verified, WebhookError)).toMatchObject({ reason: "credentials" });
});

describe("with a publicKey", () => {
  const signature = signatureOf(TRANSACTION);

  const optional = new Webhooks({ ...shop, publicKey, credentials: "optional" });

  test.each(missing)("credentials are required: %s", async (_what, headers) => {
    const arrived = { body: TRANSACTION, headers: { ...headers, "content-signature": signature } };
    expect((await rejection(bySignature.verify(arrived), WebhookError)).reason).toBe("credentials");
    expect(await optional.verify(arrived)).toMatchObject({ type: "transaction" });
  });

  test.each(wrong)("credentials must match if they are sent: %s", async (_what, headers) => {
    const sent = new Headers(headers instanceof Headers ? headers : undefined);
    sent.append("content-signature", signature);
    const both = headers instanceof Headers ? sent : { ...headers, "content-signature": signature };
    for (const webhooks of [bySignature, optional]) {
      const verified = webhooks.verify({ body: TRANSACTION, headers: both });
      expect(await rejection(verified, WebhookError)).toMatchObject({ reason: "credentials" });
    }
  });
});

describe("a secret", () => {
  test.each([
    ["with a colon", "s3:cr:et"],
    ["with ü", "schlüssel"],
    ["with €", "100€"],
    ["with a space", "s3 cret"],
  ])("%s is compared exactly", async (_what, secretKey) => {
    const webhooks = new Webhooks({ shopId: SHOP_ID, secretKey, publicKey: false });
    const verify = (authorization: string) =>
      webhooks.verify({ body: TRANSACTION, headers: { authorization } });
    expect(await verify(basic(SHOP_ID, secretKey))).toMatchObject({ type: "transaction" });
    for (const other of [secretKey.slice(0, -2), secretKey.split(":")[0] || "s3cret", "?"]) {
      if (other === secretKey) continue;
      expect((await rejection(verify(basic(SHOP_ID, other)), WebhookError)).reason).toBe("credentials");
    }
  });
});

test("a shop id may be a number", async () => {
  const webhooks = new Webhooks({ ...shop, shopId: Number(SHOP_ID) });
  const headers = { authorization: AUTHORIZATION };
  expect(await webhooks.verify({ body: TRANSACTION, headers })).toMatchObject({ type: "transaction" });
});
