import type { Sandbox } from "../sandbox/sandbox.ts";
import { didYouMean } from "../shared/nearest-name.ts";
import { LONGEST_TIMER } from "../shared/values.ts";

/** An order of the shop, with the payment token, the bill or the payment link that the shop created for it. */
export interface PlacedOrder {
  /** The shop's own id of the order, for `fulfillments`. */
  orderId: string;
  /** The payment token of the order. For a bill, its `uid`. For a payment link, the `id` of the product. */
  token: string;
}

/** What was delivered, such as ids of shipments or license keys, or how often. */
type Fulfillments = readonly string[] | number;

/** The uids of payments in manual review, or how many there are. A review without a payment has no uid. */
export type InReview = readonly (string | null | undefined)[] | number;

/** The functions through which `checkShop` uses a running shop. */
export interface ShopFunctions {
  /** Places one new order like a customer. The shop creates a payment token, a bill or a product at the sandbox. */
  placeOrder: () => PlacedOrder | Promise<PlacedOrder>;
  /**
   * How often an order is fulfilled now, or 0 if it was canceled after that. A renewal may count as one more. If one
   * does, each must. If the bill or the link can be paid any number of times, each payment counts as one. A list contains
   * what was delivered, such as ids of shipments or license keys, which no other order may have.
   */
  fulfillments: (orderId: string) => Fulfillments | Promise<Fulfillments>;
  /**
   * Begins the payment of an order again, like a customer who returns to it. Returns the token, which may be the same.
   * Rejects if the shop allows no other try. Default: a second token of the shop is not tried.
   */
  payAgain?: ((orderId: string) => string | Promise<string>) | undefined;
  /**
   * The uids of the payments of an order that are in manual review, such as a second payment that your staff must refund.
   * A number, how many there are, shows less. Default: payments that pay no order may be kept without review.
   */
  inReview?: ((orderId: string) => InReview | Promise<InReview>) | undefined;
  /**
   * Refunds this amount of an order, in minor units, like the shop's staff. The same `request`, a UUID, is the same refund,
   * such as a form that is sent twice. Resolves if the shop accepted it, even if a job sends it later. Rejects if the shop
   * refused it, or cannot tell now. Default: refunds are not tried.
   */
  refund?: ((orderId: string, amount: number, request: string) => unknown) | undefined;
  /**
   * Refunds a payment in manual review whole, like the shop's staff. `inReview` returned its uid. Resolves and rejects like
   * `refund`. Default: payments stay in review.
   */
  refundReview?: ((uid: string, request: string) => unknown) | undefined;
  /**
   * Captures this amount of a held order, in minor units, like the shop's staff. Resolves and rejects like `refund`.
   * The shop may then fulfill an order before its capture. Default: the shop captures by itself, and fulfills after it.
   */
  capture?: ((orderId: string, amount: number, request: string) => unknown) | undefined;
  /**
   * Charges a period of this order now. The same `request`, a UUID, is the same period, even if two schedulers call it at
   * the same time. Resolves and rejects like `refund`. Default: renewals are not tried.
   */
  renew?: ((orderId: string, request: string) => unknown) | undefined;
  /**
   * Cancels an order, like its customer or the shop's staff. Resolves if the order is canceled, so that the money of a paid
   * order goes back. Rejects if not, such as for a paid order. Default: cancellations are not tried.
   */
  cancel?: ((orderId: string) => unknown) | undefined;
  /** Runs the job that requests the status of all open orders from the gateway. Default: the shop's own timer. */
  reconcile?: (() => unknown) | undefined;
  /**
   * Lets the shop's clock pass the end of its open orders, and runs the job that closes them. Default: the shop closes
   * orders only after their tokens expired.
   */
  expireOrders?: (() => unknown) | undefined;
  /**
   * Lets the shop's delivery of this order fail, such as by a mail address that does not exist. Default: each
   * delivery succeeds.
   */
  failShipping?: ((orderId: string) => unknown) | undefined;
  /**
   * How many pieces of the ordered product are left. If the function declares a parameter and gets a number, it first sets the
   * stock to it. Default: the stock is not looked at.
   */
  stock?: ((pieces?: number) => number | Promise<number>) | undefined;
  /** Kills the shop and starts it again. Resolves when it accepts requests. Default: restarts are not tried. */
  restart?: (() => unknown) | undefined;
}

