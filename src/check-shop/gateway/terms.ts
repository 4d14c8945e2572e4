import { formatAmount } from "../../sandbox/format-amount.ts";
import { type Fields, sectionOf, textOf } from "../../sandbox/gateway/input/section.ts";
import { TOKEN_LIFETIME } from "../../sandbox/gateway/payments/states.ts";
import { randomHex } from "../../sandbox/gateway/random-hex.ts";
import type { Terms } from "../history/events.ts";

/** Differences between another token and the token of the order. */
export interface TermChanges {
  readonly order?: { readonly amount?: number; readonly currency?: string; readonly tracking_id?: string };
  readonly test?: boolean;
  readonly transaction_type?: string;
}

/** An alternative method, whose payments are pending at first. */
export const METHOD = "erip";

/** The request of a bill like another, with its own account number, because the other bill would expire otherwise. */
export const toBillFields = ({ test, order, settings, payment_method }: Fields): Fields => {
  const { amount, currency, description, tracking_id } = sectionOf(order);
  const { notification_url } = sectionOf(settings);
  const { types } = sectionOf(payment_method);
  const type = Array.isArray(types) ? String(types[0]) : METHOD;
  const method = { ...sectionOf(sectionOf(payment_method)[type]), type, account_number: randomHex(8) };
  return { test, amount, currency, description, tracking_id, notification_url, payment_method: method };
};

export const priceOf = (amount: unknown, currency: unknown): string => formatAmount(amount, currency);

export const termsOf = (fields: Fields, isReusable: boolean, kind: Terms["kind"]): Terms => {
  const { amount, currency, tracking_id, expired_at } = sectionOf(fields["order"]);
  const given = textOf(expired_at) ?? "";
  return {
    amount: Number(amount),
    currency: String(currency),
    price: priceOf(amount, currency),
    trackingId: textOf(tracking_id),
    type: String(fields["transaction_type"]),
    isTest: fields["test"] === true,
    lifetime: given !== "" ? Date.parse(given) - Date.now() : kind === "token" ? TOKEN_LIFETIME : undefined,
    kind,
    isReusable,
  };
};
