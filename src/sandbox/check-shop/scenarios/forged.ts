import { basicAuthorization } from "../../../basic-auth.ts";
import { SigningKey } from "../../gateway/records/signing-key.ts";
import type { Gateway } from "../gateway.ts";
import type { Scenario } from "../scenario.ts";
import { answerOf } from "../trial.ts";
import { RAW_BODY, SIGNATURE } from "./guides.ts";

const JSON_TYPE = { "content-type": "application/json", accept: "application/json" };

const STRANGER = basicAuthorization("99", "key-of-another-shop");

interface Forgery {
  readonly name: string;
  readonly description: string;
  readonly headersOf: (gateway: Gateway, body: string, token: string) => Promise<Record<string, string>>;
  /** Characters that make the body longer. */
  readonly padding?: number;
  readonly advice?: string;
}

const CHECK = `Verify the Content-Signature with the gateway's public key before you read the body, and answer 401. ${SIGNATURE}`;

/** A notification of a payment that never happened, and then the genuine one of the payment that did. */
const forged = ({ name, description, headersOf, padding = 0, advice = CHECK }: Forgery): Scenario => ({
  name,
  description: `${description} Then the order was paid.`,
  expected: "The order is not fulfilled by the forged notification, and once by the payment.",
  advice,
  run: async (trial) => {
    const { gateway } = trial;
    const order = await trial.order();
    const body = JSON.stringify({
      transaction: gateway.fakeTransaction(order.token),
      comment: "x".repeat(padding),
    });
    const answer = await gateway.post(order.token, body, headersOf(gateway, body, order.token));
    await trial.expectFulfilments(order, 0);
    if (answer.status === 200)
      trial.remarks.push(`It was ${answerOf(answer)}: 401 would show it in your logs.`);
    await gateway.pay(order.token);
    return `The forged notification was ${answerOf(answer)}. ${await trial.expectFulfilments(order, 1)}`;
  },
});

export const FORGED: readonly Scenario[] = [
  forged({
    name: "wrong signature",
    description: "A notification was posted with a signature of random bytes.",
    headersOf: async () => {
      const bytes = crypto.getRandomValues(new Uint8Array(256));
      return { ...JSON_TYPE, "content-signature": btoa(String.fromCharCode(...bytes)) };
    },
  }),
  forged({
    name: "key of another shop",
    description: "A notification was signed with another shop's key and had its credentials.",
    headersOf: async (_gateway, body) => ({
      ...JSON_TYPE,
      authorization: STRANGER,
      "content-signature": await new SigningKey().sign(body),
    }),
  }),
  forged({
    name: "no signature",
    description: "A notification was posted with neither signature nor credentials.",
    headersOf: async () => JSON_TYPE,
  }),
  forged({
    name: "wrong credentials",
    description: "A notification was posted with another shop's credentials and no signature.",
    headersOf: async () => ({ ...JSON_TYPE, authorization: STRANGER }),
  }),
  forged({
    name: "altered body",
    description:
      "A notification of a declined card was posted with its own headers and a body that says it was paid.",
    headersOf: async (gateway, _body, token) =>
      gateway.sign(JSON.stringify({ transaction: gateway.fakeTransaction(token, undefined, "failed") })),
    advice: `Verify the Content-Signature over the body: the credentials are the same in every notification, so anyone who sees one could forge the others. ${SIGNATURE}`,
  }),
  forged({
    name: "body of 1 MiB",
    description: "A forged notification of over 1 MiB was posted.",
    padding: 1_048_576,
    headersOf: async () => JSON_TYPE,
    advice: `Stop reading a body at 1 MiB, verify before you parse, and go on serving. ${RAW_BODY}`,
  }),
];
