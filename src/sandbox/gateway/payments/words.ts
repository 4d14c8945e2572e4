import { capitalized } from "../input/section.ts";

/** The words for a type of transactions. */
interface TypeWords {
  /** For a button, such as `Charge back`. */
  readonly verb: string;
  /** For a sentence, such as `charged back`. */
  readonly done: string;
}

const PAYOUT: TypeWords = { verb: "pay out", done: "paid out" };

const WORDS: ReadonlyMap<unknown, TypeWords> = new Map([
  ["authorization", { verb: "authorize", done: "authorized" }],
  ["capture", { verb: "capture", done: "captured" }],
  ["void", { verb: "void", done: "voided" }],
  ["refund", { verb: "refund", done: "refunded" }],
  ["chargeback", { verb: "charge back", done: "charged back" }],
  ["credit", PAYOUT],
  ["payout", PAYOUT],
  ["tokenization", { verb: "save a card", done: "saved" }],
]);

const PAYMENT: TypeWords = { verb: "pay", done: "paid" };

/** Returns the words for a type of transactions. Default: the words of a payment. */
export const wordsOf = (type: unknown): TypeWords => WORDS.get(type) ?? PAYMENT;

export const buttonOf = (type: unknown): string => capitalized(wordsOf(type).verb);
