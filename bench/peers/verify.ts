/** The verification of a signed notification with credentials, compared with Node's own. `../notification.ts` measures a handler. */
import { createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { Webhooks } from "../../dist/webhooks.js";
import { type Group, inTurn, microseconds } from "./group.ts";

const ROUNDS = 15;
const CALLS = 1000;

const fixture = readFileSync(
  new URL("../../test/fixtures/notification-transaction.json", import.meta.url),
  "utf8",
);
const { transaction } = JSON.parse(fixture);
const { uid, status, amount, currency, type, tracking_id, message, test, payment, credit_card } = transaction;
/** The fields that every payment has: the least that a gateway sends. */
const least = {
  ...{ uid, status, amount, currency, type, tracking_id, message, test, payment, credit_card },
  description: "Annual pass",
};

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const der = publicKey.export({ type: "spki", format: "der" }).toString("base64");
const key = createPublicKey(publicKey.export({ type: "spki", format: "pem" }));
const authorization = `Basic ${btoa("4821:secret")}`;
const webhooks = new Webhooks({ shopId: 4821, secretKey: "secret", publicKey: der });

async function measure(body: Buffer): Promise<Group[]> {
  const signature = sign("sha256", body, privateKey);
  const headers = { authorization, "content-signature": signature.toString("base64") };
  const verified = (): unknown => {
    if (!verify("sha256", body, key, signature)) throw new Error("The signature must be right");
    return JSON.parse(body.toString());
  };
  const [verifications = {}] = await inTurn(
    {
      "crypto.verify, JSON.parse": () => microseconds(verified, CALLS),
      "payments-client": () => microseconds(() => webhooks.verify({ body, headers }), CALLS),
    },
    ROUNDS,
  );
  return [
    {
      title: `A signed notification of ${body.byteLength} bytes, RSA 2048, verified and read, µs of CPU`,
      rows: verifications,
      targets: [{ who: "payments-client", times: 1.5, of: "crypto.verify, JSON.parse" }],
    },
  ];
}

const groups = [
  ...(await measure(Buffer.from(JSON.stringify({ transaction: least })))),
  ...(await measure(Buffer.from(fixture))),
];
process.send?.(groups);
