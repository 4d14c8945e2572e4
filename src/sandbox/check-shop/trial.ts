import type { Delivery, DeliveryAnswer } from "../gateway/records/delivery.ts";
import type { Gateway, Order } from "./gateway.ts";
import type { Merchant } from "./merchant.ts";
import { Failed } from "./scenario-result.ts";

const times = (count: number): string => (count === 1 ? "once" : `${count} times`);

export const answerOf = (answer: DeliveryAnswer | undefined): string =>
  answer?.status === undefined ? `not answered (${answer?.error})` : `answered ${answer.status}`;

/** What a scenario works with: the shop, the gateway, and the checks of both. */
export class Trial {
  readonly gateway: Gateway;
  readonly merchant: Merchant;
  /** Advice that fails no scenario. */
  readonly remarks: string[] = [];

  constructor(gateway: Gateway, merchant: Merchant) {
    this.gateway = gateway;
    this.merchant = merchant;
  }

  /** A new order of the shop. @throws Failed */
  async order(): Promise<Order> {
    const { orderId, token } = await this.merchant.placeOrder();
    if (!this.gateway.accept(token)) {
      throw new Failed(
        "placeOrder gave a token that this sandbox did not make",
        "Give the shop the sandbox's clientOptions (shop id, key and addresses), and let placeOrder return the token that it got.",
      );
    }
    if (this.gateway.notificationUrlOf(token) === undefined) {
      throw new Failed(
        "The token has no notification_url: nothing tells the shop that it was paid",
        "Send settings.notification_url with each token. Guide “Take a payment”, section “Create a token”.",
      );
    }
    return { id: orderId, token };
  }

  /** An order that is paid, and of whose payment the shop knows nothing yet. */
  async paidOrder(): Promise<Order & { readonly delivery: Delivery }> {
    const order = await this.order();
    return { ...order, delivery: await this.gateway.payUnnotified(order.token) };
  }

  /** @throws Failed if the order is not, or not only, fulfilled as often. */
  async expectFulfilments(order: Order, expected: 0 | 1): Promise<string> {
    const count = await this.merchant.settledFulfilments(order.id, expected);
    if (count === expected) return count === 0 ? "It was not fulfilled." : "It was fulfilled once.";
    const waited = `within ${this.merchant.timeout / 1000} s`;
    throw new Failed(
      count === 0 ? `The order was not fulfilled ${waited}.` : `The order was fulfilled ${times(count)}.`,
    );
  }

  /** Posts a notification with the content, signed as the gateway signs, to the shop of an order that is not paid. */
  async notify(order: Order, content: unknown): Promise<DeliveryAnswer> {
    return this.gateway.post(order.token, JSON.stringify(content));
  }
}
