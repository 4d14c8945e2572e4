import type { Sandbox } from "../sandbox/sandbox.ts";

/** An order of the shop, with the payment token or the bill that the shop created for it. */
export interface PlacedOrder {
  /** The shop's own id of the order, for `fulfilments`. */
  orderId: string;
  /** The payment token that the gateway gave for it. Of a shop that makes bills, the `uid` of the bill. */
  token: string;
}

/** A running shop, as `checkShop` sees it. */
export interface ShopFunctions {
  /** Places one new order, as a customer would: the shop creates a payment token, or a bill, at the sandbox. */
  placeOrder: () => PlacedOrder | Promise<PlacedOrder>;
  /** How often an order is fulfilled now; 0 also when it was cancelled after that. A renewal may count as one more. */
  fulfilments: (orderId: string) => number | Promise<number>;
  /**
   * How many payments of an order the shop has put aside for a person, such as a second payment that has to be
   * refunded. Default: payments that fulfil nothing may be kept unnoticed.
   */
  inReview?: ((orderId: string) => number | Promise<number>) | undefined;
  /**
   * Refunds this amount of an order, in minor units, as the shop's staff would. It rejects where the staff is told that
   * nothing was refunded so far. Default: refunds are not tried.
   */
  refund?: ((orderId: string, amount: number) => unknown) | undefined;
  /**
   * Charges the next period of this order now. Called twice at the same time, as by two schedulers, it charges one period.
   * It rejects where the charge failed or its result is not known yet. Default: renewals are not tried.
   */
  renew?: ((orderId: string) => unknown) | undefined;
  /** Runs the job that asks the gateway for the status of open orders, now and for all of them. Default: the shop's own timer. */
  reconcile?: (() => unknown) | undefined;
  /** Kills the shop and starts it again; resolves when it accepts requests. Default: restarts are not tried. */
  restart?: (() => unknown) | undefined;
}

/** Options of `checkShop`. */
export interface CheckShopOptions extends ShopFunctions {
  /** The sandbox that the shop talks to, and whose public key it verifies notifications with. */
  sandbox: Sandbox;
  /** An integer that decides which stories are made up: that of a report tries the same again. Default: another one each time. */
  seed?: number | undefined;
  /**
   * For how long stories are tried, in milliseconds. Default 120000, or less for a quick shop: 200 stories are made up then.
   * What was found is reduced after that.
   */
  budget?: number | undefined;
  /** One story alone: its name, such as `notified twice`, or its text in a report, such as `order, pay, deliver, repeat`. */
  story?: string | undefined;
  /**
   * True where the shop relies on a gateway that honours idempotency keys, as `idempotencyKeys` of the client says. Gateways
   * that ignore them are then not tried. Default false.
   */
  idempotencyKeys?: boolean | undefined;
  /** How long the shop may take to fulfil a paid order, in milliseconds. Default 10000. */
  timeout?: number | undefined;
}
