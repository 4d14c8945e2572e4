/** A small gateway in memory, with the methods of `WatchedGateway` that the player calls. */
import type { Transaction } from "../../../src/api/transactions/transaction.ts";
import type { Book } from "../../../src/check-shop/gateway/book.ts";
import type { ShopCall } from "../../../src/check-shop/gateway/shop-call.ts";
import type { TermChanges } from "../../../src/check-shop/gateway/terms.ts";
import type {
  FakeOptions,
  Notification,
  PlayedGateway,
  ShopAnswer,
} from "../../../src/check-shop/gateway/watched-gateway.ts";
import type { CallRouter } from "../../../src/check-shop/player/calls.ts";
import { sleep } from "../../../src/check-shop/player/pace.ts";
import { readVariants } from "../../../src/sandbox/gateway/variants.ts";

/** A payment, a hold or what follows from it. */
export interface Entry extends Transaction {
  readonly type: string;
  status: string;
  readonly amount: number;
  readonly currency: string;
  readonly tracking_id?: string | undefined;
  readonly parent_uid?: string | undefined;
}

/** What a shop sends: the terms of a token, or a request that moves money. */
export interface Request {
  readonly amount: number;
  readonly currency?: string;
  readonly tracking_id?: string;
  readonly type?: string;
  readonly test?: boolean;
  readonly kind?: "token" | "bill";
  readonly settings?: Readonly<Record<string, string>> | false;
  readonly parent_uid?: string;
  /** A saved card. */
  readonly card?: string;
}

export interface Body {
  readonly token?: string;
  readonly transaction?: Entry;
  readonly transactions?: readonly Entry[];
  readonly checkout?: {
    readonly token: string;
    readonly status: string;
    readonly isOpen: boolean;
    readonly transaction: Entry | undefined;
  };
}

/** What a call of the shop became. */
interface Result {
  readonly status: number;
  readonly body: Body;
}

interface Token {
  readonly id: string;
  readonly kind: "token" | "bill" | "charge";
  readonly terms: Request & { readonly type: string; readonly currency: string; readonly test: boolean };
  state: "open" | "pending" | "over";
  readonly transactions: { readonly transaction: Entry }[];
}

/** What the gateway posts to, and opens in the customer's browser. */
export interface Receiver {
  notify(body: string, headers: Readonly<Record<string, string>>): Promise<number | undefined>;
  page(url: URL): Promise<boolean>;
}

const json = ({ status, body }: Result): Response => Response.json(body, { status });

const found = (body: Body): Result => ({ status: 200, body });

const REFUSED: Result = { status: 422, body: {} };

const NONE: Result = { status: 404, body: {} };

const PARENTS: Readonly<Record<string, readonly string[]>> = {
  refund: ["payment", "charge", "capture"],
  chargeback: ["payment", "charge", "capture"],
  capture: ["authorization"],
  void: ["authorization"],
};

const notPayable = (text: string): Error => Object.assign(new Error(text), { name: "NotPayableError" });

export class ModelGateway implements PlayedGateway {
  receiver: Receiver | undefined;
  readonly variants = readVariants();
  readonly #router: CallRouter;
  readonly #orders = new Map<string, Token>();
  readonly #transactions = new Map<string, { readonly order: string; readonly transaction: Entry }>();
  readonly book: Book = { orders: this.#orders, transactions: this.#transactions, makers: new Map() };
  readonly #keepers = new Map<string, (notification: Notification) => void>();
  readonly #results = new Map<string, { readonly uid?: string }>();
  readonly #expiredHolds = new Set<string>();
  readonly #lost = new Map<string, string>();
  /** Transactions of this moment, so that an equal one is a duplicate. */
  readonly #fresh = new Set<string>();
  #count = 0;

  constructor(router: CallRouter) {
    this.#router = router;
  }

  /** The shops of the model read no word that differs between gateways. */
  speak(): void {}

  #id(name: string): string {
    this.#count += 1;
    return `${name}-${String(this.#count).padStart(8, "0")}`;
  }

