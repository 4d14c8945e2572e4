/**
 * Prints the time of verifying and reading a signed notification, credentials included, beside `crypto.verify` of
 * the same bytes, alone and with the `JSON.parse` that has to follow, from one run.
 */
import { createPublicKey, generateKeyPairSync, sign, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { Webhooks } from "payments-client/webhooks";
import { printTable } from "./table.ts";

const ROUNDS = 15;
const CALLS = 2000;

const body = readFileSync(new URL("../fixtures/notification-transaction.json", import.meta.url));
const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const der = publicKey.export({ type: "spki", format: "der" }).toString("base64");
const signature = sign("sha256", body, privateKey);
const headers = {
  authorization: `Basic ${btoa("4821:secret")}`,
  "content-signature": signature.toString("base64"),
};
const webhooks = new Webhooks({ shopId: 4821, secretKey: "secret", publicKey: der });
const key = createPublicKey(publicKey.export({ type: "spki", format: "pem" }));

const contenders: Record<string, () => unknown> = {
  "crypto.verify": () => verify("sha256", body, key, signature),
  "crypto.verify, JSON.parse": () => [verify("sha256", body, key, signature), JSON.parse(body.toString())],
  "webhooks.verify": () => webhooks.verify({ body, headers }),
};

const results = Object.fromEntries(Object.keys(contenders).map((name): [string, number[]] => [name, []]));
for (let round = -3; round < ROUNDS; round += 1) {
  for (const [name, call] of Object.entries(contenders)) {
    const startedAt = performance.now();
    for (let done = 0; done < CALLS; done += 1) await call();
    const microseconds = ((performance.now() - startedAt) * 1000) / CALLS;
    if (round >= 0) results[name]?.push(microseconds);
  }
}

console.log(
  `One notification of ${body.byteLength} bytes, RSA 2048, ${CALLS} a round, ${ROUNDS} rounds, Node ${process.version}`,
);
printTable(results);
