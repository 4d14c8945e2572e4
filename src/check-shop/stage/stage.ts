import type { Transaction } from "../../api/transactions/transaction.ts";
import { formatAmount } from "../../sandbox/format-amount.ts";
import { parseJson } from "../../sandbox/gateway/input/parse-json.ts";
import { sectionOf } from "../../sandbox/gateway/input/section.ts";
import type { Delivery, DeliveryAnswer } from "../../sandbox/gateway/records/delivery.ts";
import type { Fields } from "../../sandbox/gateway/records/records.ts";
import type { Gateway } from "./gateway.ts";
import { type Merchant, ShopFunctionError } from "./merchant.ts";
import { beginHistory, isPaymentOf, notePosted, type OrderHistory } from "./order-history.ts";

export const answerText = ({ status, error }: Pick<DeliveryAnswer, "status" | "error">): string =>
  status === undefined ? `not answered (${error})` : `answered ${status}`;

/** What a notification is about, for the people who read the story. */
const nameOf = ({ type, body }: Delivery): string => {
  const transaction = sectionOf(sectionOf(parseJson(body))["transaction"]);
  if (type === "checkout") return "notification that the token expired";
  if (transaction["type"] === "refund") return "notification of the refund";
  if (transaction["status"] === "successful") return "notification of the payment";
  if (transaction["status"] === "failed") return "notification of the decline";
  return `notification that it is ${transaction["status"] === "expired" ? "expired" : "pending"}`;
};

/** Where one story is played: its orders, and what moves do with them. */
export class Stage {
  readonly gateway: Gateway;
  readonly merchant: Merchant;
  /** The order of the story, and another customer's if the story has one. */
  readonly orders: OrderHistory[] = [];
  /** What could not be tried with this shop. */
  readonly leftOut: Set<string>;
  /** Number of the current step. */
  step = 0;
  /** Whether no other story goes on during the current step. */
  isAlone = false;
  /** Whether a fault or a restart was in a step so far. */
  isDisturbed = false;

  constructor(gateway: Gateway, merchant: Merchant, leftOut: Set<string>) {
    this.gateway = gateway;
    this.merchant = merchant;
    this.leftOut = leftOut;
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

  /** What the customer pays, as stories call it. */
  get paidBy(): "bill" | "token" {
    return this.order.terms.isBill ? "bill" : "token";
  }

  amountOf({ terms }: OrderHistory): string {
    return formatAmount(terms.amount, terms.currency, "en");
  }

  /** Places an order. @throws ShopFunctionError */
  async place(): Promise<OrderHistory> {
    const { orderId, token } = await this.merchant.placeOrder();
    const fields = this.gateway.accept(token);
    if (!fields) {
      throw new ShopFunctionError(
        "placeOrder gave a token that this sandbox did not make: give the shop the sandbox's clientOptions",
      );
    }
    const bill = this.gateway.billOf(token);
    if (bill?.status === "permanent") {
      throw new ShopFunctionError(
        "placeOrder gave a permanent bill, which is paid any number of times: let it give a bill that is paid once",
      );
    }
    if (this.gateway.setting(token, "notification_url") === undefined) {
      throw new ShopFunctionError(
        `placeOrder gave a ${bill ? "bill" : "token"} without ${bill ? "" : "settings."}notification_url`,
      );
    }
    const order = beginHistory(orderId, token, fields, bill !== undefined);
    this.addToken(order, token);
    this.orders.push(order);
    return order;
  }

  /** Counts a token as one for this order, and holds its notifications. */
  addToken(order: OrderHistory, token: string): void {
    order.tokens.push(token);
    this.gateway.hold(token, (delivery) => order.held.push(delivery));
  }

  /** Whether the order has a payment that should fulfil it. */
  isPaid(order: OrderHistory): boolean {
    return this.gateway.paymentsOf(order.tokens).some(({ transaction }) => isPaymentOf(order, transaction));
  }

  /** Posts a notification; for the first time, if it was held. */
  async post(order: OrderHistory, delivery: Delivery): Promise<string> {
    const index = order.held.indexOf(delivery);
    if (index >= 0) order.held.splice(index, 1);
    const isRepeated = order.posted.has(delivery.id);
    if (!isRepeated) notePosted(order, delivery, undefined);
    const answer = await this.gateway.redeliver(delivery);
    notePosted(order, delivery, answer.status);
    return `${nameOf(delivery)} ${isRepeated ? "repeated: " : ""}${answerText(answer)}`;
  }

  /** Posts a notification several times. It is signed before, so that all arrive at the same moment. */
  async postAtOnce(order: OrderHistory, delivery: Delivery, count: number): Promise<string> {
    const headers = await this.gateway.sign(delivery.body);
    const post = () => this.gateway.post(order.token, delivery.body, Promise.resolve(headers));
    const [first, ...others] = await Promise.all(Array.from({ length: count }, post));
    const told = await this.post(order, delivery);
    return `${[...new Set([first, ...others].map((answer) => answerText(answer ?? {})))].join(" or ")}; ${told}`;
  }

  /**
   * Posts a held notification with another body, signed as the gateway signs.
   *
   * @param isRepeated Whether it is repeated like any other until it is answered with 200.
   */
  async postAs(
    order: OrderHistory,
    delivery: Delivery,
    { body, how, isRepeated }: { body: string; how: string; isRepeated: boolean },
  ): Promise<string> {
    const other = { ...delivery, id: `${delivery.id}, ${how}`, body };
    const answer = await this.gateway.post(order.token, body);
    if (isRepeated) notePosted(order, other, answer.status);
    return `${nameOf(delivery)} ${how}: ${answerText(answer)}`;
  }

  /** Lets the customer pay another token for the order, and posts its notification. */
  async payOther(changes: Fields, pay = (token: string) => this.gateway.pay(token)): Promise<string> {
    const { order } = this;
    const { order: changed = {} } = changes;
    const token = this.gateway.copyToken(order.token, changes);
    if (Object.hasOwn(sectionOf(changed), "tracking_id")) return this.#payStranger(token, pay);
    this.addToken(order, token);
    await pay(token);
    const delivery = order.held.at(-1);
    return delivery ? this.post(order, delivery) : "no notification came";
  }

  /** The payment of another order of another shop: nothing is expected but that it does not pay this one. */
  async #payStranger(token: string, pay: (token: string) => Promise<Transaction>): Promise<string> {
    const held: Delivery[] = [];
    this.gateway.hold(token, (delivery) => held.push(delivery));
    await pay(token);
    const [delivery] = held;
    return delivery
      ? `${nameOf(delivery)} ${answerText(await this.gateway.redeliver(delivery))}`
      : "no notification came";
  }
}
