/** The handling of a signed notification with credentials, compared with the same by Node's own means. */
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
const order = { amount, currency, paidBy: uid, test: true };
const handle = webhooks.handler({
  findOrder: () => order,
  paid: () => undefined,
  review: ({ message }) => {
    throw new Error(message);
  },
});

async function measure(body: Buffer): Promise<Group[]> {
  const signature = sign("sha256", body, privateKey);
  const headers = { authorization, "content-signature": signature.toString("base64") };
  const request = (): Request =>
    new Request("https://shop.example/notify", { method: "POST", body, headers });
  const verified = (bytes: Uint8Array, sent: Uint8Array): unknown => {
    if (!verify("sha256", bytes, key, sent)) throw new Error("The signature must be right");
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString());
  };
  const handled = async (answer: Promise<Response>): Promise<void> => {
    if ((await answer).status !== 200) throw new Error("The notification must be accepted");
  };
  /** The least that a handler does: it reads no order, and compares nothing. */
  const plain = async (received: Request): Promise<Response> => {
    const bytes = new Uint8Array(await received.arrayBuffer());
    if (received.headers.get("authorization") !== authorization) return new Response(null, { status: 401 });
    verified(bytes, Buffer.from(received.headers.get("content-signature") ?? "", "base64"));
    return new Response();
  };
  const [verifications = {}] = await inTurn(
    {
      "crypto.verify, JSON.parse": () => microseconds(() => verified(body, signature), CALLS),
      "payments-client": () => microseconds(() => webhooks.verify({ body, headers }), CALLS),
    },
    ROUNDS,
  );
  const [handlers = {}] = await inTurn(
    {
      "the same in a handler": () => microseconds(() => handled(plain(request())), CALLS),
      "payments-client": () => microseconds(() => handled(handle(request())), CALLS),
    },
    ROUNDS,
  );
  const who = "payments-client";
  return [
    {
      title: `A signed notification of ${body.byteLength} bytes, RSA 2048, verified and read, µs of CPU`,
      rows: verifications,
      targets: [{ who, times: 1.5, of: "crypto.verify, JSON.parse" }],
    },
    {
      title: `A signed notification of ${body.byteLength} bytes, from Request to Response, µs of CPU`,
      rows: handlers,
      targets: [{ who, times: 1.5, of: "the same in a handler" }],
    },
  ];
}

const groups = [
  ...(await measure(Buffer.from(JSON.stringify({ transaction: least })))),
  ...(await measure(Buffer.from(fixture))),
];
process.send?.(groups);
