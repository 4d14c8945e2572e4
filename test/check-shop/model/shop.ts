/** A right shop in memory. Each policy is a choice that a right shop may make, and each mistake is one that a law must find. */
import type { LawName } from "../../../src/check-shop/laws/laws.ts";
import type { ShopFunctions } from "../../../src/check-shop/options.ts";
import { sleep } from "../../../src/check-shop/player/pace.ts";
import type { Entry, Fields, ModelGateway, Receiver } from "./gateway.ts";

/** The policies. The first value of each is the usual one. */
export const POLICIES = {
  orders: ["payment", "hold", "hold by staff", "bill"],
  reviews: ["uids", "count", "none"],
  fulfills: ["at once", "in the job", "in a queue"],
  /** What a whole refund of the payment that pays the order does to it. */
  refunded: ["keeps", "takes back", "takes back and opens"],
  chargeback: ["review", "nothing", "takes back"],
  /** What becomes of a payment that pays no order. */
  other: ["review", "refund in the job", "refund at once"],
  /** Whether a payment in review that was refunded stays there. */
  reviewed: ["ends", "stays"],
  requests: ["at once", "in the job"],
  unknown: ["rejects", "accepts"],
  /** A request that the gateway declined, and the same one is made again. */
  declined: ["rejects", "tries again"],
  /** What 422 means. */
  refused: ["refused", "unknown"],
  failure: ["nothing", "review"],
  cancel: ["at once", "asks first"],
  periods: ["count", "do not count"],
  digits: ["accepts", "review"],
  ids: ["read", "not read"],
  body: ["believes", "asks for the status"],
  /** Whether the gateway notifies of a charge. */
  charges: ["notified", "not notified"],
} as const;

export type Policy = { readonly [Name in keyof typeof POLICIES]: (typeof POLICIES)[Name][number] };

/** Mistakes, by the law that finds them, and the policy with which they are one. */
export const MISTAKES: Readonly<Record<string, readonly [law: LawName, policy?: Partial<Policy>]>> = {
  "uses a tracking id twice": ["different ids"],
  "ships for a pending payment": ["paid"],
  "does not compare the amount": ["paid"],
  "does not compare the currency": ["paid"],
  "ships for a test": ["paid"],
  "ships a hold before the capture": ["paid", { orders: "hold" }],
  "ships what was refunded before": ["paid", { fulfills: "in the job" }],
  "ships for each notification": ["once"],
  "ships for each payment": ["once"],
  "ships again after a refund": ["once", { refunded: "takes back" }],
  "ships a canceled order": ["canceled"],
  "verifies no signature": ["forged"],
  "takes back after a part": ["taken away"],
  "takes back after the refund of another payment": ["taken away"],
  "sends the same request again": ["refund"],
  "sends a refund again without a search": ["refund"],
  "takes an error for a decline": ["refund"],
  "forgets a refund after an error": ["refund"],
  "takes a decline for a success": ["refund"],
  "refunds one unit less": ["refund"],
  "takes an equal amount for the same request": ["refund"],
  "refunds when a refund is notified": ["refund"],
  "refunds from the last payment": ["paying"],
  "charges a period twice": ["renewal"],
  "charges again without a search": ["renewal", { charges: "not notified" }],
  "captures without a search": ["capture", { orders: "hold by staff" }],
  "captures above the hold": ["held amount", { orders: "hold by staff" }],
  "refuses a second refund": ["accepted"],
  "refuses a renewal": ["accepted"],
  "forgets a hold after a declined capture": ["hold", { orders: "hold" }],
  "forgets a second hold": ["hold", { orders: "hold by staff" }],
  "answers 500 for a payment that does not match": ["genuine"],
  "stops the job at an error": ["bad order"],
  "closes an order after a decline": ["payable"],
  "asks for no status": ["fulfilled"],
  "forgets a payment while the gateway is down": ["fulfilled"],
  "loses its queue in a restart": ["fulfilled", { fulfills: "in a queue" }],
  "forgets a second payment": ["others"],
  "keeps one review for each order": ["others"],
  "reviews the payment that pays": ["review"],
  "reviews a payment twice": ["review"],
  "counts a decline of a charge as a period": ["once"],
  "refunds a whole order without taking note": ["fulfilled"],
};

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

