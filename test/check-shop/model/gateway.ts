/** A small gateway in memory, with the methods of `WatchedGateway` that the player calls. */
import type { Transaction } from "../../../src/api/transactions/transaction.ts";
import { movedIn, namesIn, waitingIn } from "../../../src/check-shop/gateway/book.ts";
import type { ShopCall } from "../../../src/check-shop/gateway/shop-call.ts";
import type { Notification, ShopAnswer } from "../../../src/check-shop/gateway/watched-gateway.ts";
import type { CallRouter } from "../../../src/check-shop/player/calls.ts";
import { sleep } from "../../../src/check-shop/player/pace.ts";

// biome-ignore lint/suspicious/noExplicitAny: a model, not a schema
export type Fields = Record<string, any>;

/** A payment, a hold or what follows from it. */
export interface Entry {
  readonly uid: string;
  readonly type: string;
  status: string;
  readonly amount: number;
  readonly currency: string;
  readonly tracking_id?: string | undefined;
  readonly parent_uid?: string;
  readonly test: boolean;
  readonly credit_card?: { readonly token: string } | undefined;
}

interface Token {
  readonly id: string;
  readonly kind: string;
  readonly fields: Fields;
  state: "open" | "pending" | "over";
  readonly transactions: { readonly transaction: Entry }[];
}

/** What the gateway posts to, and opens in the customer's browser. */
export interface Receiver {
  notify(body: string, headers: Readonly<Record<string, string>>): Promise<number | undefined>;
  page(url: URL): Promise<boolean>;
}

/** What a request of the shop became. */
interface Result {
  readonly status: number;
  readonly body: object;
}

const json = ({ status, body }: Result): Response => Response.json(body, { status });

const PARENTS: Fields = {
  refund: ["payment", "charge", "capture"],
  capture: ["authorization"],
  void: ["authorization"],
};

const REFUSED: Result = { status: 422, body: { response: { status: "error" } } };

const NONE: Result = { status: 404, body: { message: "Record not found" } };

export class ModelGateway {
  receiver: Receiver | undefined;
  readonly #router: CallRouter;
  readonly #orders = new Map<string, Token>();
  readonly #transactions = new Map<string, { readonly order: string; readonly transaction: Entry }>();
  readonly #keepers = new Map<string, (notification: Notification) => void>();
  readonly #results = new Map<string, { readonly uid?: string }>();
  readonly #makers = new Map<string, "back office" | "bank">();
  readonly #expiredHolds = new Set<string>();
  readonly #lost = new Map<string, string>();
  /** Transactions of this moment, so that an equal one is a duplicate. */
  readonly #fresh = new Set<string>();
  #count = 0;

  constructor(router: CallRouter) {
    this.#router = router;
  }

