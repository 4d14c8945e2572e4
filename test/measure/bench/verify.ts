/** The verification of a signed notification with credentials, compared with `crypto.verify` of the same bytes. */
import { createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { Webhooks } from "../../../dist/webhooks.js";
import { type Group, inTurn, microseconds } from "./group.ts";

const ROUNDS = 15;
const CALLS = 1000;

const body = readFileSync(new URL("../../fixtures/notification-transaction.json", import.meta.url));
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const der = publicKey.export({ type: "spki", format: "der" }).toString("base64");
const signature = sign("sha256", body, privateKey);
const headers = {
  authorization: `Basic ${btoa("4821:secret")}`,
  "content-signature": signature.toString("base64"),
};
const webhooks = new Webhooks({ shopId: 4821, secretKey: "secret", publicKey: der });
const key = createPublicKey(publicKey.export({ type: "spki", format: "pem" }));
const verified = (): boolean => verify("sha256", body, key, signature);

const [rows = {}] = await inTurn(
  {
    "crypto.verify, JSON.parse": () => microseconds(() => verified() && JSON.parse(body.toString()), CALLS),
    "crypto.verify": () => microseconds(verified, CALLS),
    "payments-client": () => microseconds(() => webhooks.verify({ body, headers }), CALLS),
  },
  ROUNDS,
);
const groups: Group[] = [
  {
    title: `A signed notification of ${body.byteLength} bytes, RSA 2048, verified and read, µs`,
    rows,
    targets: [{ who: "payments-client", times: 1.5, of: "crypto.verify, JSON.parse" }],
  },
];
process.send?.(groups);
