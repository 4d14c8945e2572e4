import { decimalAmount, formatAmount } from "../format-amount.ts";
import { textOf } from "../gateway/input/section.ts";

/** Maximum length of a search. The tokens of some gateways have 3000 characters. */
const LONGEST_QUERY = 4000;

/** Maximum number of words, because each word is searched in all records. */
const MAX_WORDS = 10;

/** Minimum length of a part of a random id. A shorter text would match others by chance. */
const SHORTEST_PREFIX = 8;

/** Matches random ids, which are hexadecimal digits or UUIDs. */
const RANDOM_ID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}|[\\da-f]{16,}";

export interface Searched {
  readonly texts: readonly unknown[];
  /** Amounts in minor units with their currencies. A search uses their displayed format. */
  readonly amounts?: readonly (readonly [amount: unknown, currency: unknown])[];
  /** Bodies contain random digits and times, so a search for a few digits skips them. */
  readonly bodies?: readonly string[];
}

/** Matches a displayed amount, such as `€1,290.00`, or a part of it. */
const AMOUNT = /^\D{0,3}\d[\d.,]*$/;

/** Returns an amount with and without separators and with a decimal comma. */
const amountText = (amount: unknown, currency: unknown): string => {
  const text = formatAmount(amount, currency);
  return `${text} ${text.replaceAll(",", "")} ${decimalAmount(amount, currency).replace(".", ",")}`;
};

/** Converts a word to a pattern. Decimals match from their first digit, so `1.00` is no part of `21.00`. */
const toPattern = (word: string): string => {
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return /^[\d.,]*[.,]\d+$/.test(word) ? `(?<![\\d,.])${escaped}` : escaped;
};

/** Removes diacritics, so that `kavalou` matches `Kavaloŭ`. Skips ASCII with `…` or `€`, because it is slow. */
const folded = (text: string): string =>
  /^[\0-\x7f\u2000-\u20cf]*$/.test(text) ? text : text.normalize("NFD").replaceAll(/\p{M}/gu, "");

const toWord = (word: string) => {
  const pattern = toPattern(word);
  const isShort = word.length < SHORTEST_PREFIX;
  const anywhere = new RegExp(pattern, "i");
  // The first alternative wins at each position, so a match inside an id is skipped.
  const outsideIds = new RegExp(isShort ? `${RANDOM_ID}|(${pattern})` : `(${pattern})|${RANDOM_ID}`, "gi");
  const isIn = (text: string): boolean => {
    if (!anywhere.test(text)) return false;
    // Other words are never inside of an id.
    if (!/^[\da-f-]+$/i.test(word)) return true;
    for (const [, found] of text.matchAll(outsideIds)) if (found !== undefined) return true;
    return false;
  };
  return { text: word, isIn, isFewDigits: isShort && /^[\da-f.:,-]+$/i.test(word) };
};

export const queryOf = ({ searchParams }: URL): string =>
  (searchParams.get("q") ?? "").slice(0, LONGEST_QUERY).trim();

export const searchAt = (url: URL) => {
  const query = queryOf(url);
  const parts = query === "" ? [] : [...new Set(folded(query).split(/\s+/))].slice(0, MAX_WORDS);
  const words = parts.map(toWord);
  // Formatting is slow, so only amounts with the digits of a word are formatted.
  const digits = parts
    .filter((part) => AMOUNT.test(part))
    .map((part) => part.replaceAll(/\D/g, "").replace(/^0+/, ""));
  const matches = ({ texts, amounts = [], bodies = [] }: Searched): boolean => {
    // A search in one text is faster than in many. No word contains a line break.
    const amountLines = amounts.flatMap(([amount, currency]) =>
      digits.some((some) => textOf(amount)?.includes(some)) ? amountText(amount, currency) : [],
    );
    const currencies = amounts.map(([, currency]) => currency);
    const all = folded(
      [...texts, ...currencies, ...amountLines].filter((text) => typeof text === "string").join("\n"),
    );
    // Folded once for all words, and only if a word is not in the other texts.
    let foldedBodies: readonly string[] | undefined;
    const isInBody = (isIn: (text: string) => boolean): boolean => {
      foldedBodies ??= bodies.map(folded);
      return foldedBodies.some(isIn);
    };
    // Minor units match only as a whole, so `319` does not match `3192`.
    const isAmount = (text: string): boolean => amounts.some(([amount]) => textOf(amount) === text);
    return words.every(
      ({ text, isIn, isFewDigits }) => isIn(all) || isAmount(text) || (!isFewDigits && isInBody(isIn)),
    );
  };
  return {
    query,
    find: <T>(records: readonly T[], searchedOf: (record: T) => Searched): readonly T[] =>
      query === "" ? records : records.filter((record) => matches(searchedOf(record))),
  };
};

export type PageSearch = ReturnType<typeof searchAt>;
