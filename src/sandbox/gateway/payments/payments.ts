import type { CheckoutStatus } from "../../../api/transactions/checkout-status.ts";
import type { Transaction } from "../../../api/transactions/transaction.ts";
import type { CardPayment, PaymentInput } from "../cards/payment-input.ts";
import { cardToSave } from "../cards/saved-card.ts";
import type { SandboxCheckouts } from "../checkouts/checkouts.ts";
import type { Clock } from "../clock.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import { notifyMerchant } from "../deliveries/notify-merchant.ts";
import { sectionOf, textOf } from "../input/section.ts";
import type { SandboxProducts } from "../products.ts";
import type { CheckoutRecord, Fields, TransactionRecord } from "../records/records.ts";
import type { Store } from "../records/store.ts";
import { stateFacts } from "../records/transaction-states.ts";
import { decide, ENDINGS, type Ending } from "../transactions/decision.ts";
import { NotPayableError } from "../transactions/not-payable-error.ts";
import { notOffered } from "../transactions/offered-methods.ts";
import {
  awaitsCompletion,
  beginTransaction,
  type Decision,
  isInterrupted,
  type Processed,
  paymentOf,
  withDecision,
} from "../transactions/transactions.ts";
import { NOT_VERIFIED, verifyPayout } from "./payouts.ts";

interface Dependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly products: SandboxProducts;
  readonly checkouts: SandboxCheckouts;
  readonly deliveries: Deliveries;
  readonly emitChange: () => void;
}

/** The fields of a token with what the customer entered. */
const withEntries = (fields: Fields, { customer, customFields }: PaymentInput): Fields => {
  const order = sectionOf(fields["order"]);
  const given = sectionOf(order["custom_fields"]);
  const values = Object.entries(customFields ?? {}).map(([name, value]) => [
    name,
    { ...sectionOf(given[name]), value },
  ]);
  return {
    ...fields,
    customer: { ...sectionOf(fields["customer"]), ...customer },
    ...(values.length > 0 && {
      order: { ...order, custom_fields: { ...given, ...Object.fromEntries(values) } },
    }),
  };
};

