import type { Transaction } from "../../api/transactions/transaction.ts";
import { movedIn } from "../gateway/book.ts";
import { VARIANTS, varied } from "../gateway/variants.ts";
import type { FakeOptions, Notification, PlayedGateway, ShopAnswer } from "../gateway/watched-gateway.ts";
import type { OrderEvent, Timed } from "../history/events.ts";
import { all, type Facts, factsOf, isOver } from "../history/facts.ts";
import { StoryCalls } from "./calls.ts";
import { OrderHistory, transactionIn } from "./order-history.ts";
import { type CheckedShop, WrongResultError } from "./shop.ts";

export const answerText = ({ status, error }: ShopAnswer): string =>
  status === undefined ? `not answered (${error})` : `answered ${status}`;

/** The name of a notification in the report. */
export const subjectOf = (notification: Notification): string => {
  if (notification.type === "checkout") return "notification that the token expired";
  const { type, status } = transactionIn(notification);
  const name = type === "authorization" ? "hold" : (type ?? "payment");
  if (status === "successful") return `notification of the ${name}`;
  if (status === "failed") return "notification of the decline";
  return `notification that it is ${status === "expired" ? "expired" : "pending"}`;
};

/** A story while it is played, with its orders. */
export class StoryRun {
  readonly gateway: PlayedGateway;
  readonly shop: CheckedShop;
  /** The order of the story, and another customer's if the story has one. */
  readonly orders: OrderHistory[] = [];
  /** What the gateway answers in this story, if it differs from the other stories. */
  variants: ReturnType<typeof varied> | undefined;
  /** What happened after the last step, as the report prints it. */
  readonly ending = new Set<string>();
  /** Number of steps that were possible until now. */
  played = 0;
  step = 0;
  /** How many moves of the current step have not ended. */
  moving = 0;
  readonly calls: StoryCalls;
  isKilled = false;
  hasFault = false;
  /** When the last request, fault or kill of a step ended, in milliseconds since the story began. */
  calmSince = 0;
  /** Ends the time in which the job of another story cannot run. */
  endTurn: () => void;
  /** Orders of other customers, which no law is about. */
  readonly #aside: OrderHistory[] = [];
  /** Events of all orders, also of those that are placed later. */
  readonly #shared: OrderEvent[] = [];
  readonly #start = performance.now();

  constructor(gateway: PlayedGateway, shop: CheckedShop, endTurn: () => void) {
    this.gateway = gateway;
    this.shop = shop;
    this.endTurn = endTurn;
    this.calls = new StoryCalls(this);
  }

  /** Number of the line that the report will print next. */
  get line(): number {
    return this.played + this.ending.size + 1;
  }

  /** The order of the story. Every other move comes after it is placed. */
  get order(): OrderHistory {
    const [order] = this.orders;
    if (!order) throw new Error("No order is placed");
    return order;
  }

  get other(): OrderHistory | undefined {
    return this.orders[1];
  }

  /** Waits for a task, while the job may run, and other stories use the shop. */
  async withoutTurn<T>(task: () => Promise<T>): Promise<T> {
    this.endTurn();
    return this.shop.pace.without(async () => {
      const result = await task();
      const endTurn = await this.shop.stories.begin(false);
      // Another wait of the same moment may have begun one.
      this.endTurn();
      this.endTurn = endTurn;
      return result;
    });
  }

  /** Places an order. @throws ShopFunctionError */
  async place(): Promise<OrderHistory> {
    const order = await this.#begin();
    this.orders.push(order);
    for (const event of this.#shared) this.note(order, event);
    return order;
  }

  /** Places orders of other customers at the same moment. @param isShort Whether the shop may refuse some of them. */
  async placeAside(count: number, isShort = this.hasFault): Promise<OrderHistory[]> {
    const placing = Array.from({ length: count }, () => this.#begin(isShort));
    const placed = isShort
      ? (await Promise.allSettled(placing)).flatMap((each) => (each.status === "fulfilled" ? each.value : []))
      : await Promise.all(placing);
    this.#aside.push(...placed);
    return placed;
  }

  async endAside(): Promise<void> {
    for (const { token } of this.#aside.splice(0)) {
      this.gateway.lose(token, undefined);
      await this.gateway.expire(token);
    }
  }

  #accept(given: string, name: string) {
    const accepted = this.gateway.accept(given);
    if (accepted) return accepted;
    throw new WrongResultError(
      `${name} returned a token that this local gateway did not create. Give the shop the clientOptions of the local gateway`,
    );
  }

  /** Gets another token of the order from the shop. @returns the line of the report. */
  async payAgain(order: OrderHistory): Promise<string> {
    const { kind } = order.terms;
    const { token } = this.#accept(String(await this.shop.call("payAgain", order.id)), "payAgain");
    if (order.tokens.includes(token)) return `the shop gave the same ${kind} again`;
    order.given.push(token);
    this.addToken(order, token);
    return `the shop gave another ${kind} for the order`;
  }

  async #begin(isShort = this.hasFault): Promise<OrderHistory> {
    const { orderId, token: given } = await this.shop.placeOrder(isShort);
    const { token, terms } = this.#accept(given, "placeOrder");
    // A payment that was almost right would pay it.
    if (this.shop.nearIds.has(terms.trackingId ?? "")) return this.#begin(isShort);
    this.shop.trackingIds.add(terms.trackingId ?? "");
    if (this.gateway.setting(token, "notification_url") === undefined)
      throw new WrongResultError(
        `placeOrder returned a ${terms.kind} without notification_url. Create it with one`,
      );
    const order = new OrderHistory(orderId, token, terms, this.shop.functions.has("capture"));
    this.addToken(order, token);
    return order;
  }

