import type { Transaction } from "../../api/transactions/transaction.ts";
import type { OptionalFunction } from "../options.ts";
import type { Answer, FakeOptions, Gateway, Notification } from "./gateway.ts";
import { OrderHistory } from "./history.ts";
import { type CheckedShop, ShopFunctionError } from "./shop.ts";

/** Something that the customer, the gateway, the network or the shop's staff can do. */
export interface Move {
  /** How often it is in generated stories, compared with other moves. */
  readonly weight: number;
  /** The function of the shop without which it cannot be made. */
  readonly needs?: OptionalFunction;
  /** What to change if a story with it breaks a law. */
  readonly advice?: string;
  /** Whether it stops the shop, so that no other story may be played meanwhile. */
  readonly stopsShop?: true;
  /** Whether it can be made now. Default: always. */
  readonly isPossible?: (run: StoryRun) => boolean;
  /** Makes the move. @returns its line of the report. @throws ShopFunctionError */
  readonly play: (run: StoryRun) => Promise<string>;
}

export const canMake = ({ needs, isPossible }: Move, run: StoryRun): boolean =>
  (needs === undefined || run.shop.has(needs)) && isPossible?.(run) !== false;

/** A move that needs something, such as an open token, and is possible while `find` finds it. */
export const needing = <T>(
  find: (run: StoryRun) => T | undefined,
  play: (run: StoryRun, found: T) => Promise<string>,
): Pick<Move, "isPossible" | "play"> => ({
  isPossible: (run) => find(run) !== undefined,
  play: async (run) => {
    // Another move of the same moment may have used it.
    const found = find(run);
    return found === undefined ? "" : play(run, found);
  },
});

export const answerText = ({ status, error }: Answer): string =>
  status === undefined ? `not answered (${error})` : `answered ${status}`;

/** The name of a notification in the report. */
export const subjectOf = ({ type, body }: Notification): string => {
  if (type === "checkout") return "notification that the token expired";
  const { type: kind, status } = Object(JSON.parse(body).transaction);
  if (kind === "refund") return "notification of the refund";
  if (status === "successful") return "notification of the payment";
  if (status === "failed") return "notification of the decline";
  return `notification that it is ${status === "expired" ? "expired" : "pending"}`;
};

/** A story while it is played, with its orders. */
export class StoryRun {
  readonly gateway: Gateway;
  readonly shop: CheckedShop;
  /** The order of the story, and another customer's if the story has one. */
  readonly orders: OrderHistory[] = [];
  /** Parts of the search that are not possible with this shop. */
  readonly leftOut: Set<string>;
  /** Number of the current step. */
  step = 0;
  /** Whether no other story is played during the current step. */
  isAlone = false;
  /** Whether a step until now had a fault or a restart. */
  isDisturbed = false;

  constructor(gateway: Gateway, shop: CheckedShop, leftOut: Set<string>) {
    this.gateway = gateway;
    this.shop = shop;
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

  /** The word of the report for the thing that the customer pays. */
  get paidBy(): "bill" | "token" {
    return this.order.terms.isBill ? "bill" : "token";
  }

  /** Places an order. @throws ShopFunctionError */
  async place(): Promise<OrderHistory> {
    const { orderId, token } = await this.shop.placeOrder();
    const terms = this.gateway.accept(token);
    if (!terms) {
      throw new ShopFunctionError(
        "placeOrder gave a token that this sandbox did not make: give the shop the sandbox's clientOptions",
      );
    }
    if (terms.isPermanent) {
      throw new ShopFunctionError(
        "placeOrder gave a permanent bill, which is paid any number of times: let it give a bill that is paid once",
      );
    }
    if (this.gateway.setting(token, "notification_url") === undefined) {
      const name = terms.isBill ? "bill without " : "token without settings.";
      throw new ShopFunctionError(`placeOrder gave a ${name}notification_url`);
    }
    const order = new OrderHistory(orderId, token, terms);
    this.addToken(order, token);
    this.orders.push(order);
    return order;
  }

  /** Counts a token as one for this order, and keeps its notifications until they are posted. */
  addToken(order: OrderHistory, token: string): void {
    order.tokens.push(token);
    this.gateway.intercept(token, (notification) => order.unsent.push(notification));
  }

  /** A transaction of the order that never happened. */
  fake(options: FakeOptions = {}): Transaction {
    return this.gateway.fakeTransaction(this.order.token, options);
  }

  /** Whether the order has a payment that should fulfill it. */
  isPaid(order: OrderHistory): boolean {
    return this.gateway.paymentsOf(order.tokens).some(({ transaction }) => order.isPayment(transaction));
  }

  /** Posts a notification, for the first time or again. */
  async post(order: OrderHistory, notification: Notification): Promise<string> {
    const { sent, unsent } = order;
    const index = unsent.indexOf(notification);
    if (index >= 0) unsent.splice(index, 1);
    const isRepeated = sent.has(notification.id);
    // Noted before the answer, so that no move of the same moment posts it for the first time again.
    if (!isRepeated) sent.set(notification.id, { notification, status: undefined });
    const answer = await this.gateway.deliver(notification);
    sent.set(notification.id, { notification, status: answer.status });
    return `${subjectOf(notification)} ${isRepeated ? "repeated: " : ""}${answerText(answer)}`;
  }
}
