/** Forged notifications of payments, and genuine payments that are almost right. */
import { minorUnits } from "../../../payments/currencies.ts";
import { basicAuthorization } from "../../../shared/basic-auth.ts";
import { priceOf, type TermChanges } from "../../gateway/terms.ts";
import type { Notification } from "../../gateway/watched-gateway.ts";
import { HANDLER, OUTCOME, SIGNATURE } from "../../guides.ts";
import type { Terms } from "../../history/events.ts";
import { type Move, needing } from "../move.ts";
import { transactionIn } from "../order-history.ts";
import { answerText, type StoryRun } from "../story-run.ts";
import { payAnother } from "./customer.ts";

const JSON_TYPE = { "content-type": "application/json", accept: "application/json" };

const OF_OTHER_SHOP = { ...JSON_TYPE, authorization: basicAuthorization("99", "key-of-another-shop") };

const VERIFY = `Verify the Content-Signature with the gateway's public key before you read the body, and answer 401. ${SIGNATURE}`;
const OVER_BODY = `Verify the Content-Signature over the body. All notifications have the same credentials, so anyone who sees one could forge others. ${SIGNATURE}`;

interface Forgery {
  /** Default: a payment of the order. */
  readonly body?: object;
  readonly headers: Record<string, string> | Promise<Record<string, string>>;
}

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
  make: (run: StoryRun) => Forgery | Promise<Forgery>,
  advice = VERIFY,
  isPossible: Move["isPossible"] = () => true,
): Move => ({
  weight: 0.15,
  advice,
  isPossible,
  play: async (run) => {
    const { body = { transaction: run.fake() }, headers } = await make(run);
    const answer = await run.gateway.post(run.order.token, JSON.stringify(body), Promise.resolve(headers));
    run.note(run.order, { is: "notified", what: "forged", id: how, answer: answer.status });
    return `notification of a payment forged, ${how}: ${answerText(answer)}`;
  },
});

/** Gives an earlier notification the content of a payment of the order. Its uid and its headers stay. */
const forgingFrom = (how: string, index: 0 | 1): Move => {
  const find = (run: StoryRun): Notification | undefined => {
    const paid = run.facts().right.map(({ uid }) => uid);
    return run.orders[index]?.known.findLast(
      (each) => each.type === "transaction" && !paid.includes(transactionIn(each).uid ?? ""),
    );
  };
  const make = async (run: StoryRun): Promise<Forgery> => {
    const original = find(run);
    // The shop may have noted that it verified this one.
    if (original && run.order.unsent.includes(original)) await run.post(run.order, original);
    const { uid, id, parent_uid } = original ? transactionIn(original) : {};
    const body = { transaction: { ...run.fake(), uid, id, parent_uid } };
    return { body, headers: run.gateway.sign(original?.body ?? "") };
  };
  return forging(how, make, OVER_BODY, (run) => find(run) !== undefined);
};

export const FORGERIES: Readonly<Record<string, Move>> = {
  "forge signature": forging("with random bytes as signature", () => {
    const bytes = crypto.getRandomValues(new Uint8Array(256));
    return { headers: { ...JSON_TYPE, "content-signature": btoa(String.fromCharCode(...bytes)) } };
  }),
  "forge other shop": forging("genuine for another shop with its own key and credentials", async (run) => {
    const body = { transaction: run.fake() };
    const signature = await run.gateway.signWithOtherKey(JSON.stringify(body));
    return { body, headers: { ...OF_OTHER_SHOP, "content-signature": signature } };
  }),
  "forge nothing": forging("with neither signature nor credentials", () => ({ headers: JSON_TYPE })),
  "forge status": forging("as a token's status with neither signature nor credentials", (run) => ({
    body: statusBody(run),
    headers: JSON_TYPE,
  })),
  "forge credentials": forging("with another shop's credentials and no signature", () => ({
    headers: OF_OTHER_SHOP,
  })),
  "forge body": forging(
    "with the headers of a genuine notification of a decline",
    (run) => ({
      headers: run.gateway.sign(JSON.stringify({ transaction: run.fake({ status: "failed" }) })),
    }),
    OVER_BODY,
  ),
  "forge earlier": forgingFrom("with uid and headers of an earlier notification of the order", 0),
  "forge other order": forgingFrom("with uid and headers of a payment of another order", 1),
  "forge big body": forging(
    "of over 1 MiB and unsigned",
    (run) => ({ body: { transaction: run.fake(), comment: "x".repeat(1_048_576) }, headers: JSON_TYPE }),
    `Stop reading a body at 1 MiB. Verify it before you parse it, and keep serving. ${SIGNATURE}`,
  ),
};

const COMPARE = `Compare amount, currency and tracking_id with the stored order, exactly, before you fulfill it. ${HANDLER}`;

const MAX_TOKENS = 60;

/** @param changesOf Returns undefined if nothing would be different, or if the change is not possible. */
const nearMiss = (
  text: string,
  changesOf: (terms: Terms) => TermChanges | undefined,
  advice = COMPARE,
): Move => ({
  weight: 0.1,
  advice,
  ...needing(
    ({ shop, order }) => {
      const changes = changesOf(order.terms);
      const id = changes?.order?.tracking_id;
      const isMiss = id === undefined || !shop.trackingIds.has(id);
      return isMiss && order.tokens.length < MAX_TOKENS ? changes : undefined;
    },
    async (run, changes) => {
      const { amount, currency, kind } = { ...run.order.terms, ...changes.order };
      run.shop.nearIds.add(changes.order?.tracking_id ?? "");
      const paid = await payAnother(run, changes);
      return `a ${kind} like the one of the order, but with ${text}, paid (${priceOf(amount, currency)}); ${paid}`;
    },
  ),
});

