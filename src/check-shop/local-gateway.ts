/** The only file of `check-shop` that uses the inside of a sandbox. */
import { OPERATIONS } from "../api/operations.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { formatAmount } from "../sandbox/format-amount.ts";
import { redeliver } from "../sandbox/gateway/deliveries/deliveries.ts";
import { deliverOf, postOnce } from "../sandbox/gateway/deliveries/send.ts";
import type { Gateway as SandboxGateway } from "../sandbox/gateway/gateway.ts";
import { parseJson } from "../sandbox/gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../sandbox/gateway/input/section.ts";
import type { Fields, Order } from "../sandbox/gateway/orders/order.ts";
import { SigningKey } from "../sandbox/gateway/orders/signing-key.ts";
import type { RequestIdRecord } from "../sandbox/gateway/orders/state.ts";
import { billOf } from "../sandbox/gateway/orders/store.ts";
import { createBill, openBill } from "../sandbox/gateway/payments/bills.ts";
import { createToken, createTokenForProduct } from "../sandbox/gateway/payments/create-token.ts";
import { processFollowUp } from "../sandbox/gateway/payments/follow-ups.ts";
import {
  changeOrder,
  latestTransaction,
  tokenState,
  tokenStatus,
} from "../sandbox/gateway/payments/token-state.ts";
import type { Intercept } from "../sandbox/gateway/plans/failures.ts";
import { randomHex } from "../sandbox/gateway/random-hex.ts";
import { NotPayableError } from "../sandbox/gateway/refusal.ts";
import { age, chargeWith, onAnswer, pretend } from "../sandbox/internals.ts";
import { PARTS, type Sandbox } from "../sandbox/sandbox.ts";
import type { Terms } from "./history/events.ts";
import type {
  Answer,
  BookEntry,
  FakeOptions,
  FollowUp,
  Gateway,
  Notification,
  ShopCall,
  TermChanges,
} from "./scenario/gateway.ts";

/** A card that is declined. */
const DECLINED = "4005550000000019";

/** How long a page of the shop may take, in milliseconds. */
const PAGE_TIMEOUT = 10_000;

/** The address of pages that are never opened. */
const ORIGIN = "https://sandbox.invalid";

/** The calls and notifications that a sandbox intercepts. */
type SandboxCall = Parameters<Intercept>[0];

/** An alternative method, whose payments are pending at first. */
const METHOD = "erip";

/** The request of a bill like another, with its own account number, because the other bill would expire otherwise. */
const toBillFields = ({ test, order, settings, payment_method }: Fields): Fields => {
  const { amount, currency, description, tracking_id } = sectionOf(order);
  const { notification_url } = sectionOf(settings);
  const { types } = sectionOf(payment_method);
  const type = Array.isArray(types) ? String(types[0]) : METHOD;
  const method = { ...sectionOf(sectionOf(payment_method)[type]), type, account_number: randomHex(8) };
  return { test, amount, currency, description, tracking_id, notification_url, payment_method: method };
};

const termsOf = (fields: Fields, isReusable: boolean, kind: Terms["kind"]): Terms => {
  const { amount, currency, tracking_id } = sectionOf(fields["order"]);
  return {
    amount: Number(amount),
    currency: String(currency),
    price: formatAmount(amount, currency, "en"),
    trackingId: textOf(tracking_id),
    type: String(fields["transaction_type"]),
    isTest: fields["test"] === true,
    kind,
    isReusable,
  };
};

const PROBLEM = { path: ["base"], messages: ["is not allowed"] };

const REFUSAL = { status: "error", message: "Base is not allowed.", errors: { base: PROBLEM.messages } };

export class LocalGateway implements Gateway {
  readonly #sandbox: Sandbox;
  readonly #inside: SandboxGateway;
  readonly #keepers = new Map<string, (notification: Notification) => void>();
  readonly #expiredHolds = new Set<string>();
  /** Tokens whose status is not returned. */
  readonly #lost = new Map<string, "unknown" | "unreadable">();
  /** Who made follow-ups, if it was not the shop. */
  readonly #ofOthers = new Map<string, "back office" | "bank">();

  /** @throws TypeError for an object that is not a sandbox. */
  constructor(sandbox: Sandbox) {
    if (Object(sandbox)[PARTS] === undefined) throw new TypeError("sandbox must be a Sandbox");
    this.#sandbox = sandbox;
    this.#inside = sandbox[PARTS];
  }

  open(answer: (call: ShopCall) => Promise<Response>): () => void {
    this.#inside.intercept = async (call) => answer(await this.#toShopCall(call));
    const unsubscribe = onAnswer(this.#inside, (delivery) => {
      if (delivery.attempts === 1) this.#keepers.get(delivery.token)?.(delivery);
    });
    return () => {
      this.#inside.intercept = undefined;
      unsubscribe();
      for (const token of this.#keepers.keys()) this.#inside.silenced.delete(token);
    };
  }