const [AMOUNT, CURRENCY] = [12_900, "EUR"];

const SETTINGS = Object.fromEntries(
  ["notification_url", "return_url", "cancel_url"].map((name) => [name, `https://shop.example/${name}`]),
);

/** The process was killed. */
class Killed extends Error {}

export class ModelShop implements Receiver {
  readonly #policy: Policy;
  readonly #mistake: string | undefined;
  readonly #gateway: ModelGateway;
  readonly #orders = new Map<string, Order>();
  readonly #rows = new Map<string, Row>();
  readonly #reviews: { readonly uid: string; readonly order: Order | undefined }[] = [];
  readonly #requests = new Map<string, Part[]>();
  readonly #parts: Part[] = [];
  readonly #open = new Set<string>();
  #process = 0;

  constructor(policy: Policy, gateway: ModelGateway, mistake?: string) {
    this.#policy = policy;
    this.#gateway = gateway;
    this.#mistake = mistake;
  }

  #is(mistake: keyof typeof MISTAKES): boolean {
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

  #call(...args: Parameters<ModelGateway["call"]>) {
    return this.#alive(this.#gateway.call(...args));
  }

  get functions(): ShopFunctions {
    const { orders, reviews, ids } = this.#policy;
    const reading = <T>(kind: Part["kind"]): T =>
      (ids === "read"
        ? (id: string, amount: number, request: string) => this.#press(kind, id, amount, request)
        : (id: string, amount: number) => this.#press(kind, id, amount, crypto.randomUUID())) as T;
    return {
      placeOrder: () => this.#place(),
      fulfillments: (id) => this.#orders.get(id)?.fulfilled ?? 0,
      ...(reviews !== "none" && {
        inReview: (id: string) => {
          const uids = this.#reviewsOf(id);
          return reviews === "uids" ? uids : uids.length;
        },
      }),
      refund: reading("refund"),
      ...(orders === "hold by staff" && { capture: reading("capture") }),
      ...(orders !== "bill" && {
        renew:
          ids === "read"
            ? (id, request) => this.#press("pay", id, 990, request)
            : (id) => this.#press("pay", id, 990, crypto.randomUUID()),
      }),
      cancel: (id) => this.#cancel(id),
      reconcile: () => this.#job(),
      restart: () => this.#restart(),
    };
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
      ...{ due: 0, isCanceled: false, isClosed: false },
    };
    this.#orders.set(id, order);
    const type = this.#policy.orders.startsWith("hold") ? "authorization" : "payment";
    const request = {
      ...{
        amount: AMOUNT,
        currency: CURRENCY,
        tracking_id: trackingId,
        type,
        test: false,
        settings: SETTINGS,
      },
      kind: this.#isBill ? "bill" : "token",
    };
    const { status, body } = await this.#call("checkouts.create", "/checkouts", request, crypto.randomUUID());
    if (status !== 200) throw new Error(`create: ${status}`);
    const { token } = body as Fields;
    order.tokens.push(token);
    this.#open.add(token);
    return { orderId: id, token };
  }

  async #restart(): Promise<void> {
    this.#process += 1;
    if (this.#is("loses its queue in a restart")) for (const order of this.#orders.values()) order.due = 0;
    else this.#work();
  }

  #work(): void {
    for (const order of this.#orders.values()) this.#ship(order);
  }

  async notify(text: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
    try {
      await this.#alive(sleep(1));
      const isGenuine = headers["content-signature"] === `signed ${text}`;
      if (!isGenuine && !this.#is("verifies no signature")) return 401;
      const { transaction, status, token } = JSON.parse(text);
      if (status === "expired") this.#expired(token);
      if (transaction?.uid && this.#policy.body === "asks for the status" && !transaction.parent_uid)
        await this.#ask(transaction);
      else if (transaction) await this.#apply(transaction);
      return 200;
    } catch (error) {
      return error instanceof Killed ? undefined : 500;
    }
  }

  /** Reads a transaction from the gateway. */
  async #ask({ uid }: Entry): Promise<void> {
    const { status, body } = await this.#call("transactions.get", `/transactions/${uid}`);
    if (status !== 200) throw new Error(`get: ${status}`);
    const { transaction } = body as Fields;
    if (transaction?.uid === uid) await this.#apply(transaction);
  }

  #expired(token: string): void {
    this.#open.delete(token);
  }

  async page(url: URL): Promise<boolean> {
    const token = url.searchParams.get("token");
    if (token) await this.#status(token).catch(() => {});
    return true;
  }

  async #status(token: string): Promise<void> {
    const { status, body } = await this.#call("checkouts.get", `/checkouts/${token}`);
    if (status !== 200) throw new Error(`checkouts.get: ${status}`);
    const { checkout, transactions } = body as Fields;
    if (transactions) for (const each of transactions) await this.#apply(each);
    else {
      if (!checkout) throw new Error("The gateway returned no status");
      const { transaction, isOpen, token: given, status: name } = checkout;
      if (given !== token) throw new Error("The gateway returned another token");
      if (transaction) await this.#apply(transaction);
      if (!isOpen) this.#open.delete(token);
      if (name === "expired") this.#expired(token);
    }
  }

  async #apply(entry: Entry): Promise<void> {
    const { type, status, parent_uid: parent, tracking_id: trackingId = "" } = entry;
    const part = this.#parts.find(({ key }) => key === trackingId);
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
  async #paid(
    { uid, type, amount: given, currency, test, credit_card: card }: Entry,
    order: Order | undefined,
  ): Promise<void> {
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
    const pays = isRight && isFree && isOpen;
    const row: Row = {
      ...{ uid, order, amount, isHold, state: pays ? "pays" : "other", captured: 0, voided: 0, refunded: 0 },
      ...{ captures: [], seen: new Set() },
    };
    this.#rows.set(uid, row);
    if (!pays || !order) return this.#other(row);
    order.paidBy = uid;
    order.card = card?.token;
    if (this.#is("reviews the payment that pays")) this.#reviews.push({ uid, order });
    const isByStaff = this.#policy.orders === "hold by staff";
    if (!isHold || isByStaff || this.#is("ships a hold before the capture")) this.#due(order);
    if (isHold && !isByStaff) await this.#try(this.#part("capture", order, uid, amount, `capture ${uid}`));
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
      const parts = this.#part(
        row.isHold ? "void" : "refund",
        row.order,
        row.uid,
        row.amount,
        `back ${row.uid}`,
      );
      if (other === "refund at once") await this.#try(parts);
    }
  }

  #rowOf(parent: string | undefined): Row | undefined {
    return [...this.#rows.values()].find(
      ({ uid, captures }) => uid === parent || captures.some((each) => each.uid === parent),
    );
  }

  /** A refund, capture, void or chargeback, made by anyone. */
  async #followed({ uid, type, parent_uid: parent, amount: given }: Entry): Promise<void> {
    const amount = Number(given);
    const row = this.#rowOf(parent);
    if (!row || row.seen.has(uid)) return;
    row.seen.add(uid);
    const { order } = row;
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
    const isDue = isPaying && order && order.due > 0 && isWhole && type === "refund";
    if (isPaying && order && row.refunded > 0 && (takesBack || isPart)) {
      // A charged period stays.
      if (order.due === 0) order.fulfilled -= 1;
      if (type === "refund" && this.#policy.refunded === "takes back and opens") order.paidBy = undefined;
      if (this.#is("ships again after a refund")) this.#due(order);
    }
    // What was refunded before it was shipped is not shipped.
    if (isDue && !this.#is("ships what was refunded before")) order.due -= 1;
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
    const part: Part = {
      ...{
        kind,
        order,
        parent,
        amount,
        request,
        key: `key ${request}`,
        tries: 0,
        sentAt: undefined,
        state: "open",
      },
    };
    this.#parts.push(part);
    const parts = [...(this.#requests.get(request) ?? []), part];
    this.#requests.set(request, parts);
    return parts;
  }

  /** Sends requests, and leaves errors to the job. */
  async #try(parts: readonly Part[]): Promise<void> {
    for (const part of parts) {
      try {
        await this.#send(part);
      } catch (error) {
        if (error instanceof Killed) throw error;
      }
    }
  }

  async #send(part: Part): Promise<void> {
    const { kind, parent, amount } = part;
    if (part.state !== "open" || performance.now() - (part.sentAt ?? -UNDER_WAY) < UNDER_WAY) return;
    part.sentAt = performance.now();
    part.tries += 1;
    const without = {
      refund: "sends a refund again without a search",
      pay: "charges again without a search",
      capture: "captures without a search",
      void: "",
    }[kind];
    if (part.tries > 1 && this.#is(without)) part.key = `${part.key}+`;
    else if (part.tries > 1) {
      const found = await this.#search(part);
      if (found) return this.#settle(part, found);
    }
    const less = Number(kind === "refund" && this.#is("refunds one unit less"));
    const request = {
      ...{ amount: amount - less, parent_uid: parent, tracking_id: part.key },
      ...(kind === "pay" && {
        currency: CURRENCY,
        card: parent,
        settings: this.#policy.charges === "notified" && SETTINGS,
      }),
    };
    try {
      const { status, body } = await this.#call(
        `transactions.${kind}`,
        `/transactions/${kind}s`,
        request,
        part.key,
      );
      const { transaction } = body as Fields;
      if (transaction) await this.#settle(part, transaction);
      else if (status === 422 && this.#policy.refused === "refused") this.#failed(part, part.key);
      else if (status === 422) {
        const found = await this.#search(part);
        if (found) return await this.#settle(part, found);
        if (part.tries > 1) this.#failed(part, part.key);
      }
      if (status >= 400 && status !== 422) throw new Error(`${kind}: ${status}`);
    } catch (error) {
      if (error instanceof Killed) throw error;
      if (this.#is("takes an error for a decline") && kind === "refund") this.#failed(part, part.key);
      if (this.#is("forgets a refund after an error") && kind === "refund") part.state = "made";
    }
  }

  /** The result of a request that was sent before. */
  async #search({ key }: Part): Promise<Entry | undefined> {
    const { status, body } = await this.#call(
      "transactions.list" as never,
      `/tracking_id/${encodeURIComponent(key)}`,
    );
    if (status !== 200) throw new Error(`list: ${status}`);
    return (body as Fields)["transactions"]?.[0];
  }

  async #settle(part: Part, entry: Entry): Promise<void> {
    const { uid, status, parent_uid } = entry;
    if (status === "failed" && this.#is("takes a decline for a success") && part.kind === "refund")
      part.state = "made";
    if (
      status === "failed" &&
      this.#is("counts a decline of a charge as a period") &&
      part.kind === "pay" &&
      part.order
    )
      part.order.fulfilled += 1;
    if (status === "failed") this.#failed(part, uid);
    if (status !== "successful") return;
    const isNew = part.state !== "made";
    part.state = "made";
    if (part.kind === "pay") {
      const isCounted = isNew && this.#policy.periods === "count" && part.order;
      if (isCounted) part.order.fulfilled += 1;
    } else if (parent_uid && !this.#is("refunds a whole order without taking note"))
      await this.#followed(entry);
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
    let parts = this.#requests.get(request);
    const isSame = this.#is("takes an equal amount for the same request");
    parts ??= isSame
      ? [...this.#requests.values()].find(
          ([part]) => part?.kind === kind && part.order === order && part.amount === amount,
        )
      : undefined;
    if (parts && this.#is("sends the same request again")) parts = undefined;
    const isAgain = parts !== undefined;
    const isByJob = this.#policy.requests === "in the job" && kind !== "pay";
    if (parts?.some(({ state }) => state === "failed")) {
      if (this.#policy.declined === "rejects") throw new Error("It was declined");
      for (const part of parts.filter(({ state }) => state === "failed"))
        Object.assign(part, { state: "open", tries: 0, sentAt: undefined, key: `${part.key}'` });
    }
    parts ??= this.#plan(kind, order, amount, request);
    const isUnderWay = parts.some(
      ({ sentAt, state }) =>
        state === "open" && sentAt !== undefined && performance.now() - sentAt < UNDER_WAY,
    );
    if (isAgain ? !isUnderWay : !isByJob) await this.#try(parts);
    if (parts.every(({ state }) => state === "made")) return;
    if (parts.some(({ state }) => state === "failed")) throw new Error("It was declined");
    if (isByJob) return;
    if (this.#policy.unknown === "rejects") throw new Error("It is not known yet");
  }

  #plan(kind: Part["kind"], order: Order, amount: number, request: string): Part[] {
    if (kind === "pay") {
      if (!order.card || this.#is("refuses a renewal")) throw new Error("There is no card");
      const parts = this.#part("pay", order, order.card, amount, request);
      return this.#is("charges a period twice")
        ? this.#part("pay", order, order.card, amount, request)
        : parts;
    }
    const own = [...this.#rows.values()].filter((row) => row.order === order && row.amount === AMOUNT);
    const last = this.#is("refunds from the last payment") ? own.at(-1) : undefined;
    const row =
      last ?? own.find(({ uid }) => uid === order.paidBy) ?? own.find(({ state }) => state === "pays");
    if (!row) throw new Error("The order is not paid");
    const open = (parent: string): number =>
      this.#parts
        .filter((each) => each.parent === parent && each.kind === kind && each.state === "open")
        .reduce((sum, each) => sum + each.amount, 0);
    if (kind === "capture") {
      const left = row.amount - row.captured - row.voided - open(row.uid);
      if (amount > left && !this.#is("captures above the hold"))
        throw new Error("It is more than what is held");
      return this.#part("capture", order, row.uid, amount, request);
    }
    if (this.#is("refuses a second refund") && row.refunded > 0) throw new Error("It was refunded");
    const sources = row.isHold
      ? row.captures
      : [{ uid: row.uid, amount: row.amount, refunded: row.refunded }];
    const lefts = sources.map((each) => ({
      uid: each.uid,
      left: each.amount - each.refunded - open(each.uid),
    }));
    if (amount > lefts.reduce((sum, { left }) => sum + left, 0))
      throw new Error("It is more than what is left");
    let rest = amount;
    let parts: Part[] = [];
    for (const { uid, left } of lefts) {
      const some = Math.min(rest, left);
      if (some <= 0) continue;
      rest -= some;
      parts = this.#part("refund", order, uid, some, request);
      // Each part has a key of its own.
      const part = parts.at(-1);
      if (part && parts.length > 1) part.key = `${part.key} ${parts.length}`;
    }
    return parts;
  }

  async #cancel(id: string): Promise<void> {
    const order = this.#orders.get(id);
    if (!order) throw new Error("There is no such order");
    if (this.#policy.cancel === "asks first") for (const token of order.tokens) await this.#status(token);
    if (order.paidBy !== undefined || order.fulfilled > 0) throw new Error("It is paid");
    order.isCanceled = true;
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
    await this.#try(this.#parts.filter(({ state }) => state === "open"));
    this.#work();
  }
}