  #id(name: string): string {
    this.#count += 1;
    return `${name}-${String(this.#count).padStart(8, "0")}`;
  }

  #token(id: string): Token {
    const token = this.#orders.get(id);
    if (!token) throw Object.assign(new Error("There is no such payment token"), { name: "NotPayableError" });
    return token;
  }

  create(fields: Fields, kind = "token"): string {
    const id = this.#id("token");
    this.#orders.set(id, { id, kind, fields, state: "open", transactions: [] });
    return id;
  }

  #add(token: Token, entry: Omit<Entry, "uid">): Entry {
    const transaction = { ...entry, uid: this.#id(entry.type) };
    token.transactions.push({ transaction });
    this.#transactions.set(transaction.uid, { order: token.id, transaction });
    this.#fresh.add(transaction.uid);
    return transaction;
  }

  #notify(token: Token, content: object, type = "transaction"): void {
    const notification = {
      id: this.#id("notification"),
      token: token.id,
      type,
      body: JSON.stringify(content),
    };
    const keep = this.#keepers.get(token.id);
    if (keep) keep(notification);
    else
      void sleep(1).then(async () =>
        this.receiver?.notify(notification.body, await this.sign(notification.body)),
      );
  }

  // What the player does.

  unclaimed(): string[] {
    return [...this.#orders.values()].flatMap(({ id, kind }) =>
      kind === "charge" || this.#keepers.has(id) ? [] : id,
    );
  }

  intercept(token: string, keep: (notification: Notification) => void): void {
    this.#keepers.set(token, keep);
  }

  accept(token: string) {
    const { kind, fields } = this.#token(token);
    const { amount, currency, tracking_id: trackingId, type, test } = fields;
    const terms = { amount, currency, price: String(amount), trackingId, type, isTest: test, kind };
    return { token, terms: { ...terms, isReusable: kind === "bill" } };
  }

  setting(token: string, name: string): string | undefined {
    return this.#token(token).fields["settings"][name];
  }

  copyToken(id: string, { order = {}, test, transaction_type: type }: Fields = {}): string {
    const { fields, kind } = this.#token(id);
    return this.create(
      { ...fields, ...order, ...(test !== undefined && { test }), ...(type && { type }) },
      kind,
    );
  }

  isNear(): boolean {
    return false;
  }

  isOfOrder(): boolean {
    return false;
  }

  isOpen(id: string): boolean {
    return this.#token(id).state === "open";
  }

  latestOf(id: string): Entry | undefined {
    return this.#token(id).transactions.findLast(({ transaction }) => !transaction.parent_uid)?.transaction;
  }

  pendingOf(id: string): string | undefined {
    const latest = this.latestOf(id);
    return latest?.status === "pending" ? latest.uid : undefined;
  }

  #status(id: string): Result {
    const { state, kind, transactions } = this.#token(id);
    const latest = this.latestOf(id);
    if (kind === "bill") {
      const paid = transactions.map(({ transaction }) => transaction).filter(({ parent_uid }) => !parent_uid);
      return { status: 200, body: { transactions: paid } };
    }
    const status = latest?.status ?? (state === "over" ? "expired" : "incomplete");
    return {
      status: 200,
      body: { checkout: { token: id, status, isOpen: state !== "over", transaction: latest } },
    };
  }

  statusAnswer(id: string): Response {
    return json(this.#status(id));
  }

  #begin(id: string, status: string, isByCard: boolean): Entry {
    const token = this.#token(id);
    if (token.state !== "open")
      throw Object.assign(new Error("It cannot be paid"), { name: "NotPayableError" });
    const { amount, currency, tracking_id, type, test } = token.fields;
    const credit_card = isByCard && token.kind !== "bill" ? { token: this.#id("card") } : undefined;
    const entry = this.#add(token, { type, status, amount, currency, tracking_id, test, credit_card });
    if (token.kind !== "bill")
      token.state = { successful: "over", pending: "pending" }[status] ?? ("open" as any);
    this.#notify(token, { transaction: entry });
    return entry;
  }

  async pay(id: string): Promise<void> {
    this.#begin(id, "successful", true);
  }

  async decline(id: string): Promise<void> {
    this.#begin(id, "failed", true);
  }

  async payLater(id: string): Promise<void> {
    this.#begin(id, "pending", false);
  }

  waitingOf(tokens: readonly string[]): string | undefined {
    return waitingIn(this.#store, tokens);
  }

  async complete(uid: string, status: string): Promise<void> {
    const record = this.#transactions.get(uid);
    if (!record) return;
    const token = this.#token(record.order);
    record.transaction.status = status;
    token.state = status === "successful" ? "over" : "open";
    this.#notify(token, { transaction: record.transaction });
  }

  async expire(id: string): Promise<void> {
    const token = this.#token(id);
    if (token.state === "over") return;
    const latest = this.latestOf(id);
    if (latest?.status === "pending") latest.status = "failed";
    token.state = "over";
    this.#notify(
      token,
      { token: id, status: "expired", tracking_id: token.fields["tracking_id"] },
      "checkout",
    );
  }

  lose(token: string, how: string | undefined): void {
    if (how) this.#lost.set(token, how);
    else this.#lost.delete(token);
  }

  async followUp(type: string, uid: string, amount: number): Promise<void> {
    const entry = this.#follow(type, uid, amount, "successful");
    if (!entry) throw Object.assign(new Error("It is not possible"), { name: "NotPayableError" });
    this.#makers.set(entry.uid, type === "chargeback" ? "bank" : "back office");
  }

  expireHold(uid: string): void {
    this.#expiredHolds.add(uid);
  }

  get #store() {
    return { orders: this.#orders, transactions: this.#transactions } as any;
  }

  movedBy(given: readonly string[], tokens: readonly string[]) {
    return movedIn(this.#store, given, tokens, this.#makers);
  }

  namesOf(tokens: readonly string[]): string[] {
    return namesIn(this.#store, tokens);
  }

  passTime(uids: readonly string[]): void {
    for (const uid of uids) {
      this.#fresh.delete(uid);
      for (const { transaction } of this.#transactions.values())
        if (transaction.parent_uid === uid || transaction.credit_card?.token === uid)
          this.#fresh.delete(transaction.uid);
    }
  }

  forgetKeys(uids: readonly string[]): void {
    for (const [key, { uid }] of this.#results) if (uid && uids.includes(uid)) this.#results.delete(key);
    this.passTime(uids);
  }

  list(transaction: Transaction): void {
    const entry = transaction as unknown as Entry;
    this.#transactions.set(entry.uid, { order: entry.uid, transaction: entry });
  }

  fakeTransaction(id: string, { type, status = "successful" }: Fields) {
    const { amount, currency, tracking_id, test, type: usual } = this.#token(id).fields;
    return { uid: this.#id("fake"), type: type ?? usual, status, amount, currency, tracking_id, test };
  }

  async sign(body: string): Promise<Record<string, string>> {
    return { "content-signature": `signed ${body}` };
  }

  signWithOtherKey(body: string): string {
    return `signed by another ${body}`;
  }

  deliver({ token, body }: Notification): Promise<ShopAnswer> {
    return this.post(token, body);
  }

  async post(_token: string, body: string, headers: unknown = this.sign(body)): Promise<ShopAnswer> {
    const status = await this.receiver?.notify(body, (await headers) as Record<string, string>);
    return status === undefined ? { error: "the connection was closed" } : { status };
  }

  async openPage(url: URL): Promise<boolean> {
    return (await this.receiver?.page(url)) ?? false;
  }

  // What the shop does.

  /** Calls the gateway. @throws Error if no response comes */
  async call(
    operation: ShopCall["operation"],
    path: string,
    request: Fields = {},
    key = "",
  ): Promise<Result> {
    const isPost = !/checkouts.get|transactions.(get|list)/.test(operation ?? "");
    const failing = (status: string) => async () => {
      const isRequest = /transactions\.(refund|capture|void|pay)/.test(operation ?? "");
      if (!isRequest || this.#results.has(key)) return undefined;
      const result = this.#process(operation, path, request, key, status);
      return result?.status === 200 ? json(result) : undefined;
    };
    const isExpired = this.#expiredHolds.has(request["parent_uid"]);
    const response = await this.#router.answer({
      ...{ operation, isPost, path, body: { request } },
      proceed: async () =>
        json(this.#process(operation, path, request, key, isExpired ? "failed" : "successful")),
      decline: failing("failed"),
      challenge: async () => (operation === "transactions.pay" ? failing("incomplete")() : undefined),
      refuse: async () => {
        if (!this.#results.has(key)) this.#results.set(key, {});
        return json(this.#process(operation, path, request, key, "successful"));
      },
    } as ShopCall);
    await sleep(1);
    if (response.type === "error") throw new Error("There was no response");
    return { status: response.status, body: Object(await response.json()) };
  }

  #process(
    operation: string | undefined,
    path: string,
    request: Fields,
    key: string,
    status: string,
  ): Result {
    const id = path.split("/").at(-1) ?? "";
    if (operation === "checkouts.get") {
      const loss = this.#lost.get(id);
      if (loss) return loss === "unknown" ? NONE : { status: 200, body: {} };
      return this.#orders.has(id) ? this.#status(id) : NONE;
    }
    if (operation === "transactions.get") {
      const transaction = this.#transactions.get(id)?.transaction;
      return transaction ? { status: 200, body: { transaction } } : NONE;
    }
    if (operation === ("transactions.list" as unknown)) {
      const transactions = [...this.#transactions.values()].flatMap(({ transaction }) =>
        transaction.tracking_id === decodeURIComponent(id) ? transaction : [],
      );
      return { status: 200, body: { transactions } };
    }
    const earlier = this.#results.get(key);
    const known = earlier?.uid ? this.#transactions.get(earlier.uid)?.transaction : undefined;
    if (earlier) return known ? { status: 200, body: { transaction: known } } : REFUSED;
    if (operation === "checkouts.create")
      return { status: 200, body: { token: this.create(request, request["kind"]) } };
    const type = operation?.replace("transactions.", "") ?? "";
    const transaction =
      type === "pay"
        ? this.#charge(request, status)
        : this.#follow(type, request["parent_uid"], request["amount"], status, request["tracking_id"]);
    if (key) this.#results.set(key, transaction ? { uid: transaction.uid } : {});
    return transaction ? { status: 200, body: { transaction } } : REFUSED;
  }

  #charge(request: Fields, status: string): Entry | undefined {
    const { amount, currency, tracking_id, card, settings } = request;
    const isDuplicate = [...this.#orders.values()].some(
      ({ kind, transactions: [first] }) =>
        kind === "charge" &&
        first?.transaction.credit_card?.token === card &&
        this.#fresh.has(first?.transaction.uid ?? ""),
    );
    if (isDuplicate) return undefined;
    const token = this.#token(this.create({ ...request, settings, type: "payment" }, "charge"));
    const entry = {
      type: "payment",
      status,
      amount,
      currency,
      tracking_id,
      test: false,
      credit_card: { token: card },
    };
    const charge = this.#add(token, entry);
    if (status === "successful" && settings) this.#notify(token, { transaction: charge });
    return charge;
  }

  #follow(
    type: string,
    uid: string,
    amount: number,
    status: string,
    tracking_id?: string,
  ): Entry | undefined {
    const record = this.#transactions.get(uid);
    const token = record && this.#orders.get(record.order);
    if (!token || record.transaction.status !== "successful") return undefined;
    const { transaction: parent } = record;
    const parents = PARENTS[type] ?? PARENTS["refund"];
    const children = token.transactions.flatMap(({ transaction }) =>
      transaction.parent_uid === uid ? transaction : [],
    );
    const done = children.filter((each) => each.status === "successful");
    const left = parent.amount - done.reduce((sum, each) => sum + each.amount, 0);
    const isDuplicate = children.some(
      (each) => each.type === type && each.amount === amount && this.#fresh.has(each.uid),
    );
    if (!parents.includes(parent.type) || amount > left || amount < 1 || isDuplicate) return undefined;
    const { currency, test } = parent;
    const entry = {
      type,
      status,
      amount,
      currency,
      tracking_id: tracking_id ?? parent.tracking_id,
      parent_uid: uid,
      test,
    };
    const child = this.#add(token, entry);
    // Another try of a declined request is no duplicate.
    if (status !== "successful") this.#fresh.delete(child.uid);
    this.#notify(token, { transaction: child });
    return child;
  }
}
