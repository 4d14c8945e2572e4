/** Forged notifications of payments, and genuine payments that are almost right. */
import { basicAuthorization } from "../../shared/basic-auth.ts";
import { HANDLER, OUTCOME, RAW_BODY, SIGNATURE } from "../guides.ts";
import type { TermChanges, Terms } from "../scenario/gateway.ts";
import { answerText, type Move, type StoryRun } from "../scenario/story-run.ts";
import { canBeginAgain, payAnother } from "./customer.ts";

const JSON_TYPE = { "content-type": "application/json", accept: "application/json" };

const OF_OTHER_SHOP = { ...JSON_TYPE, authorization: basicAuthorization("99", "key-of-another-shop") };

const VERIFY = `Verify the Content-Signature with the gateway's public key before you read the body, and answer 401. ${SIGNATURE}`;

const transactionBody = (run: StoryRun): object => ({ transaction: run.fake() });

/** The same payment in the form of a token's status, like a notification of an expired token. */
const statusBody = (run: StoryRun): object => {
  const { uid, amount, currency, tracking_id } = run.fake();
  return {
    token: run.order.token,
    status: "successful",
    finished: true,
    order: { amount, currency, tracking_id },
    gateway_response: { payment: { uid, status: "successful" } },
  };
};

/** A notification of a payment that never happened. */
const forging = (
  how: string,
  headersOf: (body: string, run: StoryRun) => Promise<Record<string, string>>,
  { advice = VERIFY, bodyOf = transactionBody } = {},
): Move => ({
  weight: 0.15,
  advice,
  play: async (run) => {
    const { gateway, order } = run;
    const body = JSON.stringify(bodyOf(run));
    const answer = await gateway.post(order.token, body, headersOf(body, run));
    order.forged.push(answer.status);
    return `notification of a payment forged, ${how}: ${answerText(answer)}`;
  },
});

export const FORGERIES: Readonly<Record<string, Move>> = {
  "forge signature": forging("with random bytes as signature", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(256));
    return { ...JSON_TYPE, "content-signature": btoa(String.fromCharCode(...bytes)) };
  }),
  "forge key": forging(
    "signed with another shop's key and with its credentials",
    async (body, { gateway }) => ({
      ...OF_OTHER_SHOP,
      "content-signature": await gateway.signWithOtherKey(body),
    }),
  ),
  "forge nothing": forging("with neither signature nor credentials", async () => JSON_TYPE),
  "forge status": forging(
    "as a token's status with neither signature nor credentials",
    async () => JSON_TYPE,
    { bodyOf: statusBody },
  ),
  "forge credentials": forging("with another shop's credentials and no signature", async () => OF_OTHER_SHOP),
  "forge body": forging(
    "with the headers of a genuine notification of a decline",
    async (_body, run) => run.gateway.sign(JSON.stringify({ transaction: run.fake({ status: "failed" }) })),
    {
      advice: `Verify the Content-Signature over the body: the credentials are the same in every notification, so anyone who sees one could forge the others. ${SIGNATURE}`,
    },
  ),
  "forge big body": forging("of over 1 MiB and unsigned", async () => JSON_TYPE, {
    advice: `Stop reading a body at 1 MiB, verify before you parse, and go on serving. ${RAW_BODY}`,
    bodyOf: (run) => ({ ...transactionBody(run), comment: "x".repeat(1_048_576) }),
  }),
};

const COMPARE = `Compare amount, currency and tracking_id with the order that you stored, exactly, with expectPayment, before you fulfil it. ${HANDLER}`;

/** @param changesOf Returns undefined if nothing would be different, or if the change is not possible. */
const nearMiss = (
  text: string,
  changesOf: (terms: Terms) => TermChanges | undefined,
  advice = COMPARE,
): Move => ({
  weight: 0.2,
  advice,
  isPossible: (run) => canBeginAgain(run) && changesOf(run.order.terms) !== undefined,
  play: async (run) =>
    `a ${run.paidBy} like that of the order, but with ${text}, paid; ${await payAnother(run, changesOf(run.order.terms) ?? {})}`,
});

const nearAmount = (text: string, change: (amount: number) => number): Move =>
  nearMiss(text, ({ amount }) => {
    const other = change(amount);
    return other >= 1 && other !== amount ? { order: { amount: other } } : undefined;
  });

const nearId = (text: string, change: (id: string) => string): Move =>
  nearMiss(text, ({ trackingId }) => {
    if (trackingId === undefined) return undefined;
    const other = change(trackingId);
    return other === trackingId || other.length > 255 ? undefined : { order: { tracking_id: other } };
  });

const inOtherCase = (text: string): string => {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
};

const percentOf = (amount: number): number => Math.max(1, Math.floor(amount / 100));

/** Genuine payments that do not match the order. The notification is signed, and the gateway's status agrees. */
export const NEAR_MISSES: Readonly<Record<string, Move>> = {
  "pay 1 more": nearAmount("one minor unit more", (amount) => amount + 1),
  "pay 1 less": nearAmount("one minor unit less", (amount) => amount - 1),
  "pay 1% more": nearAmount("1 % more", (amount) => amount + percentOf(amount)),
  "pay 1% less": nearAmount("1 % less", (amount) => amount - percentOf(amount)),
  "pay hundredth": nearAmount("a hundredth of the amount", (amount) => Math.floor(amount / 100)),
  "pay other currency": nearMiss("another currency", ({ currency }) => ({
    order: { currency: currency === "EUR" ? "USD" : "EUR" },
  })),
  "pay id with suffix": nearId("the tracking_id and -B", (id) => `${id}-B`),
  "pay id with letters": nearId("the tracking_id and abc", (id) => `${id}abc`),
  "pay id with zero": nearId("the tracking_id after a 0", (id) => `0${id}`),
  "pay id with space": nearId("the tracking_id and a space", (id) => `${id} `),
  "pay id in other capitals": nearId("the tracking_id in other capitals", inOtherCase),
  "pay unknown id": nearId("a tracking_id that no order has", () => `none-${crypto.randomUUID()}`),
  "pay test": nearMiss(
    "test: true, so that no money moves",
    ({ isTest }) => (isTest ? undefined : { test: true }),
    `Fulfil an order only where test is not true: outcome is "test" then. ${OUTCOME}`,
  ),
  "pay authorization": nearMiss(
    "an authorization, which holds the amount and charges nothing",
    ({ type, isBill }) =>
      type === "authorization" || isBill ? undefined : { transaction_type: "authorization" },
    `Fulfil an order only where outcome is "paid". ${OUTCOME}`,
  ),
};
