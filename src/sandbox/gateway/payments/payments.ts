import type { CheckoutStatus } from "../../../models/checkout-status.ts";
import type { Transaction } from "../../../models/transaction.ts";
import type { SandboxCheckouts } from "../checkouts/checkouts.ts";
import type { Clock } from "../clock.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import { notifyMerchant } from "../deliveries/notify-merchant.ts";
import { NotPayableError } from "../not-payable-error.ts";
import type { SandboxProducts } from "../products.ts";
import type { CardRecord, CheckoutRecord, Fields } from "../records.ts";
import { section, textOf } from "../section.ts";
import type { Store } from "../store.ts";
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

/** What was sent for a token, with what the customer entered. */
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

/** What happens when customers pay. */
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
   * Pays for a token. The transaction stays `incomplete` where a 3-D Secure challenge has to be answered first.
   *
   * @throws NotPayableError when the token is unknown, paid, used up, in progress or ran out, it does not offer the
   * method or the card's brand, or its product is gone.
   */
  async pay(token: string, input: PaymentInput): Promise<Processed> {
    const { transaction, checkout, saved } = this.#begin(token, input);
    const verification = this.#verify(checkout, transaction);
    // Whoever is not asked about is paid in the turn in which it began: no state is kept of the middle.
    const declined = verification && (await verification);
    const now = this.#find(transaction.uid);
    if (now.status !== "incomplete") return { transaction: now, notified: NO_NOTIFICATION };
    const outcome = declined ?? outcomeOf(input, checkout.fields);
    if (outcome.status === "successful" || outcome.status === "failed") {
      return this.#finish(transaction.uid, { ...outcome, cardToken: saved?.token });
    }
    this.#change(transaction.uid, outcome);
    return { transaction: this.#find(transaction.uid), notified: NO_NOTIFICATION };
  }

  /**
   * Ends a transaction that waits: the answer to a 3-D Secure challenge, or of an alternative method.
   *
   * @throws NotPayableError when there is no such transaction, it does not wait, or its token ran out.
   */
  async complete(uid: string, isSuccessful: boolean): Promise<Processed> {
    const { store, checkouts } = this.#dependencies;
    const transaction = this.#find(uid);
    if (!awaitsCompletion(transaction)) {
      throw new NotPayableError(`The transaction cannot be completed: it is ${transaction.status}`);
    }
    const record = store.transactions.get(uid);
    const checkout = record && checkouts.find(record.token);
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
            cardToken: record?.cardToSave?.token,
          }
        : { status: "failed", message: "The payment was not confirmed by the customer" },
    );
  }

  /** Lets a token run out now; its merchant is told. False when there is nothing to run out. */
  async expire(token: string): Promise<boolean> {
    if (!this.#canRunOut(token)) return false;
    this.#dependencies.checkouts.change(token, { expired: true });
    await this.#runOut(token);
    return true;
  }

  /** Plans what happens when a token's time is over. */
  expireInTime(token: string): void {
    const { clock, checkouts } = this.#dependencies;
    const checkout = checkouts.find(token);
    if (checkout && this.#canRunOut(token)) {
      clock.at(checkouts.expiryOf(checkout), () => void this.expire(token));
    }
  }

  #canRunOut(token: string): boolean {
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

  /** All in one turn, so that two payments at once cannot both begin. */
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

  /** For a payout whose merchant wants to be asked: why it is declined. Undefined where nobody is asked. */
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

  #find(uid: string): Transaction {
    const record = this.#dependencies.store.transactions.get(uid);
    if (!record) throw new NotPayableError("There is no such transaction");
    return record.transaction;
  }

  #change(uid: string, outcome: Outcome): void {
    const { store, clock, checkouts, emitChange } = this.#dependencies;
    const record = store.transactions.get(uid);
    if (!record) return;
    const descriptor = textOf(checkouts.find(record.token)?.fields["dynamic_billing_descriptor"]);
    const transaction = withOutcome(record.transaction, outcome, descriptor, clock.now());
    store.transactions.set(uid, { ...record, transaction });
    checkouts.change(record.token, {});
    emitChange();
  }

  /** What a transaction took out of stock. */
  #giveBack(uid: string): void {
    const { store, checkouts, products } = this.#dependencies;
    const record = store.transactions.get(uid);
    const productId = record && checkouts.find(record.token)?.productId;
    if (record?.tookStock && productId !== undefined) products.putBack(productId);
  }

  #finish(uid: string, outcome: Outcome): Processed {
    const { store, checkouts, deliveries } = this.#dependencies;
    const record = store.transactions.get(uid);
    const checkout = record && checkouts.find(record.token);
    const isPaid = outcome.status === "successful";
    if (isPaid && record?.cardToSave) store.cards.set(record.cardToSave.token, record.cardToSave);
    if (!isPaid) this.#giveBack(uid);
    this.#change(uid, isPaid ? outcome : { ...outcome, cardToken: undefined });
    const transaction = this.#find(uid);
    return { transaction, notified: notifyMerchant(deliveries, "transaction", checkout, { transaction }) };
  }

  /** A token that ran out takes its unanswered transaction with it. */
  async #runOut(token: string): Promise<void> {
    const { checkouts, deliveries } = this.#dependencies;
    const checkout = checkouts.find(token);
    if (!checkout) return;
    const latest = checkouts.latest(checkout);
    if (latest?.status === "incomplete" || latest?.status === "pending") {
      this.#change(latest.uid, { status: "expired", message: "The payment token ran out" });
      this.#giveBack(latest.uid);
    }
    this.#dependencies.emitChange();
    const status: CheckoutStatus | undefined = checkouts.status(token);
    await notifyMerchant(deliveries, "checkout", checkout, status);
  }
}
