/** A right shop in memory. Each policy is a choice that a right shop may make, and each mistake is one that a law must find. */
import type { ShopFunctions } from "../../../src/check-shop/options.ts";
import { sleep } from "../../../src/check-shop/player/pace.ts";
import type { Body, Entry, ModelGateway, Receiver, Request } from "./gateway.ts";
import type { Mistake, Policy } from "./policies.ts";

interface Order {
  readonly id: string;
  readonly trackingId: string;
  readonly tokens: string[];
  paidBy: string | undefined;
  card: string | undefined;
  fulfilled: number;
  /** How often it was paid and is not fulfilled yet. */
  due: number;
  isCanceled: boolean;
  isClosed: boolean;
  /** Whether it cannot be delivered. */
  isUndeliverable: boolean;
}

interface Row {
  readonly uid: string;
  readonly order: Order | undefined;
  readonly amount: number;
  readonly isHold: boolean;
  state: "pays" | "other" | "review" | "over";
  captured: number;
  voided: number;
  refunded: number;
  readonly captures: { readonly uid: string; readonly amount: number; refunded: number }[];
  readonly seen: Set<string>;
}

/** A refund, a capture, a void or a charge that the shop sends. */
interface Part {
  readonly kind: "refund" | "capture" | "void" | "pay";
  readonly order: Order | undefined;
  readonly parent: string;
  readonly amount: number;
  readonly request: string;
  key: string;
  tries: number;
  sentAt: number | undefined;
  state: "open" | "made" | "failed";
}

const UNDER_WAY = 4000;

const WITHOUT_SEARCH: Partial<Record<Part["kind"], Mistake>> = {
  refund: "sends a refund again without a search",
  pay: "charges again without a search",
  capture: "captures without a search",
};

const [AMOUNT, CURRENCY] = [12_900, "EUR"];

const SETTINGS = Object.fromEntries(
  ["notification_url", "return_url", "cancel_url"].map((name) => [name, `https://shop.example/${name}`]),
);

/** The process was killed. */
class Killed extends Error {}

const unlessKilled = (error: unknown): void => {
  if (error instanceof Killed) throw error;
};

export class ModelShop implements Receiver {
  readonly #policy: Policy;
  readonly #mistake: Mistake | undefined;
  readonly #gateway: ModelGateway;
  readonly #orders = new Map<string, Order>();
  readonly #rows = new Map<string, Row>();
  readonly #reviews: { readonly uid: string; readonly order: Order | undefined }[] = [];
  readonly #requests = new Map<string, Part[]>();
  readonly #parts: Part[] = [];
  readonly #open = new Set<string>();
  /** Payments that the shop asks the gateway about later. */
  readonly #inbox = new Map<string, Entry>();
  #stock = 1_000_000;
  #process = 0;

  constructor(policy: Policy, gateway: ModelGateway, mistake?: Mistake) {
    this.#policy = policy;
    this.#gateway = gateway;
    this.#mistake = mistake;
  }

