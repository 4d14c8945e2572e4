import type { ApiCallRecord } from "../gateway/requests.ts";
import type { Shop } from "../gateway/shop.ts";
import { summaryOf } from "./call-summary.ts";
import { orderOf } from "./order-of.ts";
import type { ListId } from "./view.ts";

/** The keys of a list's records, and what has only these keys. */
interface Keys {
  has(key: string): boolean;
}

const tokensOf = (records: ReadonlyMap<string, { readonly token: string }>): Keys =>
  new Set(Array.from(records.values(), ({ token }) => token));

/**
 * How the rows of the lists belong together: a payment's token, transactions, deliveries and calls have the token in
 * common, and payments a product or a tracking id. A search for an id finds all rows of the payments that have it.
 */
export class Relations {
  readonly #shop: Shop;
  readonly #ids: Readonly<Record<ListId, Keys>>;
  /** The tokens of each product and tracking id. */
  readonly #payments = new Map<string, string[]>();

  constructor(shop: Shop) {
    const { products, checkouts, transactions, deliveries } = shop.store;
    this.#shop = shop;
    this.#ids = {
      products,
      tokens: checkouts,
      transactions: tokensOf(transactions),
      deliveries: tokensOf(deliveries),
      requests: new Set([...shop.requests.records.values()].flatMap((call) => this.idsOf(call))),
    };
    for (const checkout of checkouts.values()) {
      for (const id of [checkout.productId, orderOf(checkout).trackingId]) {
        const tokens = this.#payments.get(id ?? "");
        if (tokens) tokens.push(checkout.token);
        else if (id) this.#payments.set(id, [checkout.token]);
      }
    }
  }

  /** The tokens of the payments of which a text matches. Follow-ups can have another tracking id than their parent. */
  tokensWith(pattern: RegExp): Set<string> {
    const { checkouts, transactions } = this.#shop.store;
    const found = new Set<string>();
    const add = (token: string, ...texts: unknown[]): void => {
      if (texts.some((text) => typeof text === "string" && pattern.test(text))) found.add(token);
    };
    for (const checkout of checkouts.values()) {
      const { trackingId, description, email } = orderOf(checkout);
      add(checkout.token, checkout.token, checkout.productId, trackingId, description, email);
    }
    for (const { token, transaction } of transactions.values()) {
      add(token, token, transaction.uid, transaction.tracking_id);
    }
    return found;
  }

  /** The ids that a call has in common with other rows: tokens instead of the transactions that it is about. */
  idsOf(call: ApiCallRecord): string[] {
    return summaryOf(call).subjects.map((id) => this.#shop.store.transactions.get(id)?.token ?? id);
  }

  /** The product of a payment; the id itself for other ids. */
  productOf(id: string): string {
    return this.#shop.store.checkouts.get(id)?.productId ?? id;
  }

  /** Whether a list has a row of these tokens, products or tracking ids. */
  has(list: ListId, ids: readonly string[]): boolean {
    return ids.some((id) => [id, ...(this.#payments.get(id) ?? [])].some((key) => this.#ids[list].has(key)));
  }
}