const NO_NOTIFICATION = Promise.resolve();

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
    const { transaction, checkout } = this.#begin(token, input);
    const verification = this.#verify(checkout, transaction);
    // Without a verification nothing is awaited, so that no saved state holds a half-processed payment.
    const declined = verification && (await verification);
    const now = this.#record(transaction.uid).transaction;
    if (now.status !== "incomplete") return { transaction: now, notified: NO_NOTIFICATION };
    return this.settle(transaction.uid, declined ?? decide(input, checkout.fields));
  }

  /** Charges a card without a payment token. */
  charge(checkout: CheckoutRecord, input: CardPayment): Processed {
    const { clock } = this.#dependencies;
    const { token, fields } = checkout;
    const decision = decide(input, fields);
    const begun = beginTransaction(checkout, input, clock.now());
    const transaction = decision.status === "incomplete" ? begun : { ...begun, redirect_url: null };
    return this.begin({ token, transaction, cardToSave: cardToSave(input, fields), checkout }, decision);
  }

  /** Begins a transaction without a payment token. */
  begin(record: TransactionRecord, decision: Decision): Processed {
    const { uid } = record.transaction;
    this.#dependencies.store.transactions.set(uid, record);
    return this.settle(uid, decision);
  }

  /**
   * Completes a transaction that waits for a 3-D Secure challenge or an alternative method. Of a permanent bill, which
   * stays, it completes a new payment.
   *
   * @throws NotPayableError when the transaction is unknown or not waiting, or its token is expired.
   */
  async complete(uid: string, status: Ending): Promise<Processed> {
    const { checkouts, store, clock } = this.#dependencies;
    const { token, transaction } = this.#record(uid);
    if (!awaitsCompletion(transaction)) {
      throw new NotPayableError(`The transaction cannot be completed: it is ${transaction.status}`);
    }
    if (status === "deleted" && transaction.status !== "pending" && transaction.status !== "permanent") {
      throw new NotPayableError("The transaction cannot be deleted: it is not of an alternative method");
    }
    const checkout = store.checkoutOf(token);
    // The timer that expires the transaction may be late.
    if (checkout && checkouts.stateOf(checkout) === "expired") {
      throw new NotPayableError("The transaction cannot be completed: its payment token is expired");
    }
    if (status === "deleted" || transaction.status !== "permanent") return this.#finish(uid, ENDINGS[status]);
    const payment = paymentOf(transaction, clock.now());
    store.transactions.set(payment.uid, { token, transaction: payment });
    return this.#finish(payment.uid, ENDINGS[status]);
  }

  /** Expires a token now and notifies the merchant. Returns false if it cannot expire. */
  async expire(token: string): Promise<boolean> {
    if (!this.#canExpire(token)) return false;
    this.#dependencies.checkouts.change(token, { expired: true });
    await this.#endExpired(token);
    return true;
  }

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
    const tookStock = checkout.productId !== undefined && products.take(checkout.productId);
    store.transactions.set(transaction.uid, {
      token,
      transaction,
      cardToSave: cardToSave(input, fields),
      tookStock,
    });
    checkouts.change(token, { fields, uids: [...checkout.uids, transaction.uid] });
    emitChange();
    return { transaction, checkout: { ...checkout, fields } };
  }

  /** Verifies a payout that has a `verification_url`: resolves to why it is declined. Undefined without verification. */
  #verify(
    { token, fields }: CheckoutRecord,
    transaction: Transaction,
  ): Promise<Decision | undefined> | undefined {
    const url = textOf(sectionOf(fields["settings"])["verification_url"]);
    if (transaction.type !== "payout" || url === undefined) return undefined;
    const { deliveries, store } = this.#dependencies;
    const ask = (body: unknown) => deliveries.post({ type: "verification", url, token, body });
    return verifyPayout(transaction, ask, store.isPublic);
  }

  /** @throws NotPayableError */
  #record(uid: string): TransactionRecord {
    const record = this.#dependencies.store.transactions.get(uid);
    if (!record) throw new NotPayableError("There is no such transaction");
    return record;
  }

  #change(uid: string, decision: Decision): Transaction {
    const { store, clock, checkouts, emitChange } = this.#dependencies;
    const record = this.#record(uid);
    const descriptor = textOf(store.checkoutOf(record.token)?.fields["dynamic_billing_descriptor"]);
    const transaction = withDecision(record.transaction, decision, descriptor, clock.now());
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

  /** Gives a transaction its next state, and notifies the merchant of it. */
  settle(uid: string, decision: Decision): Processed {
    const facts = stateFacts(decision.status);
    if (!facts?.isWaiting) return this.#finish(uid, decision);
    const transaction = this.#change(uid, decision);
    return { transaction, notified: facts.notified ? this.#notify(transaction) : NO_NOTIFICATION };
  }

  #finish(uid: string, decision: Decision): Processed {
    const { store } = this.#dependencies;
    const { cardToSave } = this.#record(uid);
    const isPaid = decision.status === "successful";
    if (isPaid && cardToSave) store.cards.set(cardToSave.token, cardToSave);
    if (!isPaid) this.#putBack(uid);
    const cardToken = isPaid ? cardToSave?.token : undefined;
    const transaction = this.#change(uid, { ...decision, cardToken });
    return { transaction, notified: this.#notify(transaction) };
  }

  #notify(transaction: Transaction): Promise<void> {
    const { store, deliveries } = this.#dependencies;
    const checkout = store.checkoutOf(this.#record(transaction.uid).token);
    return notifyMerchant(deliveries, "transaction", checkout, { transaction });
  }

  /** Expires the waiting transaction of an expired token, and notifies the merchant. */
  async #endExpired(token: string): Promise<void> {
    const { checkouts, deliveries } = this.#dependencies;
    const checkout = checkouts.find(token);
    if (!checkout) return;
    const latest = checkouts.latest(checkout);
    const ended: Promise<void>[] = [];
    const facts = stateFacts(latest?.status);
    if (latest && facts?.isWaiting) {
      const expired = this.#change(latest.uid, { status: "expired", message: "The payment token expired" });
      this.#putBack(latest.uid);
      // A card payment without a result is not notified: the token's expiry is.
      if (facts.notified) ended.push(this.#notify(expired));
    }
    this.#dependencies.emitChange();
    const status: CheckoutStatus | undefined = checkouts.status(token);
    await Promise.all([...ended, notifyMerchant(deliveries, "checkout", checkout, status)]);
  }
}
