import type { Transaction } from "../../api/transactions/transaction.ts";
import { readCard, toCheckout } from "../../sandbox/gateway/cards/card-request.ts";
import { startCheckout } from "../../sandbox/gateway/checkouts/start-checkout.ts";
import type { Intercept } from "../../sandbox/gateway/failures.ts";
import { processFollowUp } from "../../sandbox/gateway/follow-ups/follow-ups.ts";
import { followersOf } from "../../sandbox/gateway/follow-ups/remaining.ts";
import { parseJson } from "../../sandbox/gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../../sandbox/gateway/input/section.ts";
import { payAsCustomer, toCardPayment } from "../../sandbox/gateway/payments/pay-as-customer.ts";
import type { Delivery, DeliveryAnswer } from "../../sandbox/gateway/records/delivery.ts";
import type { CheckoutRecord, Fields } from "../../sandbox/gateway/records/records.ts";
import type { Shop } from "../../sandbox/gateway/shop.ts";
import { NotPayableError } from "../../sandbox/gateway/transactions/not-payable-error.ts";
import { beginTransaction, withDecision } from "../../sandbox/gateway/transactions/transactions.ts";
import { toBillFields } from "./bill-fields.ts";
import { idsIn } from "./ids-in.ts";

/** A card that is declined. */
const DECLINED = "4005550000000019";

/** An alternative method, whose payments are pending at first. */
const METHOD = "erip";

/** How long a page of the shop may take, in milliseconds. */
const PAGE_TIMEOUT = 10_000;

/** A call of the shop to the gateway. */
export type GatewayCall = Parameters<Intercept>[0];

/** Who decides what a call is answered. */
export interface Watch {
  /** Whether it is for calls that name this token, transaction, tracking id or saved card. */
  readonly knows: (id: string) => boolean;
  /** Whether it is for calls too that name nothing which a watch knows. */
  readonly takesOthers: boolean;
  readonly answer: Intercept;
}

/** A successful or failed payment of an order in the gateway's book, with what followed it. */
export interface BookEntry {
  readonly token: string;
  readonly transaction: Transaction;
  readonly refunds: readonly Transaction[];
}

/** All that `checkShop` does at the sandbox: as the customer, as the gateway, and between the shop and the gateway. */
export class Gateway {
  readonly #shop: Shop;
  readonly #watches = new Set<Watch>();
  readonly #holders = new Map<string, (delivery: Delivery) => void>();

  constructor(shop: Shop) {
    this.#shop = shop;
  }

  /** Begins to watch the calls of the shop, and to hold notifications. @returns a function that ends it. */
  open(): () => void {
    const { failures, deliveries } = this.#shop;
    failures.intercept = (call) => this.#answer(call);
    const unsubscribe = deliveries.answered.subscribe((delivery) => {
      if (delivery.attempts === 1) this.#holders.get(delivery.token)?.(delivery);
    });
    return () => {
      failures.intercept = undefined;
      unsubscribe();
      for (const token of this.#holders.keys()) deliveries.silenced.delete(token);
    };
  }

  async #answer(call: GatewayCall): Promise<Response> {
    const watches = [...this.#watches];
    const ids = idsIn(call.path, await call.body());
    const watch =
      watches.find(({ knows }) => ids.some(knows)) ?? watches.find(({ takesOthers }) => takesOthers);
    return watch ? watch.answer(call) : call.proceed();
  }

  /** Lets a watch decide about the shop's calls during a task. */
  async watchDuring<T>(watch: Watch, task: () => Promise<T>): Promise<T> {
    this.#watches.add(watch);
    try {
      return await task();
    } finally {
      this.#watches.delete(watch);
    }
  }

  /** Holds the notifications of a token: each is given to `onHeld` in place of the shop. */
  hold(token: string, onHeld: (delivery: Delivery) => void): void {
    this.#shop.deliveries.silenced.add(token);
    this.#holders.set(token, onHeld);
  }

  /**
   * Lets a token be paid after declines and by any method, whatever the shop offers its customers. A bill is as it is.
   *
   * @returns its fields; undefined for a token or a bill that this sandbox did not make.
   */
  accept(token: string): Fields | undefined {
    const { checkouts, store } = this.#shop;
    const fields = store.checkoutOf(token)?.fields;
    if (!fields || this.#isBill(token)) return fields;
    const payment_method = {
      ...sectionOf(fields["payment_method"]),
      types: ["credit_card", METHOD],
      excluded_brands: [],
    };
    const accepted = { ...fields, attempts: 99, payment_method };
    checkouts.change(token, { fields: accepted });
    return accepted;
  }

  /** A bill as it is now; undefined for a payment token. */
  billOf(token: string): Transaction | undefined {
    const record = this.#shop.store.transactions.get(token);
    return record?.isBill ? record.transaction : undefined;
  }

  #isBill(token: string): boolean {
    return this.billOf(token) !== undefined;
  }

  /** What was asked for: of a bill in the form of a token, whose name is its uid. */
  #checkoutOf(token: string): CheckoutRecord {
    const checkout = this.#shop.store.checkoutOf(token);
    if (!checkout) throw new NotPayableError("There is no such payment token");
    return checkout;
  }

