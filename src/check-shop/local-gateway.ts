/** The only file of `check-shop` that uses the inside of a sandbox. */
import { OPERATIONS } from "../api/operations.ts";
import type { Transaction } from "../api/transactions/transaction.ts";
import { formatAmount } from "../sandbox/format-amount.ts";
import { parseJson } from "../sandbox/gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../sandbox/gateway/input/section.ts";
import type { Fields, Order } from "../sandbox/gateway/orders/order.ts";
import { SigningKey } from "../sandbox/gateway/orders/signing-key.ts";
import type { Intercept } from "../sandbox/gateway/plans/failures.ts";
import { randomHex } from "../sandbox/gateway/random-hex.ts";
import { NotPayableError } from "../sandbox/gateway/refusal.ts";
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

/** An alternative method, whose payments are pending at first. */
const METHOD = "erip";

/** How long a page of the shop may take, in milliseconds. */
const PAGE_TIMEOUT = 10_000;

/** The address of pages that are never opened. */
const ORIGIN = "https://sandbox.invalid";

/** The calls and notifications that a sandbox intercepts. */
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
  readonly #inside: Sandbox[typeof PARTS];
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
    this.#inside.intercept(async (call) => answer(await this.#toShopCall(call)));
    const unsubscribe = this.#inside.onAnswer((delivery) => {
      if (delivery.attempts === 1) this.#keepers.get(delivery.token)?.(delivery);
    });
    return () => {
      this.#inside.intercept(undefined);
      unsubscribe();
      for (const token of this.#keepers.keys()) this.#inside.endSilence(token);
    };
  }

  async #toShopCall({ operation, path, body, requestId = "", proceed }: SandboxCall): Promise<ShopCall> {
    const content = sectionOf(parseJson(await body()));
    const isPost = operation !== undefined && OPERATIONS[operation].method === "POST";
    const request = sectionOf(content["request"]);
    const isRepeat = () => this.#inside.hasKey(requestId);
    const failing = (fail: () => Transaction | undefined) => async () => {
      const transaction = isRepeat() ? undefined : fail();
      if (transaction && requestId) this.#inside.keepResult(requestId, { uid: transaction.uid });
      return transaction && Response.json({ transaction });
    };
    const refuse = async () => {
      if (!requestId) return Response.json({ response: REFUSAL }, { status: 422 });
      if (!isRepeat()) this.#inside.keepResult(requestId, { problems: [PROBLEM] });
      return proceed();
    };
    const decline = failing(() => this.#decline(operation, request));
    const challenge = failing(() =>
      operation === "transactions.pay"
        ? this.#inside.chargeWith(request, { secure: "challenge" })
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
    const isKnown = this.#inside.recordOf(String(request["parent_uid"])) !== undefined;
    if (isKnown && (type === "capture" || type === "void" || type === "refund")) {
      const data = { ...sectionOf(request["additional_data"]), recipient: { expected_bank_code: "05" } };
      const { transaction } = this.#inside.followUp(type, { ...request, additional_data: data });
      // Another try is no duplicate.
      this.#inside.age([transaction.uid]);
      return transaction;
    }
    return type === "pay" ? this.#inside.chargeWith(request, { isDeclinedLater: true }) : undefined;
  }

  intercept(token: string, keep: (notification: Notification) => void): void {
    this.#inside.silence(token);
    this.#keepers.set(token, keep);
  }

  async deliver({ id, token, body }: Notification): Promise<Answer> {
    const delivery = await this.#inside.redeliver(id);
    return delivery?.answers.at(-1) ?? this.post(token, body);
  }

  async post(token: string, body: string, headers = this.sign(body)): Promise<Answer> {
    const url = this.setting(token, "notification_url") ?? "";
    return this.#inside.post(url, headers, body);
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
      const response = await this.#inside.send(request);
      await response.body?.cancel();
      return ![404, 405, 501].includes(response.status);
    } catch {
      return false;
    }
  }

  /** The current bill. Undefined for a payment token. */
  #billOf(token: string): Transaction | undefined {
    return this.#inside.billOf(token);
  }

  /** The request of a token. A bill has the same form, and its uid is its token. */
  #checkoutOf(token: string): Order {
    const checkout = this.#inside.requestOf(token);
    if (!checkout) throw new NotPayableError("There is no such payment token");
    return checkout;
  }

  unclaimed(): string[] {
    return this.#inside.tokens().filter((token) => !this.#keepers.has(token));
  }

  accept(given: string): { readonly token: string; readonly terms: Terms } | undefined {
    const product = this.#inside.productOf(given);
    const token = product ? this.#inside.openLink(given, ORIGIN) : given;
    const fields = this.#inside.requestOf(token)?.fields;
    if (!fields) return undefined;
    const bill = this.#billOf(token);
    if (bill) return { token, terms: termsOf(fields, bill.status === "permanent", "bill") };
    const method = sectionOf(fields["payment_method"]);
    const payment_method = { ...method, types: ["credit_card", METHOD], excluded_brands: [] };
    this.#inside.changeFields(this.#checkoutOf(token), { ...fields, attempts: 99, payment_method });
    const isReusable = product !== undefined && Number(product["quantity"] ?? 2) > 1;
    return { token, terms: termsOf(fields, isReusable, product ? "payment link" : "token") };
  }

  setting(token: string, name: string): string | undefined {
    return textOf(sectionOf(this.#checkoutOf(token).fields["settings"])[name]);
  }

  copyToken(token: string, { order, ...changes }: TermChanges = {}): string {
    const { fields, origin } = this.#checkoutOf(token);
    const copy = { ...fields, ...changes, order: { ...sectionOf(fields["order"]), ...order } };
    if (this.#billOf(token)) return this.#inside.createBill(toBillFields(copy), origin);
    return this.#inside.createToken(copy, origin);
  }

  isOpen(token: string): boolean {
    const bill = this.#billOf(token);
    if (bill) return bill.status === "pending" || bill.status === "permanent";
    return this.#inside.stateOf(this.#checkoutOf(token)) === "open";
  }

  latestOf(token: string): Transaction | undefined {
    return this.#inside.latestOf(this.#checkoutOf(token));
  }

  pendingOf(token: string): string | undefined {
    const latest = this.latestOf(token);
    return latest?.status === (this.#billOf(token) ? "start" : "pending") ? latest.uid : undefined;
  }

  statusAnswer(token: string): Response {
    if (this.#billOf(token)) return Response.json({ transaction: this.latestOf(token) });
    return Response.json({ checkout: this.#inside.statusOf(this.#checkoutOf(token)) });
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
    if (this.#billOf(token)) await this.#inside.openBill(token);
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
    const { transaction, notified } = this.#inside.followUp(type, fields);
    this.#ofOthers.set(transaction.uid, type === "chargeback" ? "bank" : "back office");
    await notified;
    return transaction;
  }

  expireHold(uid: string): void {
    this.#expiredHolds.add(uid);
  }

  paymentsOf(tokens: readonly string[]): BookEntry[] {
    return tokens.flatMap((token) => {
      const made = this.#inside.transactionsOf(token);
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
    return this.#inside
      .charges()
      .filter(({ status, credit_card }) => status === "successful" && cards.has(credit_card?.token ?? ""));
  }

  forgetKeys(uids: readonly string[]): void {
    this.#inside.forgetKeys(uids);
    this.#inside.age(uids);
  }

  passTime(uids: readonly string[]): void {
    this.#inside.age(uids);
  }

  list(transaction: Transaction): void {
    this.#inside.list(transaction);
  }

  fakeTransaction(token: string, { type, status = "successful" }: FakeOptions): Transaction {
    const checkout = this.#checkoutOf(token);
    const fields = { ...checkout.fields, ...(type && { transaction_type: type }) };
    const outcome = { status, message: "The payment was processed", bankCode: "00" };
    return this.#inside.pretend({ ...checkout, fields }, outcome);
  }
}
