import type { Transaction } from "../../api/transactions/transaction.ts";
import { parseJson } from "../../sandbox/gateway/input/parse-json.ts";
import { sectionOf, textOf } from "../../sandbox/gateway/input/section.ts";
import type { Intercept } from "../../sandbox/gateway/plans/failures.ts";
import type { Delivery, DeliveryAnswer } from "../../sandbox/gateway/records/delivery.ts";
import type { CheckoutRecord, Fields } from "../../sandbox/gateway/records/records.ts";
import { NotPayableError } from "../../sandbox/gateway/transactions/not-payable-error.ts";
import type { Internals } from "../../sandbox/internals.ts";
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
  readonly #inside: Internals;
  readonly #watches = new Set<Watch>();
  readonly #holders = new Map<string, (delivery: Delivery) => void>();

  constructor(inside: Internals) {
    this.#inside = inside;
  }

  /** Begins to watch the calls of the shop, and to hold notifications. @returns a function that ends it. */
  open(): () => void {
    this.#inside.intercept((call) => this.#answer(call));
    const unsubscribe = this.#inside.onAnswer((delivery) => {
      if (delivery.attempts === 1) this.#holders.get(delivery.token)?.(delivery);
    });
    return () => {
      this.#inside.intercept(undefined);
      unsubscribe();
      for (const token of this.#holders.keys()) this.#inside.endSilence(token);
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
    this.#inside.silence(token);
    this.#holders.set(token, onHeld);
  }

  /**
   * Lets a token be paid after declines and by any method, whatever the shop offers its customers. A bill is as it is.
   *
   * @returns its fields; undefined for a token or a bill that this sandbox did not make.
   */
  accept(token: string): Fields | undefined {
    const fields = this.#inside.requestOf(token)?.fields;
    if (!fields || this.#isBill(token)) return fields;
    const payment_method = {
      ...sectionOf(fields["payment_method"]),
      types: ["credit_card", METHOD],
      excluded_brands: [],
    };
    const accepted = { ...fields, attempts: 99, payment_method };
    this.#inside.changeFields(token, accepted);
    return accepted;
  }

  /** A bill as it is now; undefined for a payment token. */
  billOf(token: string): Transaction | undefined {
    return this.#inside.billOf(token);
  }

  #isBill(token: string): boolean {
    return this.billOf(token) !== undefined;
  }

  /** What was asked for: of a bill in the form of a token, whose name is its uid. */
  #checkoutOf(token: string): CheckoutRecord {
    const checkout = this.#inside.requestOf(token);
    if (!checkout) throw new NotPayableError("There is no such payment token");
    return checkout;
  }

  /** All payment tokens, and the uids of all bills. */
  tokens(): string[] {
    return this.#inside.tokens();
  }

  isOpen(token: string): boolean {
    if (this.#isBill(token)) return this.latestOf(token)?.status === "pending";
    return this.#inside.stateOf(this.#checkoutOf(token)) === "open";
  }

  /** Another token for the same order, such as a shop makes when its customer begins again. */
  copyToken(token: string, { order = {}, ...changes }: Fields = {}): string {
    const { fields, origin } = this.#checkoutOf(token);
    const copy = { ...fields, ...changes, order: { ...sectionOf(fields["order"]), ...sectionOf(order) } };
    if (this.#isBill(token)) return this.#inside.createBill(toBillFields(copy), origin);
    return this.#inside.createToken(copy, origin);
  }

  /** Pays by card, which is saved; a bill elsewhere. */
  pay(token: string): Promise<Transaction> {
    if (this.#isBill(token)) return this.complete(token, "successful");
    return this.#inside.pay(this.#checkoutOf(token), { saveCard: true });
  }

  decline(token: string): Promise<Transaction> {
    if (this.#isBill(token)) return this.complete(token, "failed");
    return this.#inside.pay(this.#checkoutOf(token), { card: DECLINED });
  }

  /** Pays by a method that is pending; a bill is only opened. */
  async payLater(token: string): Promise<void> {
    if (this.#isBill(token)) return this.#inside.openBill(token);
    await this.#inside.pay(this.#checkoutOf(token), { method: METHOD });
  }

  /** The last transaction of a token; of a bill itself. */
  latestOf(token: string): Transaction | undefined {
    return this.#inside.latestOf(this.#checkoutOf(token));
  }

  /** The payment of a token that the customer has begun and that is not ended. */
  pendingOf(token: string): string | undefined {
    const latest = this.latestOf(token);
    return latest?.status === (this.#isBill(token) ? "start" : "pending") ? latest.uid : undefined;
  }

  /** Ends a pending payment, or a bill. */
  async complete(uid: string, status: "successful" | "failed"): Promise<Transaction> {
    const { transaction, notified } = await this.#inside.complete(uid, status);
    await notified;
    return transaction;
  }

  async expire(token: string): Promise<void> {
    await this.#inside.expire(token);
  }

  /** Refunds in the gateway's back office. */
  async refund(uid: string, amount: number): Promise<Transaction> {
    const fields = { parent_uid: uid, amount, reason: "Refunded in the back office" };
    const { transaction, notified } = this.#inside.refund(fields);
    await notified;
    return transaction;
  }

  /** The payments of these tokens, oldest first. */
  paymentsOf(tokens: readonly string[]): BookEntry[] {
    return tokens.flatMap((token) => {
      const made = this.#inside
        .historyOf(token)
        .filter(({ kind }) => kind === "transaction")
        .flatMap(({ id = "" }) => this.#inside.recordOf(id)?.transaction ?? []);
      const refunds = made.filter(({ type, status }) => type === "refund" && status === "successful");
      return made
        .filter(({ parent_uid }) => !parent_uid)
        .map((transaction) => ({
          token,
          transaction,
          refunds: refunds.filter(({ parent_uid }) => parent_uid === transaction.uid),
        }));
    });
  }

  /** The successful payments without a payment token by these saved cards, oldest first. */
  chargesOf(cards: ReadonlySet<string>): Transaction[] {
    return this.#inside
      .transactions()
      .filter(({ checkout }) => checkout !== undefined)
      .map(({ transaction }) => transaction)
      .filter(({ status, credit_card }) => status === "successful" && cards.has(credit_card?.token ?? ""));
  }

  /** Forgets the idempotency keys that led to these transactions. */
  forgetKeys(uids: readonly string[]): void {
    this.#inside.forgetKeys(uids);
  }

  /** Declines a refund or a charge that the shop asks for: the book keeps it. Undefined for any other request. */
  async declineRequest({ operation, body }: GatewayCall): Promise<Transaction | undefined> {
    const request = sectionOf(sectionOf(parseJson(await body()))["request"]);
    if (operation === "transactions.refund" && this.#inside.recordOf(String(request["parent_uid"]))) {
      const data = { ...sectionOf(request["additional_data"]), recipient: { expected_bank_code: "05" } };
      return this.#inside.refund({ ...request, additional_data: data }).transaction;
    }
    return operation === "transactions.pay" ? this.#inside.declineCharge(request) : undefined;
  }

  /** The answer to the question for the status of a token or a bill. */
  statusAnswer(token: string): Response {
    if (this.#isBill(token)) return Response.json({ transaction: this.latestOf(token) });
    return Response.json({ checkout: this.#inside.statusOf(this.#checkoutOf(token)) });
  }

  /** Posts a notification, for the first time or again. A forged one is posted unchanged. */
  async redeliver({ id, token, body }: Delivery): Promise<DeliveryAnswer> {
    const delivery = await this.#inside.redeliver(id);
    return delivery?.answers.at(-1) ?? this.post(token, body);
  }

  /** A transaction of an order as the gateway would notify of it. At the gateway there is none: the order is not paid. */
  fakeTransaction(
    token: string,
    type = String(this.#checkoutOf(token).fields["transaction_type"]),
    status: "successful" | "failed" | "pending" = "successful",
  ): Transaction {
    const checkout = this.#checkoutOf(token);
    const fields = { ...checkout.fields, transaction_type: type };
    const outcome = { status, message: "The payment was processed", bankCode: "00" };
    return this.#inside.pretend({ ...checkout, fields }, outcome);
  }

  /** The headers of a genuine notification. */
  sign(body: string): Promise<Record<string, string>> {
    return this.#inside.sign(body);
  }

  /** Posts a notification with these headers, by default those of a genuine one. */
  async post(token: string, body: string, headers = this.sign(body)): Promise<DeliveryAnswer> {
    return this.#inside.post(this.setting(token, "notification_url") ?? "", headers, body);
  }

  /** An address in the settings of a token. */
  setting(token: string, name: string): string | undefined {
    return textOf(sectionOf(this.#checkoutOf(token).fields["settings"])[name]);
  }

  /** Opens a page of the shop. @returns false where there is none. */
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
}
