import type { ShopFunctions } from "../../../src/sandbox.ts";
import type { Change, Opening } from "../open-changed-shop.ts";

/** A right shop with one mistake. Each was made in a shop that people used. */
export interface WrongShop {
  readonly changes: readonly Change[];
  /** The right shop. Default: `with-sdk`. */
  readonly shop?: Opening;
  /** Functions that the shop does not have. */
  readonly without?: readonly (keyof ShopFunctions)[];
  /** How long the shop may take, in milliseconds. */
  readonly timeout?: number;
  /** Stories that show it, by the beginning of the law that each of them breaks. */
  readonly breaks: Readonly<Record<string, readonly string[]>>;
}

/** Makes wrong shops of a right one. */
export const changesOf =
  (shop?: Opening) =>
  (breaks: WrongShop["breaks"], ...changes: readonly Change[]): WrongShop => ({
    changes,
    breaks,
    ...(shop && { shop }),
  });

/** A change of the right shop with the SDK. */
export const wrong = changesOf();

export const ONLY_PAID = "An order is fulfilled only by";
export const ONCE = "An order is fulfilled at most once";
export const FORGED = "Forged notifications";
export const TAKEN_AWAY = "A refund takes away nothing";
export const REFUND = "Each requested refund";
export const RENEWAL = "Each renewal is charged once";
export const CAPTURE = "Each requested capture";
export const CANCELED = "A canceled order";
export const BAD_ORDER = "One bad order";
export const DIFFERENT_IDS = "Two orders have different ids";
export const FROM_PAYING = "A refund is made from the payment";
export const HELD_AMOUNT = "A capture is never above";
export const ACCEPTED = "A refund, capture or renewal is accepted";
export const HOLD = "A hold is captured";
export const GENUINE = "Genuine notifications";
export const PAYABLE = "An order stays payable";
export const IN_THE_END = "A paid order is fulfilled in the end";
export const OTHERS = "Every other payment";
export const REVIEW = "No payment that pays its order";

export const AFTER = "order, pay, deliver";

/** Faults after which a shop does not know whether a request was made. */
export const UNCLEAR = ["lost", "done 408", "done 409", "no keys", "lost and down", "done 503"];
