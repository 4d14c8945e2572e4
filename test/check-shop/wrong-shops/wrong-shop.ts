import type { LawName } from "../../../src/check-shop/laws/laws.ts";
import type { ShopFunctions } from "../../../src/sandbox.ts";
import type { Change, Opening } from "../open-changed-shop.ts";

/** Stories that show a mistake, by the law that each of them breaks. */
type Breaks = Readonly<Partial<Record<LawName, readonly string[]>>>;

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
