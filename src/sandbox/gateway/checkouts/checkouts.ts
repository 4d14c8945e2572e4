import { type Checkout, checkoutCreateParamsSchema } from "../../../api/checkout/checkout.ts";
import type { Issue } from "../../../api/error-tree.ts";
import { problemsOf } from "../../../api/fields/problems.ts";
import type { CheckoutStatus } from "../../../api/transactions/checkout-status.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import type { Clock } from "../clock.ts";
import { sectionOf } from "../input/section.ts";
import { unknownCurrency } from "../input/unknown-currency.ts";
import { pageLinks } from "../page-links.ts";
import { randomHex } from "../random-hex.ts";
import type { CheckoutRecord, Fields } from "../records/records.ts";
import type { Store } from "../records/store.ts";
import { type CheckoutState, stateFacts } from "../records/transaction-states.ts";
import { unusableTypes } from "../transactions/offered-methods.ts";
import { allowedAttempts, TOKEN_LIFETIME } from "./checkout-state.ts";
import { type ShopIdentity, toStatus } from "./to-status.ts";

export class SandboxCheckouts {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #shop: ShopIdentity;

  constructor(store: Store, clock: Clock, shop: ShopIdentity) {
    this.#store = store;
    this.#clock = clock;
    this.#shop = shop;
  }

  /** All problems of a new token, nested below `checkout`: the client's rules and the gateway's. */
  problemsOfNew(fields: unknown): Issue[] {
    const sent = sectionOf(fields);
    const { currency } = sectionOf(sent["order"]);
    return [
      ...problemsOf(checkoutCreateParamsSchema, fields, ["checkout"]),
      ...unknownCurrency(currency, ["checkout", "order", "currency"]),
      ...unusableTypes(sent, ["checkout", "payment_method", "types"]),
    ];
  }

  /** Creates a token. The answer repeats the request. */
  create(fields: Fields, origin: string, productId?: string): Checkout {
    const token = randomHex(32);
    const now = this.#clock.now().toISOString();
    this.keep({ token, fields, createdAt: now, updatedAt: now, origin, productId, uids: [] });
    return { ...fields, token, redirect_url: pageLinks.checkout(origin, token) };
  }

  find(token: string): CheckoutRecord | undefined {
    return this.#store.checkouts.get(token);
  }

  keep(checkout: CheckoutRecord): void {
    this.#store.checkouts.set(checkout.token, checkout);
  }

  change(token: string, changes: Partial<CheckoutRecord>): void {
    const checkout = this.find(token);
    if (checkout) this.keep({ ...checkout, ...changes, updatedAt: this.#clock.now().toISOString() });
  }

  status(token: string): CheckoutStatus | undefined {
    const checkout = this.find(token);
    if (!checkout) return undefined;
    return toStatus(checkout, this.stateOf(checkout), this.latest(checkout), this.#shop);
  }

  latest({ uids }: CheckoutRecord): Transaction | undefined {
    return this.#store.transactions.get(uids.at(-1) ?? "")?.transaction;
  }

  expiryOf({ fields, createdAt }: CheckoutRecord): Date {
    const { expired_at: given } = sectionOf(fields["order"]);
    const start = new Date(createdAt);
    const isGiven = typeof given === "string" && given !== "";
    return this.#clock.endOf(start, isGiven ? Date.parse(given) - start.getTime() : TOKEN_LIFETIME);
  }

  stateOf(checkout: CheckoutRecord): CheckoutState {
    const facts = stateFacts(this.latest(checkout)?.status);
    const isOpen = !facts || (facts.retryable && checkout.uids.length < allowedAttempts(checkout));
    if (facts && !isOpen && !facts.isWaiting) return facts.checkout;
    if (checkout.expired || this.expiryOf(checkout) <= this.#clock.now()) return "expired";
    return isOpen ? "open" : facts.checkout;
  }
}
