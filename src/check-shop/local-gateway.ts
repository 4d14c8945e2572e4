/** The only file of `check-shop` that uses the inside of a sandbox. */
import { OPERATIONS } from "../api/operations.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { formatAmount } from "../sandbox/format-amount.ts";
import { readCard, toCheckout } from "../sandbox/gateway/cards/card-request.ts";
import { startCheckout } from "../sandbox/gateway/checkouts/start-checkout.ts";
import type { Intercept } from "../sandbox/gateway/failures.ts";
import { processFollowUp } from "../sandbox/gateway/follow-ups/follow-ups.ts";
import { followersOf } from "../sandbox/gateway/follow-ups/remaining.ts";
import { parseJson } from "../sandbox/gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../sandbox/gateway/input/section.ts";
import { toCardPayment } from "../sandbox/gateway/payments/pay-as-customer.ts";
import { randomHex } from "../sandbox/gateway/random-hex.ts";
import type { CheckoutRecord, Fields } from "../sandbox/gateway/records/records.ts";
import { SigningKey } from "../sandbox/gateway/records/signing-key.ts";
import { NotPayableError } from "../sandbox/gateway/transactions/not-payable-error.ts";
import { beginTransaction, withDecision } from "../sandbox/gateway/transactions/transactions.ts";
import { PARTS, type Sandbox } from "../sandbox/sandbox.ts";
import type {
  Answer,
  BookEntry,
  FakeOptions,
  Gateway,
  Notification,
  ShopCall,
  TermChanges,
  Terms,
} from "./scenario/gateway.ts";

/** A card that is declined. */
const DECLINED = "4005550000000019";

/** An alternative method, whose payments are pending at first. */
const METHOD = "erip";

/** How long a page of the shop may take, in milliseconds. */
const PAGE_TIMEOUT = 10_000;

/** What a sandbox intercepts. */
type SandboxCall = Parameters<Intercept>[0];

/** The request of a bill like another, with its own account number, because the other bill would expire otherwise. */
const toBillFields = ({ test, order, settings, payment_method }: Fields): Fields => {
  const { amount, currency, description, tracking_id } = sectionOf(order);
  const { notification_url } = sectionOf(settings);
  const { types } = sectionOf(payment_method);
  const type = Array.isArray(types) ? String(types[0]) : METHOD;
  const method = { ...sectionOf(sectionOf(payment_method)[type]), type, account_number: randomHex(8) };
  return { test, amount, currency, description, tracking_id, notification_url, payment_method: method };
};

const termsOf = (fields: Fields, bill: Transaction | undefined): Terms => {
  const { amount, currency, tracking_id } = sectionOf(fields["order"]);
  return {
    amount: Number(amount),
    currency: String(currency),
    price: formatAmount(amount, currency, "en"),
    trackingId: textOf(tracking_id),
    type: String(fields["transaction_type"]),
    isTest: fields["test"] === true,
    isBill: bill !== undefined,
    isPermanent: bill?.status === "permanent",
  };
};

export class LocalGateway implements Gateway {
  readonly #sandbox: Sandbox;
  readonly #parts: Sandbox[typeof PARTS];
  readonly #keepers = new Map<string, (notification: Notification) => void>();

  /** @throws TypeError for an object that is not a sandbox. */
  constructor(sandbox: Sandbox) {
    if (Object(sandbox)[PARTS] === undefined) throw new TypeError("sandbox must be a Sandbox");
    this.#sandbox = sandbox;
    this.#parts = sandbox[PARTS];
  }

  open(answer: (call: ShopCall) => Promise<Response>): () => void {
    const { failures, deliveries } = this.#parts;
    failures.intercept = async (call) => answer(await this.#toShopCall(call));
    const unsubscribe = deliveries.answered.subscribe((delivery) => {
      if (delivery.attempts === 1) this.#keepers.get(delivery.token)?.(delivery);
    });
    return () => {
      failures.intercept = undefined;
      unsubscribe();
      for (const token of this.#keepers.keys()) deliveries.silenced.delete(token);
    };
  }

  async #toShopCall({ operation, path, body, proceed }: SandboxCall): Promise<ShopCall> {
    const content = sectionOf(parseJson(await body()));
    const isPost = operation !== undefined && OPERATIONS[operation].method === "POST";
    const decline = async () => {
      const transaction = this.#decline(operation, sectionOf(content["request"]));
      return transaction && Response.json({ transaction });
    };
    return { operation, isPost, path, body: content, proceed, decline };
  }

  #decline(operation: SandboxCall["operation"], request: Fields): Transaction | undefined {
    const { store, clock, payments } = this.#parts;
    if (operation === "transactions.refund" && store.transactions.has(String(request["parent_uid"]))) {
      const data = { ...sectionOf(request["additional_data"]), recipient: { expected_bank_code: "05" } };
      return processFollowUp(this.#parts, "refund", { ...request, additional_data: data }).transaction;
    }
    const now = clock.now();
    const { input } = operation === "transactions.pay" ? readCard(store, request["credit_card"], now) : {};
    if (!input) return undefined;
    const card = { ...input, card: { ...input.card, isDeclinedLater: true } };
    return payments.charge(toCheckout("payment", request, "", now), card).transaction;
  }

  intercept(token: string, keep: (notification: Notification) => void): void {
    this.#parts.deliveries.silenced.add(token);
    this.#keepers.set(token, keep);
  }

  async deliver({ id, token, body }: Notification): Promise<Answer> {
    const delivery = await this.#parts.deliveries.redeliver(id);
    return delivery?.answers.at(-1) ?? this.post(token, body);
  }

  async post(token: string, body: string, headers = this.sign(body)): Promise<Answer> {
    const url = this.setting(token, "notification_url") ?? "";
    return this.#parts.deliveries.postOnce(url, headers, body);
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
      const response = await this.#parts.deliveries.deliver(request);
      await response.body?.cancel();
      return ![404, 405, 501].includes(response.status);
    } catch {
      return false;
    }
  }

