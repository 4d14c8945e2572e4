import type { Sandbox } from "../sandbox.ts";
import type { ScenarioResult } from "./scenario-result.ts";

/** An order of the shop, with the payment token that the shop created for it. */
export interface PlacedOrder {
  /** The shop's own id of the order, for `fulfilments`. */
  orderId: string;
  /** The payment token that the gateway gave for it. */
  token: string;
}

/** A running shop, as `checkShop` sees it. */
export interface ShopFunctions {
  /** Places one new order, as a customer would: the shop creates a payment token at the sandbox. */
  placeOrder: () => PlacedOrder | Promise<PlacedOrder>;
  /** How often an order was fulfilled so far; 0 also when it was cancelled after that. */
  fulfilments: (orderId: string) => number | Promise<number>;
  /** Refunds this amount of an order, in minor units, as the shop's staff would. Default: refunds are not tried. */
  refund?: ((orderId: string, amount: number) => unknown) | undefined;
  /** Runs the job that asks the gateway for the status of open orders, now and for all of them. Default: the shop's own timer. */
  reconcile?: (() => unknown) | undefined;
  /** Kills the shop and starts it again; resolves when it accepts requests. Default: restarts are not tried. */
  restart?: (() => unknown) | undefined;
  /**
   * How many payments of an order the shop has put aside for a person, such as a second payment that has to be
   * refunded. Default: a second payment may be kept unnoticed.
   */
  inReview?: ((orderId: string) => number | Promise<number>) | undefined;
}

/** Options of `checkShop`. */
export interface CheckShopOptions extends ShopFunctions {
  /** The sandbox that the shop talks to, and whose public key it verifies notifications with. */
  sandbox: Sandbox;
  /** Names of the scenarios to play. `paid once` is always played. Default: all. */
  only?: readonly string[] | undefined;
  /** How long the shop may take to fulfil a paid order, in milliseconds. Default 10000. */
  timeout?: number | undefined;
  /** Called after each scenario. */
  onResult?: ((result: ScenarioResult) => void) | undefined;
}