  #token(id: string): Token {
    const token = this.#orders.get(id);
    if (!token) throw notPayable("There is no such payment token");
    return token;
  }

  #create(
    { type = "payment", currency = "EUR", test = false, ...terms }: Request,
    kind: Token["kind"],
  ): string {
    const id = this.#id("token");
    const all = { ...terms, type, currency, test };
    this.#orders.set(id, { id, kind, terms: all, state: "open", transactions: [] });
    return id;
  }

  #add(token: Token, entry: Omit<Entry, "uid">): Entry {
    const transaction: Entry = { ...entry, uid: this.#id(entry.type) };
    token.transactions.push({ transaction });
    this.#transactions.set(transaction.uid, { order: token.id, transaction });
    this.#fresh.add(transaction.uid);
    return transaction;
  }

  #notify({ id, terms }: Token, content: object, type = "transaction"): void {
    const notification = { id: this.#id("notification"), token: id, type, body: JSON.stringify(content) };
    const keep = this.#keepers.get(id);
    if (keep) keep(notification);
    else if (terms.settings) void sleep(1).then(() => this.deliver(notification));
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
    const order = this.#orders.get(token);
    if (!order) return undefined;
    const { amount, currency, tracking_id: trackingId, type, test: isTest } = order.terms;
    const kind = order.kind === "bill" ? ("bill" as const) : ("token" as const);
    const terms = { amount, currency, price: String(amount), trackingId, type, isTest, kind };
    return { token, terms: { ...terms, isReusable: kind === "bill" } };
  }

  setting(token: string, name: string): string | undefined {
    const { settings } = this.#token(token).terms;
    return settings ? settings[name] : undefined;
  }

  copyToken(id: string, { order = {}, test, transaction_type: type }: TermChanges = {}): string {
    const { terms, kind } = this.#token(id);
    return this.#create({ ...terms, ...order, test: test ?? terms.test, type: type ?? terms.type }, kind);
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
    if (kind === "bill") {
      const all = transactions.map(({ transaction }) => transaction);
      return found({ transactions: all.filter(({ parent_uid }) => !parent_uid) });
    }
    const transaction = this.latestOf(id);
    const status = transaction?.status ?? (state === "over" ? "expired" : "incomplete");
    return found({ checkout: { token: id, status, isOpen: state !== "over", transaction } });
  }

  statusAnswer(id: string): Response {
    return json(this.#status(id));
  }

  #begin(id: string, status: string, state: Token["state"], isByCard = true): void {
    const token = this.#token(id);
    if (token.state !== "open") throw notPayable("It cannot be paid");
    const { amount, currency, tracking_id, type, test } = token.terms;
    const credit_card = isByCard && token.kind !== "bill" ? { token: this.#id("card") } : undefined;
    const transaction = this.#add(token, { type, status, amount, currency, tracking_id, test, credit_card });
    if (token.kind !== "bill") token.state = state;
    this.#notify(token, { transaction });
  }

  async pay(id: string): Promise<void> {
    this.#begin(id, "successful", "over");
  }

  async decline(id: string): Promise<void> {
    this.#begin(id, "failed", "open");
  }

  async payLater(id: string): Promise<void> {
    this.#begin(id, "pending", "pending", false);
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
    this.#notify(token, { token: id, status: "expired", tracking_id: token.terms.tracking_id }, "checkout");
  }

  lose(token: string, how: string | undefined): void {
    if (how) this.#lost.set(token, how);
    else this.#lost.delete(token);
  }

  async followUp(type: string, parent_uid: string, amount: number): Promise<void> {
    const entry = this.#follow(type, { parent_uid, amount }, "successful");
    if (!entry) throw notPayable("It is not possible");
    this.book.makers.set(entry.uid, type === "chargeback" ? "bank" : "back office");
  }

  expireHold(uid: string): void {
    this.#expiredHolds.add(uid);
  }

  passTime(uids: readonly string[]): void {
    for (const { transaction } of this.#transactions.values()) {
      const { uid, parent_uid, credit_card } = transaction;
      if ([uid, parent_uid, credit_card?.token].some((name) => name && uids.includes(name)))
        this.#fresh.delete(uid);
    }
  }

  forgetKeys(uids: readonly string[]): void {
    for (const [key, { uid }] of this.#results) if (uid && uids.includes(uid)) this.#results.delete(key);
    this.passTime(uids);
  }

  list(transaction: Transaction): void {
    const { uid } = transaction;
    this.#transactions.set(uid, { order: uid, transaction: Object(transaction) });
  }

  fakeTransaction(id: string, { type, status = "successful" }: FakeOptions): Entry {
    const { amount, currency, tracking_id, test, type: usual } = this.#token(id).terms;
    return { uid: this.#id("fake"), type: type ?? usual, status, amount, currency, tracking_id, test };
  }

  async sign(body: string): Promise<Record<string, string>> {
    return { "content-signature": `signed ${body}` };
  }

  async signWithOtherKey(body: string): Promise<string> {
    return `signed by another ${body}`;
  }

  deliver({ token, body }: Notification): Promise<ShopAnswer> {
    return this.post(token, body);
  }

  async post(_token: string, body: string, headers = this.sign(body)): Promise<ShopAnswer> {
    const status = await this.receiver?.notify(body, await headers);
    return status === undefined ? { error: "the connection was closed" } : { status };
  }

  async openPage(url: URL): Promise<boolean> {
    return (await this.receiver?.page(url)) ?? false;
  }

  // What the shop does.

  /** Reads the status of a token, a transaction, or the transactions with a tracking id. @throws Error if no response comes */
  async read(what: "checkouts.get" | "transactions.get" | "transactions.list", id: string): Promise<Result> {
    const operation = what === "transactions.list" ? undefined : what;
    const path = `/${what}/${encodeURIComponent(id)}`;
    const proceed = async () => json(this.#find(what, id));
    return this.#answer({ operation, isPost: false, path, body: {}, proceed });
  }

  /** Creates a token, or makes a request that moves money. @throws Error if no response comes */
  async send(operation: NonNullable<ShopCall["operation"]>, request: Request, key: string): Promise<Result> {
    const make = (status: string) => json(this.#make(operation, request, key, status));
    const isRequest = operation !== "checkouts.create";
    const failing = (status: string) => async () => {
      if (!isRequest || this.#results.has(key)) return undefined;
      const response = make(status);
      return response.status === 200 ? response : undefined;
    };
    const isExpired = this.#expiredHolds.has(request.parent_uid ?? "");
    return this.#answer({
      ...{ operation, isPost: true, path: `/${operation}`, body: { request: { ...request } } },
      proceed: async () => make(isExpired ? "failed" : "successful"),
      decline: failing("failed"),
      challenge: operation === "transactions.pay" ? failing("incomplete") : async () => undefined,
      refuse: async () => {
        if (!this.#results.has(key)) this.#results.set(key, {});
        return make("successful");
      },
    });
  }

  async #answer(
    call: Pick<ShopCall, "operation" | "isPost" | "path" | "body" | "proceed"> & Partial<ShopCall>,
  ) {
    const nothing = async () => undefined;
    const response = await this.#router.answer({
      ...{ decline: nothing, challenge: nothing, refuse: call.proceed },
      ...call,
    });
    await sleep(1);
    if (response.type === "error") throw new Error("There was no response");
    const body: Body = Object(await response.json());
    return { status: response.status, body };
  }

  #find(what: string, id: string): Result {
    const all = [...this.#transactions.values()].map(({ transaction }) => transaction);
    if (what === "transactions.list")
      return found({ transactions: all.filter(({ tracking_id }) => tracking_id === id) });
    if (what === "transactions.get") {
      const transaction = this.#transactions.get(id)?.transaction;
      return transaction ? found({ transaction }) : NONE;
    }
    const loss = this.#lost.get(id);
    if (loss === "unreadable") return found({});
    return loss || !this.#orders.has(id) ? NONE : this.#status(id);
  }

  /** Makes what the shop sent. The same key is the same request. */
  #make(operation: string, request: Request, key: string, status: string): Result {
    const earlier = this.#results.get(key);
    const known = this.#transactions.get(earlier?.uid ?? "")?.transaction;
    if (earlier) return known ? found({ transaction: known }) : REFUSED;
    if (operation === "checkouts.create")
      return found({ token: this.#create(request, request.kind ?? "token") });
    const type = operation.replace("transactions.", "");
    const transaction = type === "pay" ? this.#charge(request, status) : this.#follow(type, request, status);
    this.#results.set(key, transaction ? { uid: transaction.uid } : {});
    return transaction ? found({ transaction }) : REFUSED;
  }

  #charge({ card = "", ...request }: Request, status: string): Entry | undefined {
    const isDuplicate = [...this.#orders.values()].some(
      ({ kind, transactions: [first] }) =>
        kind === "charge" &&
        first?.transaction.credit_card?.token === card &&
        this.#fresh.has(first.transaction.uid),
    );
    if (isDuplicate) return undefined;
    const token = this.#token(this.#create(request, "charge"));
    const { type, amount, currency, tracking_id, test, settings } = token.terms;
    const entry = { type, status, amount, currency, tracking_id, test, credit_card: { token: card } };
    const transaction = this.#add(token, entry);
    if (status === "successful" && settings) this.#notify(token, { transaction });
    return transaction;
  }

  #follow(
    type: string,
    { parent_uid = "", amount, tracking_id }: Request,
    status: string,
  ): Entry | undefined {
    const record = this.#transactions.get(parent_uid);
    const token = record && this.#orders.get(record.order);
    if (!token || record.transaction.status !== "successful") return undefined;
    const { transaction: parent } = record;
    const children = token.transactions.flatMap(({ transaction }) =>
      transaction.parent_uid === parent_uid ? transaction : [],
    );
    const done = children.filter((each) => each.status === "successful");
    const left = parent.amount - done.reduce((sum, each) => sum + each.amount, 0);
    const isDuplicate = children.some(
      (each) => each.type === type && each.amount === amount && this.#fresh.has(each.uid),
    );
    const isPossible = PARENTS[type]?.includes(parent.type) && amount <= left && amount >= 1;
    if (!isPossible || isDuplicate) return undefined;
    const { currency, test } = parent;
    const id = tracking_id ?? parent.tracking_id;
    const child = this.#add(token, { type, status, amount, currency, tracking_id: id, parent_uid, test });
    // Another try of a declined request is no duplicate.
    if (status !== "successful") this.#fresh.delete(child.uid);
    this.#notify(token, { transaction: child });
    return child;
  }
}
