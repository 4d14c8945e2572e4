import type { ShopFunctions } from "../../../src/sandbox.ts";
import type { Change, Opening } from "../open-changed-shop.ts";

/** The beginning of each law. */
export const LAW_TEXTS = {
  onlyPaid: "An order is fulfilled only by",
  once: "An order is fulfilled at most once",
  forged: "Forged notifications",
  takenAway: "A refund takes away nothing",
  refund: "Each requested refund",
  renewal: "Each renewal is charged once",
  capture: "Each requested capture",
  canceled: "A canceled order",
  badOrder: "One bad order",
  differentIds: "Two orders have different ids",
  fromPaying: "A refund is made from the payment",
  heldAmount: "A capture is never above",
  accepted: "A refund, capture or renewal is accepted",
  hold: "A hold is captured",
  genuine: "Genuine notifications",
  payable: "An order stays payable",
  inTheEnd: "A paid order is fulfilled in the end",
  others: "Every other payment",
  review: "No payment that pays its order",
} as const;

/** Stories that show a mistake, by the law that each of them breaks. */
type Breaks = Readonly<Partial<Record<keyof typeof LAW_TEXTS, readonly string[]>>>;

/** A right shop with one mistake. Each was made in a shop that people used. */
export interface WrongShop {
  readonly changes: readonly Change[];
  /** The right shop. Default: `with-sdk`. */
  readonly shop?: Opening;
  /** Functions that the shop does not have. */
  readonly without?: readonly (keyof ShopFunctions)[];
  /** How long the shop may take, in milliseconds. */
  readonly timeout?: number;
  readonly breaks: Breaks;
}

/** Makes wrong shops of a right one. */
export const changesOf =
  (shop?: Opening) =>
  (breaks: Breaks, ...changes: readonly Change[]): WrongShop => ({
    changes,
    breaks,
    ...(shop && { shop }),
  });

/** A change of the right shop with the SDK. */
export const wrong = changesOf();

export const AFTER = "order, pay, deliver";

/** Faults after which a shop does not know whether a request was made. */
export const UNCLEAR = ["lost", "done 408", "done 409", "no keys", "lost and down", "done 503"];
