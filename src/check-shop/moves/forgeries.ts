import { SigningKey } from "../../sandbox/gateway/records/signing-key.ts";
import { basicAuthorization } from "../../shared/basic-auth.ts";
import { RAW_BODY, SIGNATURE } from "../guides.ts";
import { answerText, type Stage } from "../stage/stage.ts";
import type { Move } from "./move.ts";

const JSON_TYPE = { "content-type": "application/json", accept: "application/json" };

const STRANGER = basicAuthorization("99", "key-of-another-shop");

const CHECK = `Verify the Content-Signature with the gateway's public key before you read the body, and answer 401. ${SIGNATURE}`;

type Fake = ReturnType<Stage["gateway"]["fakeTransaction"]>;

/** The same in the form of a token's status, as a notification of an expiry has it. */
const asStatus = (token: string, { uid, amount, currency, tracking_id }: Fake): object => ({
  token,
  status: "successful",
  finished: true,
  order: { amount, currency, tracking_id },
  gateway_response: { payment: { uid, status: "successful" } },
});

/** A notification of a payment that never happened. */
const forging = (
  name: string,
  how: string,
  headersOf: (body: string, stage: Stage) => Promise<Record<string, string>>,
  { padding = 0, advice = CHECK, isStatus = false } = {},
): Move => ({
  name: `forge ${name}`,
  weight: 0.15,
  advice,
  isPossible: () => true,
  play: async (stage) => {
    const { gateway, order } = stage;
    const transaction = gateway.fakeTransaction(order.token);
    const told = isStatus ? asStatus(order.token, transaction) : { transaction };
    const body = JSON.stringify({ ...told, comment: "x".repeat(padding) });
    const answer = await gateway.post(order.token, body, headersOf(body, stage));
    order.forged.push(answer.status);
    return `notification of a payment forged, ${how}: ${answerText(answer)}`;
  },
});

export const FORGERIES: readonly Move[] = [
  forging("signature", "with random bytes as signature", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(256));
    return { ...JSON_TYPE, "content-signature": btoa(String.fromCharCode(...bytes)) };
  }),
  forging("key", "signed with another shop's key and with its credentials", async (body) => ({
    ...JSON_TYPE,
    authorization: STRANGER,
    "content-signature": await new SigningKey().sign(body),
  })),
  forging("nothing", "with neither signature nor credentials", async () => JSON_TYPE),
  forging("status", "as a token's status with neither signature nor credentials", async () => JSON_TYPE, {
    isStatus: true,
  }),
  forging("credentials", "with another shop's credentials and no signature", async () => ({
    ...JSON_TYPE,
    authorization: STRANGER,
  })),
  forging(
    "body",
    "with the headers of a genuine notification of a decline",
    async (_body, { gateway, order }) =>
      gateway.sign(
        JSON.stringify({ transaction: gateway.fakeTransaction(order.token, undefined, "failed") }),
      ),
    {
      advice: `Verify the Content-Signature over the body: the credentials are the same in every notification, so anyone who sees one could forge the others. ${SIGNATURE}`,
    },
  ),
  forging("big body", "of over 1 MiB and unsigned", async () => JSON_TYPE, {
    padding: 1_048_576,
    advice: `Stop reading a body at 1 MiB, verify before you parse, and go on serving. ${RAW_BODY}`,
  }),
];
