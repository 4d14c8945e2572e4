/** Everything that `checkShop` does at the gateway. Only this folder uses the inside of a sandbox. */
import type { Transaction } from "../../api/transactions/transaction.ts";
import type { FollowUpType } from "../../api/transactions/transaction-type.ts";
import { redeliver } from "../../sandbox/gateway/deliveries/deliveries.ts";
import { deliverOf, postOnce } from "../../sandbox/gateway/deliveries/send.ts";
import { type Gateway, NotPayableError } from "../../sandbox/gateway/gateway.ts";
import { sectionOf, textOf } from "../../sandbox/gateway/input/section.ts";
import type { Order } from "../../sandbox/gateway/orders/order.ts";
import { billRecordOf, SigningKey } from "../../sandbox/gateway/orders/store.ts";
import { createBill, openBill } from "../../sandbox/gateway/payments/bills.ts";
import { processFollowUp } from "../../sandbox/gateway/payments/follow-ups.ts";
import { createToken, createTokenForProduct } from "../../sandbox/gateway/payments/requests.ts";
import {
  changeOrder,
  latestTransaction,
  tokenState,
  tokenStatus,
} from "../../sandbox/gateway/payments/states.ts";
import type { Variants } from "../../sandbox/gateway/variants.ts";
import { age, onAnswer, pretend } from "../../sandbox/internals.ts";
import { PARTS, type Sandbox } from "../../sandbox/sandbox.ts";
import type { Terms } from "../history/events.ts";
import type { Book } from "./book.ts";
import { type ShopCall, toShopCall } from "./shop-call.ts";
import { METHOD, type TermChanges, termsOf, toBillFields } from "./terms.ts";

/** Default: a successful transaction of the token's type. */
export interface FakeOptions {
  readonly type?: string;
  readonly status?: "successful" | "failed";
}

/** A notification about a transaction or an expired token. */
export interface Notification {
  readonly id: string;
  readonly token: string;
  readonly type: string;
  readonly body: string;
}

/** The shop's answer to a notification: its status, or the reason of a missing answer. */
export interface ShopAnswer {
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

const DECLINED = "4005550000000019";

/** How long a page of the shop may take, in milliseconds. */
const PAGE_TIMEOUT = 10_000;

/** The address of pages that are never opened. */
const ORIGIN = "https://sandbox.invalid";

export type PlayedGateway = Omit<WatchedGateway, "open">;

/** In each method, `token` is a payment token or the uid of a bill. */
export class WatchedGateway {
  readonly #sandbox: Sandbox;
  readonly #inside: Gateway;
  readonly #keepers = new Map<string, (notification: Notification) => void>();
  readonly #expiredHolds = new Set<string>();
  /** Tokens whose status is not returned. */
  readonly #lost = new Map<string, "unknown" | "unreadable">();
  readonly #makers: Book["makers"] = new Map();

  /** @throws TypeError for an object that is not a sandbox. */
  constructor(sandbox: Sandbox) {
    if (Object(sandbox)[PARTS] === undefined) throw new TypeError("sandbox must be a Sandbox");
    this.#sandbox = sandbox;
    this.#inside = sandbox[PARTS];
  }

