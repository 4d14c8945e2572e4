import type { ApiCallRecord } from "../gateway/requests.ts";
import type { Shop } from "../gateway/shop.ts";
import { summaryOf } from "./call-summary.ts";
import { orderOf } from "./order-of.ts";
import type { ListId } from "./view.ts";

/** What a search for amounts looks at; empty where no amount is searched for. */
export type AmountText = (amount: unknown, currency: unknown) => string;

/**
 * How the rows of the lists belong together: a payment's token, transactions, deliveries and calls have the token in
 * common, and payments a product or a tracking id. A search for an id finds all rows of the payments that have it.
 */
export interface Relations {
  /** The tokens of the payments of which a text or an amount matches. */
  tokensWith(isFound: (text: unknown) => boolean, amountText: AmountText): ReadonlySet<string>;
  /** The tokens of a product or a tracking id. */
  tokensOf(id: string): readonly string[];
  /** The ids that a call has in common with other rows: tokens instead of the transactions that it is about. */
  idsOf(call: ApiCallRecord): string[];
  /** The product of a payment; the id itself for other ids. */
  productOf(id: string): string;
  /** Whether a list has a row of this token, product or tracking id. */
  has(list: ListId, id: string): boolean;
}

const allTokensOf = (records: ReadonlyMap<string, { readonly token: string }>) =>
  new Set(Array.from(records.values(), ({ token }) => token));

export const relationsOf = ({ store, requests }: Shop): Relations => {
  const { products, checkouts, transactions, deliveries } = store;
  const idsOf = (call: ApiCallRecord) =>
    summaryOf(call).subjects.map((id) => transactions.get(id)?.token ?? id);
  const keys = {
    products,
    tokens: checkouts,
    transactions: allTokensOf(transactions),
    deliveries: allTokensOf(deliveries),
    requests: new Set([...requests.records.values()].flatMap(idsOf)),
  };
  /** The tokens of each product and tracking id. */
  const payments = new Map<string, string[]>();
  for (const checkout of checkouts.values()) {
    for (const id of [checkout.productId, orderOf(checkout).trackingId]) {
      const tokens = payments.get(id ?? "");
      if (tokens) tokens.push(checkout.token);
      else if (id) payments.set(id, [checkout.token]);
    }
  }

  const tokensOf = (id: string) => payments.get(id) ?? [];

  return {
    tokensOf,
    tokensWith: (isFound, amountText) => {
      const found = new Set<string>();
      const add = (token: string, ...texts: unknown[]): void => {
        if (texts.some(isFound)) found.add(token);
      };
      for (const checkout of checkouts.values()) {
        const { token, productId } = checkout;
        const { trackingId, description, email, amount, currency } = orderOf(checkout);
        add(token, token, productId, trackingId, description, email, amountText(amount, currency));
      }
      // Follow-ups can have another amount and tracking id than their parent.
      for (const { token, transaction } of transactions.values()) {
        const { uid, tracking_id: trackingId, amount, currency } = transaction;
        add(token, token, uid, trackingId, amountText(amount, currency));
      }
      return found;
    },
    idsOf,
    productOf: (id) => checkouts.get(id)?.productId ?? id,
    has: (list, id) => [id, ...tokensOf(id)].some((key) => keys[list].has(key)),
  };
};