/** Options of `checkShop`. */
export interface CheckShopOptions extends ShopFunctions {
  /** The sandbox that the shop calls, and whose public key it verifies notifications with. */
  sandbox: Sandbox;
  /** Integer that decides which stories are generated. The seed of a report generates the same ones. Default: random. */
  seed?: number | undefined;
  /**
   * Maximum time of the whole run, in milliseconds. Findings are played again and shortened in its last part. Default: until
   * the first stories and 200 generated ones are played.
   */
  budget?: number | undefined;
  /** The text of one story, which is played alone, as a report prints it after `again`. */
  story?: string | undefined;
  /**
   * True if the shop relies on a gateway that honors idempotency keys, like the client with `idempotencyKeys`. Gateways that
   * ignore the keys are then not tried. Default false.
   */
  idempotencyKeys?: boolean | undefined;
  /** How long the shop may take to fulfill a paid order, in milliseconds. Default 10000. */
  timeout?: number | undefined;
}

/**
 * What the client and `sendOnce` of a checked shop read as defaults, in milliseconds. With the usual ones, a request whose
 * response was lost would be sent again only after two minutes.
 */
export const SHOP_DEFAULTS = { callTimeout: 2000, underWay: 4000 } as const;

export const REQUIRED_FUNCTIONS = ["placeOrder", "fulfillments"] as const;

export type OptionalFunction = Exclude<keyof ShopFunctions, (typeof REQUIRED_FUNCTIONS)[number]>;

/** The parts that are not tried without each optional function. */
const NOT_TRIED_WITHOUT: Readonly<Record<OptionalFunction, string>> = {
  inReview: "payments that pay no order and are lost",
  refund: "refunds by the shop",
  refundReview: "refunds of payments in manual review",
  capture: "captures by the shop's staff",
  renew: "renewals",
  payAgain: "second tokens of an order",
  cancel: "cancellations of orders",
  expireOrders: "orders that the shop closes by its clock",
  failShipping: "deliveries that fail",
  stock: "orders above the stock",
  reconcile: "runs of the job at other moments than its own",
  restart: "restarts",
};

export const OPTIONAL_FUNCTIONS: readonly string[] = Object.keys(NOT_TRIED_WITHOUT);

/** What these options exclude from the search, and why. @param hasHolds Whether the shop holds amounts. */
export const leftOutOf = (options: CheckShopOptions, hasHolds: boolean): string[] => [
  ...Object.entries(NOT_TRIED_WITHOUT)
    .filter(([name]) => Object(options)[name] === undefined && (name !== "capture" || hasHolds))
    .map(([name, text]) => `${text} (add ${name})`),
  ...(options.idempotencyKeys ? ["gateways that ignore idempotency keys (leave out idempotencyKeys)"] : []),
];

/** A missing option does not compile. */
const SETTINGS: Readonly<Record<Exclude<keyof CheckShopOptions, keyof ShopFunctions>, unknown>> = {
  ...{ sandbox: 0, seed: 0, budget: 0, story: 0, idempotencyKeys: 0, timeout: 0 },
};

const OPTIONS: readonly string[] = [...REQUIRED_FUNCTIONS, ...OPTIONAL_FUNCTIONS, ...Object.keys(SETTINGS)];

/** The end of a message about an unknown name. */
export const hintFor = (name: string, names: readonly string[]): string => {
  const hint = didYouMean(name, names);
  return hint && `. ${hint}`;
};

/** @throws TypeError, RangeError */
export function checkOptions(options: CheckShopOptions): void {
  const other = Object.keys(Object(options)).find((name) => !OPTIONS.includes(name));
  if (other) throw new TypeError(`checkShop has no option ${other}${hintFor(other, OPTIONS)}`);
  for (const name of [...REQUIRED_FUNCTIONS, ...OPTIONAL_FUNCTIONS]) {
    const value: unknown = Object(options)[name];
    const isLeftOut = value === undefined && OPTIONAL_FUNCTIONS.includes(name);
    if (typeof value !== "function" && !isLeftOut)
      throw new TypeError(`checkShop: ${name} must be a function`);
  }
  const { seed = 0, budget = 1, timeout = 1, idempotencyKeys = false } = options;
  if (typeof idempotencyKeys !== "boolean") {
    throw new TypeError("checkShop: idempotencyKeys must be true or false");
  }
  if (!Number.isSafeInteger(seed)) throw new RangeError("checkShop: seed must be an integer");
  for (const [name, value] of Object.entries({ budget, timeout })) {
    if (!Number.isSafeInteger(value) || value < 1 || value > LONGEST_TIMER) {
      throw new RangeError(`checkShop: ${name} must be an integer of milliseconds, 1 to ${LONGEST_TIMER}`);
    }
  }
}
