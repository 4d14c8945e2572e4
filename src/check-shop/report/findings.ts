/** A law of payments that the shop breaks, and the shortest story that shows it. */
export interface ShopFailure {
  /** What must hold for every order. */
  readonly law: string;
  /** What was done and answered, step by step. */
  readonly story: readonly string[];
  /** What contradicts the law. */
  readonly observed: string;
  /** What to change, with the section of the guide. */
  readonly advice: string;
  /** The seed of the run in which it was found. */
  readonly seed: number;
  /** The story for `checkShop({ story })`, which plays it alone. */
  readonly replay: string;
}

/** What was tried. */
export interface Tried {
  /** Stories that were played to their end. */
  readonly stories: number;
  /** What customers, the gateway, the network and the staff did in them. */
  readonly moves: number;
  /** Orders that were placed in them. */
  readonly orders: number;
  /** The seed of the run, for `checkShop({ seed })`. */
  readonly seed: number;
  /** What could not be tried with this shop, and why. */
  readonly leftOut: readonly string[];
  /** How long the run took, in milliseconds. */
  readonly durationMs: number;
}
