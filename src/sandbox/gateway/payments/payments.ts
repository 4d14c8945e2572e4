import type { CheckoutStatus } from "../../../models/checkout-status.ts";
import type { Transaction } from "../../../models/transaction.ts";
import type { SandboxCheckouts } from "../checkouts/checkouts.ts";
import type { Clock } from "../clock.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import { notifyMerchant } from "../deliveries/notify-merchant.ts";
import { section, textOf } from "../input/section.ts";
import type { SandboxProducts } from "../products.ts";
import type { CardRecord, CheckoutRecord, Fields, TransactionRecord } from "../records/records.ts";
import type { Store } from "../records/store.ts";
import { NotPayableError } from "./not-payable-error.ts";
import { notOffered } from "./offered-methods.ts";
import { outcomeOf } from "./outcome.ts";
import type { PaymentInput } from "./payment-input.ts";
import { NOT_VERIFIED, verifyPayout } from "./payouts.ts";
import { cardToSave } from "./saved-card.ts";
import {
  awaitsCompletion,
  beginTransaction,
  isInterrupted,
  type Outcome,
  type Processed,
  withOutcome,
} from "./transactions.ts";

interface Dependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly products: SandboxProducts;
  readonly checkouts: SandboxCheckouts;
  readonly deliveries: Deliveries;
  readonly emitChange: () => void;
}

const NO_NOTIFICATION = Promise.resolve();

/** The fields of a token with what the customer entered. */
const withEntries = (fields: Fields, { customer, customFields }: PaymentInput): Fields => {
  const order = section(fields["order"]);
  const given = section(order["custom_fields"]);
  const values = Object.entries(customFields ?? {}).map(([name, value]) => [
    name,
    { ...section(given[name]), value },
  ]);
  return {
    ...fields,
    customer: { ...section(fields["customer"]), ...customer },
    ...(values.length > 0 && {
      order: { ...order, custom_fields: { ...given, ...Object.fromEntries(values) } },
    }),
  };
};