  async #toShopCall({ operation, path, body, requestId = "", proceed }: SandboxCall): Promise<ShopCall> {
    const content = sectionOf(parseJson(await body()));
    const isPost = operation !== undefined && OPERATIONS[operation].method === "POST";
    const request = sectionOf(content["request"]);
    const { requestIds } = this.#inside.store;
    const isRepeat = () => requestIds.has(requestId);
    // A repeat gets the same result.
    const keepResult = (result: Pick<RequestIdRecord, "uid" | "problems">) =>
      requestIds.set(requestId, { id: requestId, at: this.#inside.clock.now().toISOString(), ...result });
    const failing = (fail: () => Transaction | undefined) => async () => {
      const transaction = isRepeat() ? undefined : fail();
      if (transaction && requestId) keepResult({ uid: transaction.uid });
      return transaction && Response.json({ transaction });
    };
    const refuse = async () => {
      if (!requestId) return Response.json({ response: REFUSAL }, { status: 422 });
      if (!isRepeat()) keepResult({ problems: [PROBLEM] });
      return proceed();
    };
    const decline = failing(() => this.#decline(operation, request));
    const challenge = failing(() =>
      operation === "transactions.pay"
        ? chargeWith(this.#inside, request, { secure: "challenge" })
        : undefined,
    );
    const isExpired = this.#expiredHolds.has(String(request["parent_uid"]));
    const lost = [...this.#lost].find(([token]) => path.includes(token))?.[1];
    const process = async () => {
      if (lost === "unknown") return Response.json({ message: "Record not found" }, { status: 404 });
      if (lost === "unreadable") return new Response("<h1>Maintenance</h1>");
      return (isExpired ? await decline() : undefined) ?? proceed();
    };
    return { operation, isPost, path, body: content, proceed: process, decline, challenge, refuse };
  }

  #decline(operation: SandboxCall["operation"], request: Fields): Transaction | undefined {
    const type = operation?.replace("transactions.", "");
    const isKnown = this.#inside.store.transactions.has(String(request["parent_uid"]));
    if (isKnown && (type === "capture" || type === "void" || type === "refund")) {
      const data = { ...sectionOf(request["additional_data"]), recipient: { expected_bank_code: "05" } };
      const { transaction } = processFollowUp(this.#inside, type, {
        ...request,
        additional_data: data,
      });
      // Another try is no duplicate.
      age(this.#inside, [transaction.uid]);
      return transaction;
    }
    return type === "pay" ? chargeWith(this.#inside, request, { isDeclinedLater: true }) : undefined;
  }

  intercept(token: string, keep: (notification: Notification) => void): void {
    this.#inside.silenced.add(token);
    this.#keepers.set(token, keep);
  }

  async deliver({ id, token, body }: Notification): Promise<Answer> {
    const delivery = await redeliver(this.#inside, id);
    return delivery?.answers.at(-1) ?? this.post(token, body);
  }

  async post(token: string, body: string, headers = this.sign(body)): Promise<Answer> {
    const url = this.setting(token, "notification_url") ?? "";
    return postOnce(this.#inside, url, headers, body);
  }

  sign(body: string): Promise<Record<string, string>> {
    return this.#sandbox.sign(body);
  }

  signWithOtherKey(body: string): Promise<string> {
    return new SigningKey().sign(body);
  }

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
    return billOf(this.#inside.store, token)?.transaction;
  }

  /** The request of a token. A bill has the same form, and its uid is its token. */
  #checkoutOf(token: string): Order {
    const checkout = this.#inside.store.orders.get(token);
    if (!checkout) throw new NotPayableError("There is no such payment token");
    return checkout;
  }

  unclaimed(): string[] {
    return [...this.#inside.store.orders.values()].flatMap(({ id, kind }) =>
      kind === "charge" || this.#keepers.has(id) ? [] : id,
    );
  }

  accept(given: string): { readonly token: string; readonly terms: Terms } | undefined {
    const { products, orders } = this.#inside.store;
    const product = products.get(given)?.fields;
    const token = product ? createTokenForProduct(this.#inside, given, ORIGIN).token : given;
    const fields = orders.get(token)?.fields;
    if (!fields) return undefined;
    const bill = this.#billOf(token);
    if (bill) return { token, terms: termsOf(fields, bill.status === "permanent", "bill") };
    const method = sectionOf(fields["payment_method"]);
    const payment_method = { ...method, types: ["credit_card", METHOD], excluded_brands: [] };
    changeOrder(this.#inside, this.#checkoutOf(token), {
      fields: { ...fields, attempts: 99, payment_method },
    });
    const isReusable = product !== undefined && Number(product["quantity"] ?? 2) > 1;
    return { token, terms: termsOf(fields, isReusable, product ? "payment link" : "token") };
  }

  setting(token: string, name: string): string | undefined {
    return textOf(sectionOf(this.#checkoutOf(token).fields["settings"])[name]);
  }

  copyToken(token: string, { order, ...changes }: TermChanges = {}): string {
    const { fields, origin } = this.#checkoutOf(token);
    const copy = { ...fields, ...changes, order: { ...sectionOf(fields["order"]), ...order } };
    if (this.#billOf(token)) return createBill(this.#inside, toBillFields(copy), origin).transaction.uid;
    return createToken(this.#inside, copy, origin).token;
  }

  isOpen(token: string): boolean {
    const bill = this.#billOf(token);
    if (bill) return bill.status === "pending" || bill.status === "permanent";
    return tokenState(this.#inside, this.#checkoutOf(token)) === "open";
  }

  latestOf(token: string): Transaction | undefined {
    return latestTransaction(this.#checkoutOf(token));
  }

  pendingOf(token: string): string | undefined {
    const latest = this.latestOf(token);
    return latest?.status === (this.#billOf(token) ? "start" : "pending") ? latest.uid : undefined;
  }

  statusAnswer(token: string): Response {
    if (this.#billOf(token)) return Response.json({ transaction: this.latestOf(token) });
    return Response.json({ checkout: tokenStatus(this.#inside, this.#checkoutOf(token)) });
  }

  async pay(token: string): Promise<Transaction> {
    if (this.#billOf(token)) return this.complete(token, "successful");
    return this.#sandbox.pay(token, { saveCard: true });
  }

  async decline(token: string): Promise<Transaction> {
    if (this.#billOf(token)) return this.complete(token, "failed");
    return this.#sandbox.pay(token, { card: DECLINED });
  }

  async payLater(token: string): Promise<void> {
    const bill = billOf(this.#inside.store, token);
    if (bill) await openBill(this.#inside, bill);
    else await this.#sandbox.pay(token, { method: METHOD });
  }

  complete(uid: string, status: "successful" | "failed"): Promise<Transaction> {
    return this.#sandbox.complete(uid, { status });
  }

  lose(token: string, how: "unknown" | "unreadable" | undefined): void {
    if (how) this.#lost.set(token, how);
    else this.#lost.delete(token);
  }

  async expire(token: string): Promise<void> {
    await this.#sandbox.expire(token);
  }

  async followUp(type: FollowUp, uid: string, amount: number): Promise<Transaction> {
    const fields = { parent_uid: uid, amount, reason: "Made in the back office" };
    const { transaction, notified } = processFollowUp(this.#inside, type, fields);
    this.#ofOthers.set(transaction.uid, type === "chargeback" ? "bank" : "back office");
    await notified;
    return transaction;
  }

  expireHold(uid: string): void {
    this.#expiredHolds.add(uid);
  }

  paymentsOf(tokens: readonly string[]): BookEntry[] {
    return tokens.flatMap((token) => {
      const { transactions = [] } = this.#inside.store.orders.get(token) ?? {};
      const made = transactions.map(({ transaction }) => transaction);
      const childrenOf = ({ uid }: Transaction): Transaction[] =>
        made
          .filter(({ status, parent_uid }) => status === "successful" && parent_uid === uid)
          .flatMap((child) => [child, ...childrenOf(child)]);
      return made
        .filter(({ parent_uid }) => !parent_uid)
        .map((transaction) => ({
          token,
          transaction,
          followUps: childrenOf(transaction).map((child) => ({
            ...child,
            by: this.#ofOthers.get(child.uid) ?? ("shop" as const),
          })),
        }));
    });
  }

  chargesOf(cards: ReadonlySet<string>): Transaction[] {
    return [...this.#inside.store.orders.values()]
      .flatMap(({ kind, transactions: [first] }) => (kind === "charge" && first ? first.transaction : []))
      .filter(({ status, credit_card }) => status === "successful" && cards.has(credit_card?.token ?? ""));
  }

  forgetKeys(uids: readonly string[]): void {
    const { requestIds } = this.#inside.store;
    for (const [id, { uid }] of requestIds) if (uid && uids.includes(uid)) requestIds.delete(id);
    age(this.#inside, uids);
  }

  passTime(uids: readonly string[]): void {
    age(this.#inside, uids);
  }

  list(transaction: Transaction): void {
    this.#inside.store.transactions.set(transaction.uid, { order: transaction.uid, transaction });
  }

  fakeTransaction(token: string, { type, status = "successful" }: FakeOptions): Transaction {
    const checkout = this.#checkoutOf(token);
    const fields = { ...checkout.fields, ...(type && { transaction_type: type }) };
    const outcome = { status, message: "The payment was processed", bankCode: "00" };
    return pretend({ ...checkout, fields }, outcome);
  }
}
