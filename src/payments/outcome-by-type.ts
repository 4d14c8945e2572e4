/** The outcome of a successful transaction by its type. The type also names the section with the processing result. */
export const OUTCOME_BY_TYPE: ReadonlyMap<
  unknown,
  "paid" | "authorized" | "captured" | "voided" | "refunded" | "paid_out" | "tokenized"
> = new Map([
  ["payment", "paid"],
  ["charge", "paid"],
  ["authorization", "authorized"],
  ["capture", "captured"],
  ["void", "voided"],
  ["refund", "refunded"],
  ["payout", "paid_out"],
  ["tokenization", "tokenized"],
]);