/** The payments of a sandbox. */
export class Payments {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    for (const { token } of dependencies.store.checkouts.values()) this.expireInTime(token);
    for (const { transaction } of dependencies.store.transactions.values()) {
      if (isInterrupted(transaction)) this.#finish(transaction.uid, NOT_VERIFIED);
    }
  }

  /**
   * Pays for a token. The transaction stays `incomplete` while a 3-D Secure challenge is open.
   *
   * @throws NotPayableError when the token is unknown, paid, used up, in progress or expired, does not offer the
   * method or the card's brand, or its product is sold out or expired.
   */
  async pay(token: string, input: PaymentInput): Promise<Processed> {
    const { transaction, checkout, saved } = this.#begin(token, input);
    const verification = this.#verify(checkout, transaction);
    // Without a verification nothing is awaited, so that no saved state holds a half-processed payment.
    const declined = verification && (await verification);
    const now = this.#record(transaction.uid).transaction;
    if (now.status !== "incomplete") return { transaction: now, notified: NO_NOTIFICATION };
    const outcome = declined ?? outcomeOf(input, checkout.fields);
    if (outcome.status === "successful" || outcome.status === "failed") {
      return this.#finish(transaction.uid, { ...outcome, cardToken: saved?.token });
    }
    return { transaction: this.#change(transaction.uid, outcome), notified: NO_NOTIFICATION };
  }

  /**
   * Completes a transaction that waits for a 3-D Secure challenge or an alternative method.
   *
   * @throws NotPayableError when the transaction is unknown or not waiting, or its token is expired.
   */
  async complete(uid: string, isSuccessful: boolean): Promise<Processed> {
    const { checkouts } = this.#dependencies;
    const { token, transaction, cardToSave } = this.#record(uid);
    if (!awaitsCompletion(transaction)) {
      throw new NotPayableError(`The transaction cannot be completed: it is ${transaction.status}`);
    }
    const checkout = checkouts.find(token);
    // The timer that expires the transaction may be late.
    if (checkout && checkouts.stateOf(checkout) === "expired") {
      throw new NotPayableError("The transaction cannot be completed: its payment token is expired");
    }
    return this.#finish(
      uid,
      isSuccessful
        ? {
            status: "successful",
            message: "Successfully processed",
            bankCode: "00",
            cardToken: cardToSave?.token,
          }
        : { status: "failed", message: "The payment was not confirmed by the customer" },
    );
  }

  /** Expires a token now and notifies the merchant. Returns false if it cannot expire. */
  async expire(token: string): Promise<boolean> {
    if (!this.#canExpire(token)) return false;
    this.#dependencies.checkouts.change(token, { expired: true });
    await this.#endExpired(token);
    return true;
  }

  /** Schedules the expiry of a token. */
  expireInTime(token: string): void {
    const { clock, checkouts } = this.#dependencies;
    const checkout = checkouts.find(token);
    if (checkout && this.#canExpire(token)) {
      clock.at(checkouts.expiryOf(checkout), () => void this.expire(token));
    }
  }

  #canExpire(token: string): boolean {
    const checkout = this.#dependencies.checkouts.find(token);
    if (!checkout || checkout.expired) return false;
    const state = this.#dependencies.checkouts.stateOf(checkout);
    return state !== "successful" && state !== "failed";
  }

  /** @throws NotPayableError */
  #open(token: string, input: PaymentInput): CheckoutRecord {
    const { checkouts, products, clock } = this.#dependencies;
    const checkout = checkouts.find(token);
    if (!checkout) throw new NotPayableError("There is no such payment token");
    const state = checkouts.stateOf(checkout);
    if (state !== "open") throw new NotPayableError(`The payment token cannot be paid: it is ${state}`);
    const refusal = notOffered(checkout.fields, input);
    if (refusal !== undefined) throw new NotPayableError(refusal);
    const sale = products.saleOf(checkout.productId, clock.now());
    if (sale !== "open") throw new NotPayableError(`The product cannot be paid for: it is ${sale}`);
    return checkout;
  }

  /** Synchronous, so that two concurrent payments cannot both start. */
  #begin(token: string, input: PaymentInput) {
    const { clock, checkouts, products, store, emitChange } = this.#dependencies;
    const checkout = this.#open(token, input);
    const fields = withEntries(checkout.fields, input);
    const transaction = beginTransaction({ ...checkout, fields }, input, clock.now());
    const saved: CardRecord | undefined = cardToSave(input, fields);
    const tookStock = checkout.productId !== undefined && products.take(checkout.productId);
    store.transactions.set(transaction.uid, { token, transaction, cardToSave: saved, tookStock });
    checkouts.change(token, { fields, uids: [...checkout.uids, transaction.uid] });
    emitChange();
    return { transaction, checkout: { ...checkout, fields }, saved };
  }

  /** Verifies a payout that has a `verification_url`: resolves to why it is declined. Undefined without verification. */
  #verify(
    { token, fields }: CheckoutRecord,
    transaction: Transaction,
  ): Promise<Outcome | undefined> | undefined {
    const url = textOf(section(fields["settings"])["verification_url"]);
    if (transaction.type !== "payout" || url === undefined) return undefined;
    return verifyPayout(transaction, (body) =>
      this.#dependencies.deliveries.post({ type: "verification", url, token, body }),
    );
  }

  /** @throws NotPayableError */
  #record(uid: string): TransactionRecord {
    const record = this.#dependencies.store.transactions.get(uid);
    if (!record) throw new NotPayableError("There is no such transaction");
    return record;
  }

  #change(uid: string, outcome: Outcome): Transaction {
    const { store, clock, checkouts, emitChange } = this.#dependencies;
    const record = this.#record(uid);
    const descriptor = textOf(checkouts.find(record.token)?.fields["dynamic_billing_descriptor"]);
    const transaction = withOutcome(record.transaction, outcome, descriptor, clock.now());
    store.transactions.set(uid, { ...record, transaction });
    checkouts.change(record.token, {});
    emitChange();
    return transaction;
  }

  /** Puts back what a transaction took out of stock. */
  #putBack(uid: string): void {
    const { checkouts, products } = this.#dependencies;
    const { token, tookStock } = this.#record(uid);
    const productId = checkouts.find(token)?.productId;
    if (tookStock && productId !== undefined) products.putBack(productId);
  }

  #finish(uid: string, outcome: Outcome): Processed {
    const { store, checkouts, deliveries } = this.#dependencies;
    const { token, cardToSave } = this.#record(uid);
    const checkout = checkouts.find(token);
    const isPaid = outcome.status === "successful";
    if (isPaid && cardToSave) store.cards.set(cardToSave.token, cardToSave);
    if (!isPaid) this.#putBack(uid);
    const transaction = this.#change(uid, isPaid ? outcome : { ...outcome, cardToken: undefined });
    return { transaction, notified: notifyMerchant(deliveries, "transaction", checkout, { transaction }) };
  }

  /** Expires the waiting transaction of an expired token, and notifies the merchant. */
  async #endExpired(token: string): Promise<void> {
    const { checkouts, deliveries } = this.#dependencies;
    const checkout = checkouts.find(token);
    if (!checkout) return;
    const latest = checkouts.latest(checkout);
    if (latest?.status === "incomplete" || latest?.status === "pending") {
      this.#change(latest.uid, { status: "expired", message: "The payment token expired" });
      this.#putBack(latest.uid);
    }
    this.#dependencies.emitChange();
    const status: CheckoutStatus | undefined = checkouts.status(token);
    await notifyMerchant(deliveries, "checkout", checkout, status);
  }
}
