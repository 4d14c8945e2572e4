import type { Transaction } from "../../models/transaction.ts";
import { startCheckout } from "../gateway/checkouts/start-checkout.ts";
import type { Intercept } from "../gateway/failures.ts";
import { followersOf } from "../gateway/follow-ups/remaining.ts";
import { sectionOf, textOf } from "../gateway/input/section.ts";
import { payAsCustomer, toCardPayment } from "../gateway/payments/pay-as-customer.ts";
import type { Delivery, DeliveryAnswer } from "../gateway/records/delivery.ts";
import type { CheckoutRecord, Fields } from "../gateway/records/records.ts";
import type { Shop } from "../gateway/shop.ts";
import { beginTransaction, withDecision } from "../gateway/transactions/transactions.ts";

/** A card that is declined. */
export const DECLINED = "4005550000000019";

/** An alternative method, whose payments are pending at first. */
const METHOD = "erip";

/** How long a page of the shop may take, in milliseconds. */
const PAGE_TIMEOUT = 10_000;

export interface Order {
  readonly id: string;
  readonly token: string;
}

/** The gateway's side of a scenario: payments, and notifications that no gateway would post. */
export class Gateway {
  readonly #shop: Shop;

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /**
   * Lets a token be paid after declines and by any method, whatever the shop offers its customers.
   *
   * @returns false for a token that this sandbox did not make.
   */
  accept(token: string): boolean {
    const { checkouts } = this.#shop;
    const fields = checkouts.find(token)?.fields;
    if (!fields) return false;
    const payment_method = {
      ...sectionOf(fields["payment_method"]),
      types: ["credit_card", METHOD],
      excluded_brands: [],
    };
    checkouts.change(token, { fields: { ...fields, attempts: 9, payment_method } });
    return true;
  }

  #checkoutOf(token: string): CheckoutRecord {
    const checkout = this.#shop.checkouts.find(token);
    if (!checkout) throw new Error("There is no such payment token");
    return checkout;
  }

  fieldsOf(token: string): Fields {
    return this.#checkoutOf(token).fields;
  }

  orderField(token: string, name: string): unknown {
    return sectionOf(this.fieldsOf(token)["order"])[name];
  }

  notificationUrlOf(token: string): string | undefined {
    return textOf(sectionOf(this.fieldsOf(token)["settings"])["notification_url"]);
  }

  tokens(): string[] {
    return [...this.#shop.store.checkouts.keys()];
  }

  /** Another token for the same order, such as a shop makes when its customer begins again. */
  copyToken(token: string, { order = {}, ...changes }: Fields = {}): string {
    const { fields, origin } = this.#checkoutOf(token);
    const copy = { ...fields, ...changes, order: { ...sectionOf(fields["order"]), ...sectionOf(order) } };
    return startCheckout(this.#shop, copy, origin).token;
  }

  /** Pays by card; the shop is notified. */
  pay(token: string, card?: string): Promise<Transaction> {
    return payAsCustomer(this.#shop, token, { card }, this.#checkoutOf(token).origin);
  }

  /** Pays by a method that is pending; the shop is notified of that. */
  payLater(token: string): Promise<Transaction> {
    return payAsCustomer(this.#shop, token, { method: METHOD }, this.#checkoutOf(token).origin);
  }

  /** Ends a pending payment; the shop is notified. */
  async complete(uid: string, status: "successful" | "failed"): Promise<void> {
    await (await this.#shop.payments.complete(uid, status)).notified;
  }

  async expire(token: string): Promise<void> {
    await this.#shop.payments.expire(token);
  }

  /** The captures, voids and refunds of a payment. */
  followUpsOf(uid: string): Transaction[] {
    const { store } = this.#shop;
    const record = store.transactions.get(uid);
    return record ? followersOf(record, store) : [];
  }

  /** Pays by card, with a notification that is lost. It can be posted later. */
  async payUnnotified(token: string, card?: string): Promise<Delivery> {
    const { silenced } = this.#shop.deliveries;
    silenced.add(token);
    await this.pay(token, card);
    silenced.delete(token);
    const delivery = this.#shop.deliveries.list().findLast((each) => each.token === token);
    if (!delivery) throw new Error("The payment has no notification");
    return delivery;
  }

  /** Posts a notification, once more or for the first time. */
  async redeliver({ id }: Delivery): Promise<Delivery> {
    const delivery = await this.#shop.deliveries.redeliver(id);
    if (!delivery) throw new Error("There is no such delivery");
    return delivery;
  }

  /** A transaction of an order as the gateway would notify of it. At the gateway there is none: the order is not paid. */
  fakeTransaction(
    token: string,
    type = String(this.fieldsOf(token)["transaction_type"]),
    status: "successful" | "failed" | "pending" = "successful",
  ): Transaction {
    const checkout = this.#checkoutOf(token);
    const now = new Date();
    const fields = { ...checkout.fields, transaction_type: type };
    const begun = beginTransaction({ ...checkout, fields }, toCardPayment({}, now), now);
    const outcome = { status, message: "The payment was processed", bankCode: "00" };
    return withDecision(begun, outcome, undefined, now);
  }

  /** The headers of a genuine notification. */
  sign(body: string): Promise<Record<string, string>> {
    return this.#shop.deliveries.sign(body);
  }

  /** Posts a notification with these headers, by default those of a genuine one. */
  async post(token: string, body: string, headers = this.sign(body)): Promise<DeliveryAnswer> {
    const url = this.notificationUrlOf(token) ?? "";
    return this.#shop.deliveries.postOnce(url, headers, body);
  }

  /** The addresses of the shop in the settings of a token. */
  addressesOf(token: string, names: readonly string[]): URL[] {
    const settings = sectionOf(this.fieldsOf(token)["settings"]);
    const texts = names.map((name) => textOf(settings[name])).filter((text) => text !== undefined);
    return [...new Set(texts)].flatMap((text) => (URL.canParse(text) ? new URL(text) : []));
  }

  /** Opens a page of the shop. @returns false where there is none. */
  async openPage(url: URL): Promise<boolean> {
    try {
      const request = new Request(url, { redirect: "manual", signal: AbortSignal.timeout(PAGE_TIMEOUT) });
      const response = await this.#shop.deliveries.deliver(request);
      await response.body?.cancel();
      return ![404, 405, 501].includes(response.status);
    } catch {
      return false;
    }
  }

  /** Makes a payment an hour old. */
  makeOlder(uid: string): Transaction {
    const { transactions } = this.#shop.store;
    const record = transactions.get(uid);
    if (!record) throw new Error("There is no such transaction");
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString();
    const times = { created_at: hourAgo, updated_at: hourAgo, paid_at: hourAgo };
    const transaction = { ...record.transaction, ...times };
    transactions.set(uid, { ...record, transaction });
    return transaction;
  }

  /** Runs a task while calls of the API go wrong. */
  async interceptDuring<T>(intercept: Intercept, task: () => Promise<T>): Promise<T> {
    const { failures } = this.#shop;
    failures.intercept = intercept;
    try {
      return await task();
    } finally {
      failures.intercept = undefined;
    }
  }
}