const nearAmount = (text: string, change: (amount: number) => number): Move =>
  nearMiss(text, ({ amount, kind, isReusable }) => {
    const other = change(amount);
    // A permanent bill may be an account, into which any amount is paid.
    if (kind === "bill" && isReusable) return undefined;
    return other >= 1 && other !== amount ? { order: { amount: other } } : undefined;
  });

/** The most characters of an id. A longer one is not in the API reference. */
const MAX_ID = 300;

const nearId = (text: string, change: (id: string) => string): Move =>
  nearMiss(text, ({ trackingId }) => {
    if (trackingId === undefined) return undefined;
    const other = change(trackingId);
    return other === trackingId || other === "" || other.length > MAX_ID
      ? undefined
      : { order: { tracking_id: other } };
  });

const inOtherCase = (text: string): string => {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
};

/** Letters and digits of double width, which Unicode's form NFKC makes equal to the usual ones. */
const wide = (text: string): string =>
  text.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0));

const percentOf = (amount: number): number => Math.max(1, Math.floor(amount / 100));

const CURRENCIES = { 0: ["JPY", "KRW"], 2: ["EUR", "USD"], 3: ["KWD", "BHD"] } as const;

/** Another currency with so many decimals. @param isSameSum Whether the sum is the same, such as 12.90 and 12.900. */
const nearCurrency = (decimals: keyof typeof CURRENCIES, isSameSum: boolean): Move =>
  nearMiss(
    `another currency of ${decimals} decimals${isSameSum ? " and the same sum" : ""}`,
    ({ currency, amount }) => {
      const other = CURRENCIES[decimals].find((code) => code !== currency) ?? "";
      const factor = 10 ** (decimals - (minorUnits(currency) ?? decimals));
      const changed = isSameSum ? amount * factor : amount;
      const isPossible = Number.isInteger(changed) && !(isSameSum && factor === 1);
      return isPossible ? { order: { currency: other, amount: changed } } : undefined;
    },
  );

/** Shops have a list of their currencies. */
const COMMON_CURRENCIES = ["EUR", "USD", "GBP", "CHF", "BYN", "RUB"];

/** Genuine payments that do not match the order. The notification is signed, and the gateway's status agrees. */
export const NEAR_MISSES: Readonly<Record<string, Move>> = {
  "pay 1 more": nearAmount("one minor unit more", (amount) => amount + 1),
  "pay 1 less": nearAmount("one minor unit less", (amount) => amount - 1),
  "pay 1% more": nearAmount("1 % more", (amount) => amount + percentOf(amount)),
  "pay 1% less": nearAmount("1 % less", (amount) => amount - percentOf(amount)),
  "pay hundredth": nearAmount("a hundredth of the amount", (amount) => Math.floor(amount / 100)),
  "pay hundred times": nearAmount("a hundred times the amount", (amount) => amount * 100),
  "pay 2^31 more": nearAmount("2^31 minor units more", (amount) => amount + 2 ** 31),
  "pay 2^32 more": nearAmount("2^32 minor units more", (amount) => amount + 2 ** 32),
  "pay 2^53 more": nearAmount("2^53 minor units more", (amount) => amount + 2 ** 53),
  "pay currency 0": nearCurrency(0, false),
  "pay currency 3": nearCurrency(3, false),
  ...Object.fromEntries(
    COMMON_CURRENCIES.map((code) => [
      `pay in ${code}`,
      nearMiss(`the same number in ${code}`, ({ currency }) =>
        currency === code ? undefined : { order: { currency: code } },
      ),
    ]),
  ),
  "pay sum in currency 0": nearCurrency(0, true),
  "pay sum in currency 2": nearCurrency(2, true),
  "pay sum in currency 3": nearCurrency(3, true),
  "pay id with suffix": nearId("the tracking_id and -B", (id) => `${id}-B`),
  "pay id with letters": nearId("the tracking_id and abc", (id) => `${id}abc`),
  "pay id with decimals": nearId("the tracking_id and .0", (id) => `${id}.0`),
  "pay id with zero": nearId("the tracking_id after a 0", (id) => `0${id}`),
  "pay id with space": nearId("the tracking_id and a space", (id) => `${id} `),
  "pay id without end": nearId("the tracking_id without its last character", (id) => id.slice(0, -1)),
  "pay id in other capitals": nearId("the tracking_id in other capitals", inOtherCase),
  "pay id in wide letters": nearId("the tracking_id in letters of double width", wide),
  "pay id with accent": nearId("the tracking_id and an accent", (id) => `${id}\u0301`),
  "pay id with invisible letter": nearId("the tracking_id and an invisible letter", (id) => `${id}\u200b`),
  // A database may cut an id, and ignore spaces at its end.
  "pay id over 255": nearId(
    "the tracking_id, spaces and a B after 255 characters",
    (id) => `${id.padEnd(255)}B`,
  ),
  "pay unknown id": {
    ...nearId("a tracking_id that no order has", () => `none-${crypto.randomUUID()}`),
    needsShop: true,
  },
  "pay test": nearMiss(
    "test: true, so that no money moves",
    ({ isTest }) => (isTest ? undefined : { test: true }),
    `Fulfill an order only if test is not true. In this case, outcome is "test". ${OUTCOME}`,
  ),
  "pay authorization": nearMiss(
    "an authorization, which only holds the amount",
    ({ type, kind }) =>
      type === "authorization" || kind === "bill" ? undefined : { transaction_type: "authorization" },
    `Fulfill an order only if outcome is "paid". ${OUTCOME}`,
  ),
};
