import type { Issue } from "../../../api/error-tree.ts";
import { savedCardPaymentParamsSchema } from "../../../api/transactions/saved-card-payment.ts";
import { isRecord } from "../../../shared/values.ts";
import { maskOf } from "../cards/test-cards.ts";
import { type Gateway, NotPayableError } from "../gateway.ts";
import { problemsOfParams } from "../input/problems-of-params.ts";
import { type Fields, sectionOf, textOf } from "../input/section.ts";
import { cardOfRequest, toOrder } from "./card-request.ts";
import { charge } from "./pay.ts";
import { DUPLICATE_WINDOW, type Effect } from "./transactions.ts";

/** The types of transactions that a request can make without a payment token. */
export type CardPaymentType = "payment" | "authorization" | "charge" | "credit";

/** Removes card data, because the model accepts only card tokens. */
const withoutCardData = (value: unknown): unknown => {
  const card = isRecord(value) ? value["credit_card"] : undefined;
  if (!isRecord(value) || !isRecord(card)) return value;
  const { number, verification_value: _, ...known } = card;
  return { ...value, credit_card: textOf(number) === undefined ? known : { ...known, token: "by number" } };
};

const keyOf = (type: CardPaymentType, { credit_card, amount, currency }: Fields): string => {
  const { token, number } = sectionOf(credit_card);
  return [type, textOf(token) ?? maskOf(textOf(number) ?? ""), textOf(amount), textOf(currency)].join();
};

const isDuplicate = ({ recentCharges, clock }: Gateway, type: CardPaymentType, fields: Fields): boolean => {
  const now = clock.now();
  for (const [key, end] of recentCharges) if (end <= now) recentCharges.delete(key);
  return fields["duplicate_check"] !== false && recentCharges.has(keyOf(type, fields));
};

/** Returns the problems of a payment, authorization or credit without a payment token. Source: gateway documentation. */
export const problemsOfCardPayment = (gateway: Gateway, type: CardPaymentType, value: unknown): Issue[] => {
  const fields = sectionOf(value);
  return [
    ...problemsOfParams(savedCardPaymentParamsSchema, withoutCardData(value)),
    ...cardOfRequest(gateway, fields["credit_card"]).problems,
    ...(isDuplicate(gateway, type, fields) ? [{ path: ["base"], messages: ["Duplicate transaction"] }] : []),
  ];
};

/**
 * Charges a card or sends money to it. Synchronous, so that the second of two concurrent requests is a duplicate.
 *
 * @param fields A valid request.
 */
export const processCardPayment = (
  gateway: Gateway,
  type: CardPaymentType,
  fields: Fields,
  origin: string,
): Effect => {
  const { input } = cardOfRequest(gateway, fields["credit_card"]);
  if (!input) throw new NotPayableError("There is no such card");
  const now = gateway.clock.now();
  gateway.recentCharges.set(keyOf(type, fields), gateway.clock.endOf(now, DUPLICATE_WINDOW));
  const card = type === "credit" ? { ...input, skipsSecure: true } : input;
  return charge(gateway, toOrder(type, fields, origin, now), card);
};