  /** A bill as it is now; undefined for a payment token. */
  #billOf(token: string): Transaction | undefined {
    const record = this.#parts.store.transactions.get(token);
    return record?.isBill ? record.transaction : undefined;
  }

  /** The request of a token. A bill has the same form, and its uid is its token. */
  #checkoutOf(token: string): CheckoutRecord {
    const checkout = this.#parts.store.checkoutOf(token);
    if (!checkout) throw new NotPayableError("There is no such payment token");
    return checkout;
  }

  tokens(): string[] {
    const { checkouts, transactions } = this.#parts.store;
    return [...checkouts.keys(), ...[...transactions.keys()].filter((uid) => this.#billOf(uid))];
  }

  accept(token: string): Terms | undefined {
    const { checkouts, store } = this.#parts;
    const fields = store.checkoutOf(token)?.fields;
    if (!fields) return undefined;
    const bill = this.#billOf(token);
    if (!bill) {
      const method = sectionOf(fields["payment_method"]);
      const payment_method = { ...method, types: ["credit_card", METHOD], excluded_brands: [] };
      checkouts.change(token, { fields: { ...fields, attempts: 99, payment_method } });
    }
    return termsOf(fields, bill);
  }

  setting(token: string, name: string): string | undefined {
    return textOf(sectionOf(this.#checkoutOf(token).fields["settings"])[name]);
  }

  copyToken(token: string, { order, ...changes }: TermChanges = {}): string {
    const { fields, origin } = this.#checkoutOf(token);
    const copy = { ...fields, ...changes, order: { ...sectionOf(fields["order"]), ...order } };
    if (this.#billOf(token)) return this.#parts.bills.create(toBillFields(copy), origin).transaction.uid;
    return startCheckout(this.#parts, copy, origin).token;
  }

  isOpen(token: string): boolean {
    if (this.#billOf(token)) return this.latestOf(token)?.status === "pending";
    return this.#parts.checkouts.stateOf(this.#checkoutOf(token)) === "open";
  }

  latestOf(token: string): Transaction | undefined {
    return this.#parts.checkouts.latest(this.#checkoutOf(token));
  }

  pendingOf(token: string): string | undefined {
    const latest = this.latestOf(token);
    return latest?.status === (this.#billOf(token) ? "start" : "pending") ? latest.uid : undefined;
  }

  statusAnswer(token: string): Response {
    if (this.#billOf(token)) return Response.json({ transaction: this.latestOf(token) });
    return Response.json({ checkout: this.#parts.checkouts.status(token) });
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
    const record = this.#parts.store.transactions.get(token);
    if (record?.isBill) this.#parts.bills.open(record);
    else await this.#sandbox.pay(token, { method: METHOD });
  }

  complete(uid: string, status: "successful" | "failed"): Promise<Transaction> {
    return this.#sandbox.complete(uid, { status });
  }

  async expire(token: string): Promise<void> {
    await this.#sandbox.expire(token);
  }

  async refund(uid: string, amount: number): Promise<Transaction> {
    const fields = { parent_uid: uid, amount, reason: "Refunded in the back office" };
    const { transaction, notified } = processFollowUp(this.#parts, "refund", fields);
    await notified;
    return transaction;
  }

  paymentsOf(tokens: readonly string[]): BookEntry[] {
    const { store } = this.#parts;
    const uids = tokens.flatMap((token) => store.checkoutOf(token)?.uids ?? []);
    return uids
      .flatMap((uid) => store.transactions.get(uid) ?? [])
      .map((record) => ({
        token: record.token,
        transaction: record.transaction,
        refunds: followersOf(record, store).filter(
          ({ type, status }) => type === "refund" && status === "successful",
        ),
      }));
  }

  chargesOf(cards: ReadonlySet<string>): Transaction[] {
    return [...this.#parts.store.transactions.values()]
      .filter(({ checkout }) => checkout !== undefined)
      .map(({ transaction }) => transaction)
      .filter(({ status, credit_card }) => status === "successful" && cards.has(credit_card?.token ?? ""));
  }

  forgetKeys(uids: readonly string[]): void {
    const { requestIds } = this.#parts.store;
    for (const [id, { uid }] of requestIds)
      if (uid !== undefined && uids.includes(uid)) requestIds.delete(id);
  }

  fakeTransaction(token: string, { type, status = "successful" }: FakeOptions): Transaction {
    const checkout = this.#checkoutOf(token);
    const now = new Date();
    const fields = { ...checkout.fields, ...(type && { transaction_type: type }) };
    const begun = beginTransaction({ ...checkout, uids: [], fields }, toCardPayment({}, now), now);
    const outcome = { status, message: "The payment was processed", bankCode: "00" };
    return withDecision(begun, outcome, undefined, now);
  }
}
