/** A success, such as a payment or a refund. */
export interface Success {
  readonly type?: unknown;
  readonly amount?: unknown;
}

/** What became of the money of an order or of a payment, in minor units. */
export interface Money {
  readonly held: number;
  /** What the customer paid, and what was captured of a hold. */
  readonly taken: number;
  readonly voided: number;
  readonly refunded: number;
  /** What the bank took back. */
  readonly chargedBack: number;
  readonly kept: number;
}

/** Returns what became of the money. @param successes Payments and holds with everything that followed them. */
export const moneyOf = (successes: readonly Success[]): Money => {
  const sumOf = (...types: readonly string[]): number =>
    successes.reduce((sum, { type, amount }) => sum + (types.includes(String(type)) ? Number(amount) : 0), 0);
  const taken = sumOf("payment", "charge", "capture");
  const [voided, refunded, chargedBack] = [sumOf("void"), sumOf("refund"), sumOf("chargeback")];
  const held = sumOf("authorization") - sumOf("capture") - voided;
  return { held, taken, voided, refunded, chargedBack, kept: taken - refunded - chargedBack };
};