  #is(mistake: Mistake): boolean {
    return this.#mistake === mistake;
  }

  get #isBill(): boolean {
    return this.#policy.orders === "bill";
  }

  async #alive<T>(task: Promise<T>): Promise<T> {
    const process = this.#process;
    const result = await task.catch((error: unknown) => {
      throw process === this.#process ? error : new Killed();
    });
    if (process !== this.#process) throw new Killed();
    return result;
  }

  async #read(...args: Parameters<ModelGateway["read"]>): Promise<Body> {
    const { status, body } = await this.#alive(this.#gateway.read(...args));
    if (status !== 200) throw new Error(`${args[0]}: ${status}`);
    return body;
  }

  #post(...args: Parameters<ModelGateway["send"]>) {
    return this.#alive(this.#gateway.send(...args));
  }

  get functions(): ShopFunctions {
    const { orders, reviews, ids } = this.#policy;
    const isRead = ids === "read";
    const asking = (kind: "refund" | "capture") => {
      const ask = (id: string, amount: number, request: string) => this.#press(kind, id, amount, request);
      return isRead ? ask : (id: string, amount: number) => ask(id, amount, crypto.randomUUID());
    };
    const renew = (id: string, request: string) => this.#press("pay", id, 990, request);
    const refundReview = (uid: string, request: string) => this.#refundReview(uid, request);
    return {
      placeOrder: () => this.#place(),
      fulfillments: (id) => this.#delivered(id),
      ...(reviews !== "none" && {
        inReview: (id: string) => {
          const uids = this.#reviewsOf(id);
          return reviews === "uids" ? uids : uids.length;
        },
      }),
      refund: asking("refund"),
      refundReview: isRead ? refundReview : (uid) => refundReview(uid, crypto.randomUUID()),
      ...(orders === "hold by staff" && { capture: asking("capture") }),
      ...(orders !== "bill" && {
        renew: isRead ? renew : (id: string) => renew(id, crypto.randomUUID()),
        payAgain: (id: string) => this.#payAgain(id),
      }),
      cancel: (id) => this.#cancel(id),
      expireOrders: () => this.#closeOrders(),
      failShipping: (id) => Object.assign(this.#orders.get(id) ?? {}, { isUndeliverable: true }),
      stock: (pieces) => {
        this.#stock = pieces ?? this.#stock;
        return this.#stock;
      },
      reconcile: () => this.#job(),
      restart: () => this.#restart(),
    };
  }

  #delivered(id: string): number | string[] {
    const count = this.#orders.get(id)?.fulfilled ?? 0;
    if (this.#policy.delivers === "a number") return count;
    const key = this.#is("sends one key to two customers") ? "key" : `key ${id}`;
    return Array.from({ length: count }, (_, index) => `${key} ${index}`);
  }

  #reviewsOf(id: string): string[] {
    const uids = [...this.#rows.values()].flatMap(({ state, uid, order }) =>
      state === "review" && order?.id === id ? uid : [],
    );
    const all = [...uids, ...this.#reviews.flatMap(({ uid, order }) => (order?.id === id ? uid : []))];
    if (this.#is("keeps one review for each order")) return all.slice(0, 1);
    return this.#is("reviews a payment twice") ? [...all, ...all] : all;
  }

  async #place(): Promise<{ orderId: string; token: string }> {
    const id = `order-${this.#orders.size + 1000}`;
    const trackingId = this.#is("uses a tracking id twice") ? "order-0000" : id;
    const order: Order = {
      ...{ id, trackingId, tokens: [], paidBy: undefined, card: undefined, fulfilled: 0 },
      ...{ due: 0, isCanceled: false, isClosed: false, isUndeliverable: false },
    };
    this.#orders.set(id, order);
    if (this.#policy.takes === "at the order") this.#take("sells above the stock");
    return { orderId: id, token: await this.#begin(order) };
  }

  /** Takes a piece of the stock. @throws Error if none is left */
  #take(mistake: Mistake): void {
    if (this.#stock < 1 && !this.#is(mistake)) throw new Error("It is sold out");
    this.#stock -= 1;
  }

  /** Creates a token of an order. */
  async #begin(order: Order): Promise<string> {
    const request: Request = {
      ...{ amount: AMOUNT, currency: CURRENCY, tracking_id: order.trackingId, test: false },
      type: this.#policy.orders.startsWith("hold") ? "authorization" : "payment",
      settings: SETTINGS,
      kind: this.#isBill ? "bill" : "token",
    };
    const { status, body } = await this.#post("checkouts.create", request, crypto.randomUUID());
    if (status !== 200 || !body.token) throw new Error(`create: ${status}`);
    order.tokens.push(body.token);
    this.#open.add(body.token);
    return body.token;
  }

  async #payAgain(id: string): Promise<string> {
    const order = this.#orders.get(id);
    const [first] = order?.tokens ?? [];
    if (!order || !first || order.paidBy || order.isCanceled || order.isClosed)
      throw new Error("It is not open");
    const { again } = this.#policy;
    if (again === "nothing") throw new Error("It cannot be paid again");
    if (again === "the same token") return first;
    const token = await this.#begin(order);
    if (this.#is("forgets the first token")) this.#open.delete(first);
    if (this.#is("forgets the second token")) this.#open.delete(token);
    return token;
  }

  /** Closes the orders that nobody paid. */
  #closeOrders(): void {
    for (const order of this.#orders.values()) {
      if (order.paidBy === undefined) order.isClosed = true;
      if (this.#is("closes paid orders")) Object.assign(order, { isClosed: true, fulfilled: 0 });
    }
  }

  async #restart(): Promise<void> {
    this.#process += 1;
    if (this.#is("loses its queue in a restart")) for (const order of this.#orders.values()) order.due = 0;
    else this.#work();
    if (!this.#is("sends all requests again when it starts")) return;
    for (const part of this.#parts.filter(({ state }) => state === "open"))
      Object.assign(part, { key: `${part.key}+`, sentAt: undefined, tries: 0 });
    await this.#try(this.#parts);
  }

  #work(): void {
    for (const order of this.#orders.values()) {
      if (order.isUndeliverable && order.due > 0 && this.#is("stops at a bad address")) return;
      this.#ship(order);
    }
  }

  async notify(text: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
    try {
      await this.#alive(sleep(1));
      const isGenuine = headers["content-signature"] === `signed ${text}`;
      if (!isGenuine && !this.#is("verifies no signature")) return 401;
      const { transaction, status, token } = JSON.parse(text);
      if (status === "expired") this.#open.delete(token);
      const parent = this.#inbox.get(transaction?.parent_uid);
      if (parent) await this.#ask(parent);
      const isAsked = transaction?.uid && !transaction.parent_uid && this.#policy.body !== "believes";
      if (isAsked && this.#policy.body === "asks later") {
        this.#inbox.set(transaction.uid, transaction);
        void this.#askLater(transaction);
      } else if (isAsked) await this.#ask(transaction);
      else if (transaction) await this.#apply(transaction);
      return 200;
    } catch (error) {
      return error instanceof Killed ? undefined : 500;
    }
  }

  /** Reads a transaction from the gateway. */
  async #ask({ uid }: Entry): Promise<void> {
    const { transaction } = await this.#read("transactions.get", uid);
    if (transaction?.uid !== uid) throw new Error("The gateway returned another transaction");
    await this.#apply(transaction);
    this.#inbox.delete(uid);
  }

  /** Asks some times, and leaves the rest to the job. */
  async #askLater(entry: Entry): Promise<void> {
    for (const pause of [50, 500, 1500]) {
      try {
        await this.#alive(sleep(pause));
        return await this.#ask(entry);
      } catch (error) {
        if (error instanceof Killed) return;
      }
    }
    if (!this.#is("gives a payment up while the gateway is down")) return;
    this.#inbox.delete(entry.uid);
    for (const { trackingId, tokens } of this.#orders.values())
      if (trackingId === entry.tracking_id) for (const token of tokens) this.#open.delete(token);
  }

  async page(url: URL): Promise<boolean> {
    const token = url.searchParams.get("token");
    if (token) await this.#status(token).catch(() => {});
    return true;
  }

  async #status(token: string): Promise<void> {
    const { checkout, transactions } = await this.#read("checkouts.get", token);
    for (const each of transactions ?? []) await this.#apply(each);
    if (transactions) return;
    if (!checkout) throw new Error("The gateway returned no status");
    const { transaction, isOpen, token: given } = checkout;
    if (given !== token) throw new Error("The gateway returned another token");
    if (transaction) await this.#apply(transaction);
    if (!isOpen) this.#open.delete(token);
  }

  async #apply(entry: Entry): Promise<void> {
    const { type, status, parent_uid: parent, tracking_id: trackingId = "" } = entry;
    // A refund in the back office has the tracking id of its capture.
    const part = this.#parts.find(({ key, kind }) => key === trackingId && (!parent || kind === type));
    if (part) return this.#settle(part, entry);
    if (parent) return status === "successful" ? this.#followed(entry) : undefined;
    const order = [...this.#orders.values()].find((each) => each.trackingId === trackingId);
    if (status === "failed" && order && this.#is("closes an order after a decline")) order.isClosed = true;
    const isPaid =
      status === "successful" || (status === "pending" && this.#is("ships for a pending payment"));
    if (!isPaid || !["payment", "authorization"].includes(type)) return undefined;
    return this.#paid(entry, order);
  }

  /** Decides in one statement what a payment does. */
  async #paid(entry: Entry, order: Order | undefined): Promise<void> {
    const { uid, type, amount: given, currency, test, credit_card: card } = entry;
    if (this.#rows.has(uid)) {
      if (order && this.#is("ships for each notification")) order.fulfilled += 1;
      return;
    }
    const amount = Number(given);
    const isHold = type === "authorization";
    const isAmount = amount === AMOUNT || this.#is("does not compare the amount");
    const isCurrency = currency === CURRENCY || this.#is("does not compare the currency");
    const isTest = test && !this.#is("ships for a test");
    const isType = isHold === this.#policy.orders.startsWith("hold");
    const isRead = typeof given === "number" || this.#policy.digits === "accepts";
    const isRight = order && isAmount && isCurrency && !isTest && isType && isRead;
    if (!isRight && this.#is("answers 500 for a payment that does not match")) throw new Error("no match");
    const isFree = this.#isBill || order?.paidBy === undefined || this.#is("ships for each payment");
    const isOpen = (!order?.isCanceled || this.#is("ships a canceled order")) && !order?.isClosed;
    const pays =
      isRight &&
      isFree &&
      isOpen &&
      (this.#policy.takes === "at the order" ||
        this.#stock > 0 ||
        this.#is("sells above the stock to customers who pay at the same moment"));
    const row: Row = {
      ...{ uid, order, amount, isHold, state: pays ? "pays" : "other", captured: 0, voided: 0, refunded: 0 },
      ...{ captures: [], seen: new Set() },
    };
    this.#rows.set(uid, row);
    if (!pays || !order) return this.#other(row);
    if (this.#policy.takes === "at the payment") this.#stock -= 1;
    order.paidBy = uid;
    order.card = card?.token ?? undefined;
    if (this.#is("reviews the payment that pays")) this.#reviews.push({ uid, order });
    const isByStaff = this.#policy.orders === "hold by staff";
    if (!isHold || isByStaff || this.#is("ships a hold before the capture")) this.#due(order);
    if (!isHold || isByStaff) return;
    const parts = this.#part("capture", order, uid, amount, `capture ${uid}`);
    if (this.#policy.captures === "at once") await this.#try(parts);
  }

  #due(order: Order): void {
    const { fulfills } = this.#policy;
    order.due += 1;
    if (fulfills === "at once") this.#ship(order);
    if (fulfills !== "in a queue") return;
    void this.#alive(sleep(300)).then(
      () => this.#ship(order),
      () => {},
    );
  }

  #ship(order: Order): void {
    if (order.isUndeliverable) return;
    order.fulfilled += order.due;
    order.due = 0;
  }

  /** A payment that pays no order. */
  async #other(row: Row): Promise<void> {
    const { other } = this.#policy;
    const isForgotten = row.isHold ? "forgets a second hold" : "forgets a second payment";
    if (this.#is(isForgotten)) row.state = "over";
    else if (other === "review") row.state = "review";
    else {
      const parts = this.#giveBack(row, `back ${row.uid}`);
      if (other === "refund at once") await this.#try(parts);
    }
  }

  /** What is left of a payment goes back to the customer. */
  #giveBack(row: Row, request: string): Part[] {
    const held = row.isHold ? row.amount - row.captured - row.voided : 0;
    if (held > 0) this.#part("void", row.order, row.uid, held, request);
    for (const { uid, left } of this.#leftOf(row))
      if (left > 0) this.#part("refund", row.order, uid, left, request);
    return this.#requests.get(request) ?? [];
  }

  /** What can be refunded of a payment, or of each capture of a hold. */
  #leftOf(row: Row): { uid: string; left: number }[] {
    const sources = row.isHold ? row.captures : [row];
    return sources.map(({ uid, amount, refunded }) => {
      const open = this.#parts.filter(
        (each) => each.parent === uid && each.kind === "refund" && each.state === "open",
      );
      return { uid, left: amount - refunded - open.reduce((sum, part) => sum + part.amount, 0) };
    });
  }

  #rowOf(parent: string | undefined): Row | undefined {
    return [...this.#rows.values()].find(
      ({ uid, captures }) => uid === parent || captures.some((each) => each.uid === parent),
    );
  }

  /** A refund, capture, void or chargeback, made by anyone. */
  async #followed(entry: Entry): Promise<void> {
    const { uid, type, parent_uid: parent, amount: given, tracking_id: trackingId } = entry;
    const amount = Number(given);
    const row = this.#rowOf(parent);
    if (!row || row.seen.has(uid)) return;
    row.seen.add(uid);
    const { order } = row;
    // A second hold has the tracking_id of the order, too.
    const isOfOrder = order?.trackingId === trackingId && row.state !== "pays";
    if (isOfOrder && type === "capture" && this.#is("takes the capture of a second hold for its own"))
      for (const other of this.#rows.values()) if (other.order === order) other.captured = other.amount;
    if (isOfOrder && type === "void" && this.#is("takes the void of a second hold for its own"))
      for (const other of this.#rows.values()) if (other.order === order) other.voided = other.amount;
    if (type === "capture") {
      row.captured += amount;
      row.captures.push({ uid, amount, refunded: 0 });
      const isWhole = row.captured >= row.amount && row.captured - amount < row.amount;
      if (isWhole && row.state === "pays" && order && this.#policy.orders === "hold") this.#due(order);
    }
    if (type === "void") row.voided += amount;
    if (type === "refund" || type === "chargeback") {
      row.refunded += amount;
      const capture = row.captures.find((each) => each.uid === parent);
      if (capture) capture.refunded += amount;
    }
    if (
      type === "refund" &&
      this.#is("refunds when a refund is notified") &&
      !this.#parts.some(({ request }) => request === `r ${uid}`)
    )
      await this.#try(this.#part("refund", order, row.uid, 1, `r ${uid}`));
    const isPaying = row.state === "pays";
    if (type === "chargeback" && this.#policy.chargeback === "review") this.#reviews.push({ uid, order });
    const got = row.isHold ? row.captured : row.amount;
    const isWhole = row.refunded >= got && (!row.isHold || row.captured + row.voided >= row.amount);
    const isPart = this.#is("takes back after a part") && row.refunded > 0;
    const isOther =
      this.#is("takes back after the refund of another payment") && row.refunded > 0 && !isPaying;
    if (isOther && order) order.fulfilled = 0;
    if (!isWhole && !isPart) return;
    const takesBack =
      type === "chargeback" ? this.#policy.chargeback === "takes back" : this.#policy.refunded !== "keeps";
    const isDue = isPaying && order && order.due > 0 && isWhole;
    if (isPaying && order && !order.isCanceled && row.refunded > 0 && (takesBack || isPart)) {
      // A charged period stays.
      if (order.due === 0) order.fulfilled -= 1;
      if (type === "refund" && this.#policy.refunded === "takes back and opens") order.paidBy = undefined;
      if (this.#is("ships again after a refund")) this.#due(order);
    }
    // What was refunded or charged back before it was shipped is not shipped.
    if (
      isDue &&
      !order.isCanceled &&
      !this.#is(`ships what was ${type === "refund" ? "refunded" : "charged back"} before`)
    )
      order.due -= 1;
    if (row.state === "review" && this.#policy.reviewed === "ends") row.state = "over";
    if (row.state === "other") row.state = "over";
  }

  #part(
    kind: Part["kind"],
    order: Order | undefined,
    parent: string,
    amount: number,
    request: string,
  ): Part[] {
    const earlier = this.#requests.get(request) ?? [];
    // Each part has a key of its own.
    const key = earlier.length > 0 ? `key ${request} ${earlier.length + 1}` : `key ${request}`;
    const part: Part = {
      ...{ kind, order, parent, amount, request, key, tries: 0, sentAt: undefined, state: "open" },
    };
    this.#parts.push(part);
    const parts = [...earlier, part];
    this.#requests.set(request, parts);
    return parts;
  }

  /** Sends requests, and leaves errors to the job. */
  async #try(parts: readonly Part[]): Promise<void> {
    for (const part of parts) await this.#send(part).catch(unlessKilled);
  }

  async #send(part: Part): Promise<void> {
    const { kind, parent, amount } = part;
    if (part.state !== "open" || performance.now() - (part.sentAt ?? -UNDER_WAY) < UNDER_WAY) return;
    part.sentAt = performance.now();
    part.tries += 1;
    const without = WITHOUT_SEARCH[kind];
    if (part.tries > 1 && without && this.#is(without)) part.key = `${part.key}+`;
    else if (part.tries > 1) {
      const found = await this.#search(part);
      if (found) return this.#settle(part, found);
    }
    const less = Number(kind === "refund" && this.#is("refunds one unit less"));
    const { charges } = this.#policy;
    const charge = { currency: CURRENCY, card: parent, settings: charges === "notified" && SETTINGS };
    const common = { amount: amount - less, tracking_id: part.key };
    const request = { ...common, ...(kind === "pay" ? charge : { parent_uid: parent }) };
    try {
      const post = () => this.#post(`transactions.${kind}`, request, part.key);
      const { status, body } = await post().catch((error: unknown) => {
        if (this.#is("believes the refusal of a repeat") && !(error instanceof Killed)) return post();
        throw error;
      });
      const { transaction } = body;
      if (transaction) await this.#settle(part, transaction);
      else if (status === 422) await this.#refused(part);
      if (status >= 400 && status !== 422) throw new Error(`${kind}: ${status}`);
    } catch (error) {
      if (error instanceof Killed) throw error;
      if (this.#is("takes an error for a decline") && kind === "refund") this.#failed(part, part.key);
      if (this.#is("forgets a refund after an error") && kind === "refund") part.state = "made";
    }
  }

  /** The refusal of a repeat does not show what the first try did. */
  async #refused(part: Part): Promise<void> {
    const isFirst = part.tries === 1 && this.#policy.refused === "refused";
    const found =
      isFirst || this.#is("believes the refusal of a repeat") ? undefined : await this.#search(part);
    if (found) await this.#settle(part, found);
    else if (isFirst || part.tries > 1) this.#failed(part, part.key);
  }

  /** The result of a request that was sent before. */
  async #search({ key }: Part): Promise<Entry | undefined> {
    const { transactions } = await this.#read("transactions.list", key);
    return transactions?.[0];
  }

  async #settle(part: Part, entry: Entry): Promise<void> {
    const { uid, status, parent_uid: parent } = entry;
    const { kind, order } = part;
    if (status === "failed") {
      if (kind === "refund" && this.#is("takes a decline for a success")) part.state = "made";
      if (kind === "pay" && order && this.#is("counts a decline of a charge as a period"))
        order.fulfilled += 1;
      this.#failed(part, uid);
    }
    if (status !== "successful") return;
    const isNew = part.state !== "made";
    part.state = "made";
    if (kind === "pay") {
      if (isNew && order && this.#policy.periods === "count") order.fulfilled += 1;
    } else if (parent && !this.#is("refunds a whole order without taking note")) await this.#followed(entry);
  }

  #failed(part: Part, uid: string): void {
    if (part.state !== "open") return;
    part.state = "failed";
    const row = this.#rowOf(part.parent);
    if (part.request.startsWith("capture ") || part.request.startsWith("back ")) {
      if (row && !this.#is("forgets a hold after a declined capture")) row.state = "review";
    } else if (this.#policy.failure === "review") this.#reviews.push({ uid, order: part.order });
  }

  /** What the staff requests. @throws Error if the shop does not accept it */
  async #press(kind: Part["kind"], id: string, amount: number, request: string): Promise<void> {
    const order = this.#orders.get(id);
    if (!order) throw new Error("There is no such order");
    const own = this.#parts.filter((part) => part.order === order && part.kind === kind);
    if (this.#is("refuses requests after a decline") && own.some(({ state }) => state === "failed"))
      throw new Error("It was declined before");
    const equal = own.find((part) => part.amount === amount);
    const isSame = equal && this.#is("takes an equal amount for the same request");
    const known = this.#requests.get(isSame ? equal.request : request);
    await this.#request(kind, known, () => this.#plan(kind, order, amount, request));
  }

  async #refundReview(uid: string, request: string): Promise<void> {
    if (this.#is("cannot refund a review")) throw new Error("There is no such button");
    let row = this.#rows.get(uid);
    if (this.#is("refunds the order instead of its review")) row = this.#rows.get(row?.order?.paidBy ?? "");
    const reviewed = row;
    if (!reviewed) throw new Error("There is no such payment");
    if (reviewed.order?.isCanceled && this.#is("cannot refund a review of a canceled order"))
      throw new Error("The order is canceled");
    await this.#request("refund", this.#requests.get(request), () => this.#giveBack(reviewed, request));
  }

  /** Sends the parts of a request. @param plan Makes the parts of a new one. */
  async #request(kind: Part["kind"], known: Part[] | undefined, plan: () => Part[]): Promise<void> {
    const earlier = this.#is("sends the same request again") ? undefined : known;
    const isByJob = this.#policy.requests === "in the job" && kind !== "pay";
    const failed = earlier?.filter(({ state }) => state === "failed") ?? [];
    if (failed.length > 0 && this.#policy.declined === "rejects") throw new Error("It was declined");
    for (const part of failed)
      Object.assign(part, { state: "open", tries: 0, sentAt: undefined, key: `${part.key}'` });
    const parts = earlier ?? plan();
    const isUnderWay = parts.some(
      ({ sentAt, state }) =>
        state === "open" && sentAt !== undefined && performance.now() - sentAt < UNDER_WAY,
    );
    if (earlier ? !isUnderWay : !isByJob) await this.#try(parts);
    if (parts.every(({ state }) => state === "made")) return;
    if (parts.some(({ state }) => state === "failed")) throw new Error("It was declined");
    if (!isByJob && this.#policy.unknown === "rejects") throw new Error("It is not known yet");
  }

  #plan(kind: Part["kind"], order: Order, amount: number, request: string): Part[] {
    if (kind === "pay") {
      const { refunded = 0, amount: paid = 1 } = this.#rows.get(order.paidBy ?? "") ?? {};
      const isOver = this.#policy.renews === "no refunded order" && refunded >= paid;
      if (!order.card || order.isCanceled || isOver || this.#is("refuses a renewal"))
        throw new Error("There is no card");
      if (this.#is("charges a period twice")) this.#part("pay", order, order.card, amount, request);
      return this.#part("pay", order, order.card, amount, request);
    }
    const own = [...this.#rows.values()].filter((row) => row.order === order && row.amount === AMOUNT);
    const last = this.#is("refunds from the last payment") ? own.at(-1) : undefined;
    const row =
      last ?? own.find(({ uid }) => uid === order.paidBy) ?? own.find(({ state }) => state === "pays");
    if (!row) throw new Error("The order is not paid");
    if (kind === "capture") {
      const open = this.#parts.filter((each) => each.parent === row.uid && each.state === "open");
      const left = row.amount - row.captured - row.voided - open.reduce((sum, each) => sum + each.amount, 0);
      if (amount > left && !this.#is("captures above the hold"))
        throw new Error("It is more than what is held");
      return this.#part("capture", order, row.uid, amount, request);
    }
    if (this.#is("refuses a second refund") && row.refunded > 0) throw new Error("It was refunded");
    const lefts = this.#leftOf(row);
    if (amount > lefts.reduce((sum, { left }) => sum + left, 0))
      throw new Error("It is more than what is left");
    let rest = amount;
    let parts: Part[] = [];
    for (const { uid, left } of lefts) {
      const some = Math.min(rest, left);
      if (some <= 0) continue;
      rest -= some;
      parts = this.#part("refund", order, uid, some, request);
    }
    return parts;
  }

  async #cancel(id: string): Promise<void> {
    const order = this.#orders.get(id);
    if (!order) throw new Error("There is no such order");
    if (this.#policy.cancel === "asks first") for (const token of order.tokens) await this.#status(token);
    const isPaid = order.paidBy !== undefined || order.fulfilled > 0;
    const { cancels } = this.#policy;
    const isPossible = cancels === "all orders" || (cancels !== "no paid order" && order.fulfilled === 0);
    const row = this.#rows.get(order.paidBy ?? "");
    if (isPaid && (!isPossible || !row || this.#isBill)) throw new Error("It is paid");
    const isOpen = (part: Part): boolean => part.order === order && part.state === "open";
    if (row && this.#parts.some(isOpen)) throw new Error("A request for it is under way");
    order.isCanceled = true;
    if (!row) return;
    order.fulfilled = 0;
    if (!this.#is("ships in its job what was canceled")) order.due = 0;
    if (row.refunded > 0 && this.#is("refunds no rest of a canceled order")) return;
    if (!this.#is("refunds no canceled order")) await this.#try(this.#giveBack(row, `back ${id}`));
  }

  async #job(): Promise<void> {
    await this.#alive(sleep(1));
    for (const token of this.#is("asks for no status") ? [] : [...this.#open]) {
      try {
        await this.#status(token);
      } catch (error) {
        if (error instanceof Killed) throw error;
        if (this.#is("stops the job at an error")) return;
        if (this.#is("forgets a payment while the gateway is down")) this.#open.delete(token);
      }
    }
    for (const entry of this.#inbox.values()) await this.#ask(entry).catch(unlessKilled);
    for (const part of this.#parts) {
      const isAgain = part.kind === "pay" && this.#is("sends a declined charge again by itself");
      if (isAgain && part.state === "failed")
        Object.assign(part, { state: "open", tries: 0, key: `${part.key}+` });
    }
    await this.#try(this.#parts.filter(({ state }) => state === "open"));
    this.#work();
  }
}