  /** Appends an event to an order. @returns it, with its time. */
  note<Event extends OrderEvent>(order: OrderHistory, event: Event): Timed<Event> {
    const timed = { ...event, step: this.step, at: this.now };
    order.events.push(timed);
    return timed;
  }

  /** Milliseconds since the story began. */
  get now(): number {
    return Math.round(performance.now() - this.#start);
  }

  /** Appends an event to all orders, also to those that are placed later. */
  noteShared(event: OrderEvent): void {
    this.#shared.push(event);
    for (const order of this.orders) this.note(order, event);
  }

  /** What follows from the events and the gateway's book. */
  facts(order = this.order): Facts {
    const known = new Set(all(order, "moved").map(({ uid }) => uid));
    for (const moved of movedIn(this.gateway.book, order.given, order.tokens))
      if (!known.has(moved.uid)) this.note(order, moved);
    return factsOf(order);
  }

  /** Notes what the shop returns of an order, if it has changed. @throws ShopFunctionError */
  async look(order: OrderHistory): Promise<Facts> {
    // The shop first. Otherwise a payment between the two reads would be fulfilled, and missing in the gateway's book.
    const { count: fulfillments, again } = await this.shop.fulfillments(order.id);
    if (again && all(order, "delivered again").length === 0)
      this.note(order, { is: "delivered again", what: again });
    const inReview = await this.shop.inReview(order.id);
    this.facts(order);
    const last = all(order, "seen").at(-1);
    const isNew = last?.fulfillments !== fulfillments || String(last.inReview) !== String(inReview);
    if (isNew) {
      this.note(order, { is: "seen", fulfillments, inReview });
      const owner = order === this.order ? "" : `order ${order.id}: `;
      const reviews = inReview === undefined ? "" : `, inReview: ${String(inReview) || "none"}`;
      if (last || fulfillments > 0)
        this.calls.see(this.line - 1, `${owner}fulfillments: ${fulfillments}${reviews}`);
    }
    return factsOf(order);
  }

  /** Counts a token as one for this order, and keeps its notifications until they are posted. */
  addToken(order: OrderHistory, token: string): void {
    order.tokens.push(token);
    if (this.variants) this.gateway.speak([token], this.variants);
    this.gateway.intercept(token, (notification) => order.unsent.push(notification));
  }

  /** Lets the gateway answer something differently in this story. @returns the line of the report. */
  vary(name: string): string {
    const { gateway, orders } = this;
    this.variants = varied(this.variants ?? gateway.variants, name);
    gateway.speak(
      orders.flatMap(({ tokens }) => tokens),
      this.variants,
    );
    return `from here on, ${VARIANTS.get(name)?.text}`;
  }

  /** Ends the time of its orders that are not fulfilled, also for another story. A shop may then forget a token that the gateway calls finished, even if it is open. */
  timeOut(): void {
    for (const order of this.orders) {
      const { now, right } = this.facts(order);
      if (now === 0 || right.every(isOver)) this.note(order, { is: "timed out" });
    }
    const { declinedToken } = this.variants ?? this.gateway.variants;
    if (declinedToken === "finished") this.vary("declinedToken=failed");
  }

  /** A transaction of the order that never happened. */
  fake(options: FakeOptions = {}): Transaction {
    return this.gateway.fakeTransaction(this.order.token, options);
  }

  isPaid(order = this.order): boolean {
    return this.facts(order).right.length > 0;
  }

  noteAnswer(order: OrderHistory, notification: Notification, { status: answer }: ShopAnswer): void {
    const { uid, status } = transactionIn(notification);
    this.note(order, { is: "notified", what: "genuine", id: notification.id, uid, status, answer });
  }

  /** Posts a notification, for the first time or again. @param headers Default: signed now. */
  async post(
    order: OrderHistory,
    notification: Notification,
    headers?: Promise<Record<string, string>>,
  ): Promise<string> {
    const { sent, unsent } = order;
    const index = unsent.indexOf(notification);
    if (index >= 0) unsent.splice(index, 1);
    const isRepeated = sent.has(notification.id);
    // Noted before the answer, so that no move of the same moment posts it for the first time again.
    sent.set(notification.id, notification);
    const { token, body } = notification;
    const start = performance.now();
    const answer = await (headers
      ? this.gateway.post(token, body, headers)
      : this.gateway.deliver(notification));
    const isOfSuccess = transactionIn(notification).status === "successful";
    if (answer.status === 200 && isOfSuccess && !isRepeated)
      this.shop.pace.tookUntilAnswered(performance.now() - start);
    this.noteAnswer(order, notification, answer);
    return `${subjectOf(notification)} ${isRepeated ? "repeated: " : ""}${answerText(answer)}`;
  }
}
