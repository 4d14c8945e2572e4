import type { Fields } from "../../sandbox/gateway/records/records.ts";
import { HANDLER, OUTCOME } from "../guides.ts";
import type { Terms } from "../stage/order-history.ts";
import type { Move } from "./move.ts";

const COMPARE = `Compare amount, currency and tracking_id with the order that you stored, exactly, with expectPayment, before you fulfil it. ${HANDLER}`;

interface NearMiss {
  readonly name: string;
  /** The token that is paid, as the story tells it. */
  readonly text: string;
  /** What is different; undefined where it would be the same or not possible. */
  readonly changesOf: (terms: Terms) => Fields | undefined;
  readonly advice?: string;
}

const amountOf =
  (change: (amount: number) => number) =>
  ({ amount }: Terms): Fields | undefined => {
    const other = change(amount);
    return other >= 1 && other !== amount ? { order: { amount: other } } : undefined;
  };

const idOf =
  (change: (id: string) => string) =>
  ({ trackingId }: Terms): Fields | undefined => {
    const other = change(trackingId ?? "");
    return trackingId === undefined || other === trackingId || other.length > 255
      ? undefined
      : { order: { tracking_id: other } };
  };

const otherCase = (text: string): string => {
  const upper = text.toUpperCase();
  return upper === text ? text.toLowerCase() : upper;
};

const NEAR_MISSES: readonly NearMiss[] = [
  { name: "1 more", text: "one minor unit more", changesOf: amountOf((amount) => amount + 1) },
  { name: "1 less", text: "one minor unit less", changesOf: amountOf((amount) => amount - 1) },
  {
    name: "1% more",
    text: "1 % more",
    changesOf: amountOf((amount) => amount + Math.max(1, Math.floor(amount / 100))),
  },
  {
    name: "1% less",
    text: "1 % less",
    changesOf: amountOf((amount) => amount - Math.max(1, Math.floor(amount / 100))),
  },
  {
    name: "hundredth",
    text: "a hundredth of the amount",
    changesOf: amountOf((amount) => Math.floor(amount / 100)),
  },
  {
    name: "other currency",
    text: "another currency",
    changesOf: ({ currency }) => ({ order: { currency: currency === "EUR" ? "USD" : "EUR" } }),
  },
  { name: "id with suffix", text: "the tracking_id and -B", changesOf: idOf((id) => `${id}-B`) },
  { name: "id with letters", text: "the tracking_id and abc", changesOf: idOf((id) => `${id}abc`) },
  { name: "id with zero", text: "the tracking_id after a 0", changesOf: idOf((id) => `0${id}`) },
  { name: "id with space", text: "the tracking_id and a space", changesOf: idOf((id) => `${id} `) },
  { name: "id in other capitals", text: "the tracking_id in other capitals", changesOf: idOf(otherCase) },
  {
    name: "unknown id",
    text: "a tracking_id that no order has",
    changesOf: idOf(() => `none-${crypto.randomUUID()}`),
  },
  {
    name: "test",
    text: "test: true, so that no money moves",
    advice: `Fulfil an order only where test is not true: outcome is "test" then. ${OUTCOME}`,
    changesOf: ({ isTest }) => (isTest ? undefined : { test: true }),
  },
  {
    name: "authorization",
    text: "an authorization, which holds the amount and charges nothing",
    advice: `Fulfil an order only where outcome is "paid". ${OUTCOME}`,
    changesOf: ({ type, isBill }) =>
      type === "authorization" || isBill ? undefined : { transaction_type: "authorization" },
  },
];

/** A genuine payment that is almost that of the order: its notification is signed, and the gateway's status agrees. */
export const NEAR_MISS_MOVES: readonly Move[] = NEAR_MISSES.map(
  ({ name, text, changesOf, advice = COMPARE }) => ({
    name: `pay ${name}`,
    weight: 0.2,
    advice,
    isPossible: ({ order }) => order.tokens.length < 3 && changesOf(order.terms) !== undefined,
    play: async (stage) =>
      `a ${stage.paidBy} like that of the order, but with ${text}, paid; ${await stage.payOther(changesOf(stage.order.terms) ?? {})}`,
  }),
);