  /** All payment tokens, and the uids of all bills. */
  tokens(): string[] {
    const { checkouts, transactions } = this.#shop.store;
    return [...checkouts.keys(), ...[...transactions.keys()].filter((uid) => this.#isBill(uid))];
  }

  isOpen(token: string): boolean {
    if (this.#isBill(token)) return this.latestOf(token)?.status === "pending";
    return this.#shop.checkouts.stateOf(this.#checkoutOf(token)) === "open";
  }

  /** Another token for the same order, such as a shop makes when its customer begins again. */
  copyToken(token: string, { order = {}, ...changes }: Fields = {}): string {
    const { fields, origin } = this.#checkoutOf(token);
    const copy = { ...fields, ...changes, order: { ...sectionOf(fields["order"]), ...sectionOf(order) } };
    if (this.#isBill(token)) return this.#shop.bills.create(toBillFields(copy), origin).transaction.uid;
    return startCheckout(this.#shop, copy, origin).token;
  }

  /** Pays by card, which is saved; a bill elsewhere. */
  pay(token: string): Promise<Transaction> {
    if (this.#isBill(token)) return this.complete(token, "successful");
    return payAsCustomer(this.#shop, token, { saveCard: true }, this.#checkoutOf(token).origin);
  }

  decline(token: string): Promise<Transaction> {
    if (this.#isBill(token)) return this.complete(token, "failed");
    return payAsCustomer(this.#shop, token, { card: DECLINED }, this.#checkoutOf(token).origin);
  }

  /** Pays by a method that is pending; a bill is only opened. */
  async payLater(token: string): Promise<void> {
    const { bills, store } = this.#shop;
    const record = store.transactions.get(token);
    if (record && this.#isBill(token)) return bills.open(record);
    await payAsCustomer(this.#shop, token, { method: METHOD }, this.#checkoutOf(token).origin);
  }

  /** The last transaction of a token; of a bill itself. */
  latestOf(token: string): Transaction | undefined {
    return this.#shop.checkouts.latest(this.#checkoutOf(token));
  }

  /** The payment of a token that the customer has begun and that is not ended. */
  pendingOf(token: string): string | undefined {
    const latest = this.latestOf(token);
    return latest?.status === (this.#isBill(token) ? "start" : "pending") ? latest.uid : undefined;
  }

  /** Ends a pending payment, or a bill. */
  async complete(uid: string, status: "successful" | "failed"): Promise<Transaction> {
    const { transaction, notified } = await this.#shop.payments.complete(uid, status);
    await notified;
    return transaction;
  }

  async expire(token: string): Promise<void> {
    const { bills, payments } = this.#shop;
    if (this.#isBill(token)) await bills.expire(token)?.notified;
    else await payments.expire(token);
  }

  /** Refunds in the gateway's back office. */
  async refund(uid: string, amount: number): Promise<Transaction> {
    const fields = { parent_uid: uid, amount, reason: "Refunded in the back office" };
    const { transaction, notified } = processFollowUp(this.#shop, "refund", fields);
    await notified;
    return transaction;
  }

  /** The transactions of these tokens, oldest first. */
  paymentsOf(tokens: readonly string[]): BookEntry[] {
    const { store } = this.#shop;
    return tokens
      .flatMap((token) => store.checkoutOf(token)?.uids ?? [])
      .flatMap((uid) => {
        const record = store.transactions.get(uid);
        if (!record) return [];
        const refunds = followersOf(record, store).filter(
          ({ type, status }) => type === "refund" && status === "successful",
        );
        return [{ token: record.token, transaction: record.transaction, refunds }];
      });
  }

  /** The successful payments without a payment token by these saved cards, oldest first. */
  chargesOf(cards: ReadonlySet<string>): Transaction[] {
    return Array.from(this.#shop.store.transactions.values())
      .filter(({ checkout }) => checkout !== undefined)
      .map(({ transaction }) => transaction)
      .filter(({ status, credit_card }) => status === "successful" && cards.has(credit_card?.token ?? ""));
  }

  /** Forgets the idempotency keys that led to these transactions. */
  forgetKeys(uids: readonly string[]): void {
    const { requestIds } = this.#shop.store;
    for (const [id, { uid }] of requestIds)
      if (uid !== undefined && uids.includes(uid)) requestIds.delete(id);
  }

  /** Declines a refund or a charge that the shop asks for: the book keeps it. Undefined for any other request. */
  async declineRequest({ operation, body }: GatewayCall): Promise<Transaction | undefined> {
    const request = sectionOf(sectionOf(parseJson(await body()))["request"]);
    const { store, clock, payments } = this.#shop;
    if (operation === "transactions.refund" && store.transactions.has(String(request["parent_uid"]))) {
      const data = { ...sectionOf(request["additional_data"]), recipient: { expected_bank_code: "05" } };
      return processFollowUp(this.#shop, "refund", { ...request, additional_data: data }).transaction;
    }
    const now = clock.now();
    const { input } = operation === "transactions.pay" ? readCard(store, request["credit_card"], now) : {};
    if (!input) return undefined;
    const card = { ...input, card: { ...input.card, isDeclinedLater: true } };
    return payments.charge(toCheckout("payment", request, "", now), card).transaction;
  }

  /** The answer to the question for the status of a token or a bill. */
  statusAnswer(token: string): Response {
    if (this.#isBill(token)) return Response.json({ transaction: this.latestOf(token) });
    return Response.json({ checkout: this.#shop.checkouts.status(token) });
  }

  /** Posts a notification, for the first time or again. A forged one is posted unchanged. */
  async redeliver({ id, token, body }: Delivery): Promise<DeliveryAnswer> {
    const delivery = await this.#shop.deliveries.redeliver(id);
    return delivery?.answers.at(-1) ?? this.post(token, body);
  }

  /** A transaction of an order as the gateway would notify of it. At the gateway there is none: the order is not paid. */
  fakeTransaction(
    token: string,
    type = String(this.#checkoutOf(token).fields["transaction_type"]),
    status: "successful" | "failed" | "pending" = "successful",
  ): Transaction {
    const checkout = this.#checkoutOf(token);
    const now = new Date();
    const fields = { ...checkout.fields, transaction_type: type };
    const begun = beginTransaction({ ...checkout, uids: [], fields }, toCardPayment({}, now), now);
    const outcome = { status, message: "The payment was processed", bankCode: "00" };
    return withDecision(begun, outcome, undefined, now);
  }

  /** The headers of a genuine notification. */
  sign(body: string): Promise<Record<string, string>> {
    return this.#shop.deliveries.sign(body);
  }

  /** Posts a notification with these headers, by default those of a genuine one. */
  async post(token: string, body: string, headers = this.sign(body)): Promise<DeliveryAnswer> {
    return this.#shop.deliveries.postOnce(this.setting(token, "notification_url") ?? "", headers, body);
  }

  /** An address in the settings of a token. */
  setting(token: string, name: string): string | undefined {
    return textOf(sectionOf(this.#checkoutOf(token).fields["settings"])[name]);
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
}