  /** Lets `answer` answer the calls of the shop. @returns a function that ends this and `intercept`. */
  open(answer: (call: ShopCall) => Promise<Response>): () => void {
    this.#inside.intercept = async (call) =>
      answer(await toShopCall(this.#inside, call, this.#lost, this.#expiredHolds));
    const unsubscribe = onAnswer(this.#inside, (delivery) => {
      if (delivery.attempts === 1) this.#keepers.get(delivery.token)?.(delivery);
    });
    return () => {
      this.#inside.intercept = undefined;
      unsubscribe();
      for (const token of this.#keepers.keys()) this.#inside.silenced.delete(token);
    };
  }

  /** The variants of the gateway for a story without its own. */
  get variants(): Variants {
    return this.#inside.variants;
  }

  /** Lets the gateway answer in these variants about some tokens. */
  speak(tokens: readonly string[], variants: Variants): void {
    for (const token of tokens) this.#inside.variantsByOrder.set(token, variants);
  }

  /** Calls `keep` with the notifications of a token, and does not post them to the shop. */
  intercept(token: string, keep: (notification: Notification) => void): void {
    this.#inside.silenced.add(token);
    this.#keepers.set(token, keep);
  }

  /** Posts a notification to the shop, for the first time or again. A body that the gateway did not send is posted as it is. */
  async deliver({ id, token, body }: Notification): Promise<ShopAnswer> {
    const delivery = await redeliver(this.#inside, id);
    return delivery?.answers.at(-1) ?? this.post(token, body);
  }

  /** Posts a body to the shop's notification URL, by default with the headers of a genuine notification. */
  async post(token: string, body: string, headers = this.sign(body)): Promise<ShopAnswer> {
    return postOnce(this.#inside, this.setting(token, "notification_url") ?? "", headers, body);
  }

  sign(body: string): Promise<Record<string, string>> {
    return this.#sandbox.sign(body);
  }

  signWithOtherKey(body: string): Promise<string> {
    return new SigningKey().sign(body);
  }

  /** Opens a page of the shop. @returns false if no page answers. */
  async openPage(url: URL): Promise<boolean> {
    try {
      const request = new Request(url, { redirect: "manual", signal: AbortSignal.timeout(PAGE_TIMEOUT) });
      const response = await deliverOf(this.#inside)(request);
      await response.body?.cancel();
      return ![404, 405, 501].includes(response.status);
    } catch {
      return false;
    }
  }

  /** The current bill. Undefined for a payment token. */
  #billOf(token: string): Transaction | undefined {
    return billRecordOf(this.#inside.store, token)?.transaction;
  }

  #orderOf(token: string): Order {
    const order = this.#inside.store.orders.get(token);
    if (!order) throw new NotPayableError("There is no such payment token");
    return order;
  }

  /** The tokens that no order has until now. */
  unclaimed(): string[] {
    return [...this.#inside.store.orders.values()].flatMap(({ id, kind }) =>
      kind === "charge" || this.#keepers.has(id) ? [] : id,
    );
  }

  /**
   * Lets a token be paid after declines and by any method. @returns undefined if the gateway did not create it.
   * @param given A token, the uid of a bill, or the id of a product, whose payment link is then opened.
   */
  accept(given: string): { readonly token: string; readonly terms: Terms } | undefined {
    const { products, orders } = this.#inside.store;
    const product = products.get(given)?.fields;
    const token = product ? createTokenForProduct(this.#inside, given, ORIGIN).token : given;
    const order = orders.get(token);
    if (!order) return undefined;
    const { fields } = order;
    const bill = this.#billOf(token);
    if (bill) return { token, terms: termsOf(fields, bill.status === "permanent", "bill") };
    const method = sectionOf(fields["payment_method"]);
    const payment_method = { ...method, types: ["credit_card", METHOD], excluded_brands: [] };
    changeOrder(this.#inside, order, { fields: { ...fields, attempts: 99, payment_method } });
    const isReusable = product !== undefined && Number(product["quantity"] ?? 2) > 1;
    return { token, terms: termsOf(fields, isReusable, product ? "payment link" : "token") };
  }

  setting(token: string, name: string): string | undefined {
    return textOf(sectionOf(this.#orderOf(token).fields["settings"])[name]);
  }

  /** Creates another token for the same order, as a shop does if its customer begins again. */
  copyToken(token: string, { order, ...changes }: TermChanges = {}): string {
    const { fields, origin } = this.#orderOf(token);
    const copy = { ...fields, ...changes, order: { ...sectionOf(fields["order"]), ...order } };
    if (this.#billOf(token)) return createBill(this.#inside, toBillFields(copy), origin).transaction.uid;
    return createToken(this.#inside, copy, origin).token;
  }

  isOpen(token: string): boolean {
    const bill = this.#billOf(token);
    if (bill) return bill.status === "pending" || bill.status === "permanent";
    return tokenState(this.#inside, this.#orderOf(token)) === "open";
  }

  latestOf(token: string): Transaction | undefined {
    return latestTransaction(this.#orderOf(token));
  }

  /** The uid of the payment that the customer has begun and that has not ended. */
  pendingOf(token: string): string | undefined {
    const latest = this.latestOf(token);
    return latest?.status === (this.#billOf(token) ? "start" : "pending") ? latest.uid : undefined;
  }

  statusAnswer(token: string): Response {
    if (this.#billOf(token)) return Response.json({ transaction: this.latestOf(token) });
    return Response.json({ checkout: tokenStatus(this.#inside, this.#orderOf(token)) });
  }

  /** Pays with a card, which is saved. A bill has no card. */
  async pay(token: string): Promise<void> {
    if (this.#billOf(token)) await this.complete(token, "successful");
    else await this.#sandbox.pay(token, { saveCard: true });
  }

  async decline(token: string): Promise<void> {
    if (this.#billOf(token)) await this.complete(token, "failed");
    else await this.#sandbox.pay(token, { card: DECLINED });
  }

  /** Begins a payment that is pending at first. */
  async payLater(token: string): Promise<void> {
    const bill = billRecordOf(this.#inside.store, token);
    if (bill) await openBill(this.#inside, bill);
    else await this.#sandbox.pay(token, { method: METHOD });
  }

  async complete(uid: string, status: "successful" | "failed"): Promise<void> {
    await this.#sandbox.complete(uid, { status });
  }

  async expire(token: string): Promise<void> {
    await this.#sandbox.expire(token);
  }

  /** Returns no more status of a token: 404, or a page instead of JSON. Undefined ends this. */
  lose(token: string, how: "unknown" | "unreadable" | undefined): void {
    if (how) this.#lost.set(token, how);
    else this.#lost.delete(token);
  }

  /** Captures, voids or refunds in the gateway's back office, or charges back. */
  async followUp(type: FollowUpType, uid: string, amount: number): Promise<void> {
    const fields = { parent_uid: uid, amount, duplicate_check: false, reason: "Made in the back office" };
    const { transaction, notified } = processFollowUp(this.#inside, type, fields);
    this.#makers.set(transaction.uid, type === "chargeback" ? "bank" : "back office");
    await notified;
  }

  /** Lets a hold end at the bank, which declines its captures and voids from then on. */
  expireHold(uid: string): void {
    this.#expiredHolds.add(uid);
  }

  get book(): Book {
    const { orders, transactions } = this.#inside.store;
    return { orders, transactions, makers: this.#makers };
  }

  /** Lets so much time pass after these transactions that the gateway takes no equal request for a duplicate. */
  passTime(uids: readonly string[]): void {
    age(this.#inside, uids);
  }

  /** Does the same, and forgets their idempotency keys. */
  forgetKeys(uids: readonly string[]): void {
    const { requestIds } = this.#inside.store;
    for (const [id, { uid }] of requestIds) if (uid && uids.includes(uid)) requestIds.delete(id);
    age(this.#inside, uids);
  }

  /** Lists a transaction, so that the shop finds it by its uid or tracking id. */
  list(transaction: Transaction): void {
    this.#inside.store.transactions.set(transaction.uid, { order: transaction.uid, transaction });
  }

  /** A transaction as the gateway would send it. The gateway's book does not contain it. */
  fakeTransaction(token: string, { type, status = "successful" }: FakeOptions): Transaction {
    const order = this.#orderOf(token);
    const fields = { ...order.fields, ...(type && { transaction_type: type }) };
    return pretend({ ...order, fields }, { status, message: "The payment was processed", bankCode: "00" });
  }
}
