import { decimalAmount, formatAmount } from "../format-amount.ts";
import { textOf } from "../gateway/input/section.ts";

/** The longest search; the tokens of some gateways have 3 000 characters. */
const LONGEST_QUERY = 4000;

/** Words of a search, at most: each is looked for in all records. */
const MAX_WORDS = 10;

/** Characters of a random id that find it: fewer would find others by chance. */
const SHORTEST_PREFIX = 8;

/** A random id: hexadecimal digits, or a UUID. */
const RANDOM_ID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}|[\\da-f]{16,}";

/** What a search looks at in a record. */
export interface Searched {
  readonly texts: readonly unknown[];
  /** Amounts in minor units with their currencies: they are found as they are displayed. */
  readonly amounts?: readonly (readonly [amount: unknown, currency: unknown])[];
  /** What was sent: it has random digits and times in it, so a few digits are not looked for. */
  readonly bodies?: readonly string[];
}

interface Word {
  readonly text: string;
  readonly isIn: (text: string) => boolean;
  readonly isFewDigits: boolean;
}

/** An amount as it is displayed, such as `€1,290.00`, or a part of it. */
const AMOUNT = /^\D{0,3}\d[\d.,]*$/;

/**
 * Amounts as they are displayed, with and without separators, and with a decimal comma. Each is formatted once, because that
 * is slow.
 */
const amountTexts = (): ((amount: unknown, currency: unknown) => string) => {
  const texts = new Map<string, string>();
  return (amount, currency) => {
    const key = `${textOf(amount)} ${textOf(currency)}`;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = formatAmount(amount, currency, "en");
    const commas = decimalAmount(amount, currency).replace(".", ",");
    const all = `${text} ${text.replaceAll(",", "")} ${commas}`;
    texts.set(key, all);
    return all;
  };
};

/** Decimals are searched for from their first digit: `1.00` and `1,00` are not a part of `21.00`. */
const toPattern = (word: string): string => {
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return /^[\d.,]*[.,]\d+$/.test(word) ? `(?<![\\d,.])${escaped}` : escaped;
};

const toWord = (word: string): Word => {
  const pattern = toPattern(word);
  const isShort = word.length < SHORTEST_PREFIX;
  const anywhere = new RegExp(pattern, "i");
  // Of two alternatives at the same place the first one matches, and what is in an id is skipped with it.
  const outsideIds = new RegExp(isShort ? `${RANDOM_ID}|(${pattern})` : `(${pattern})|${RANDOM_ID}`, "gi");
  const isIn = (text: string): boolean => {
    if (!anywhere.test(text)) return false;
    for (const [, found] of text.matchAll(outsideIds)) if (found !== undefined) return true;
    return false;
  };
  return { text: word, isIn, isFewDigits: isShort && /^[\da-f.:,-]+$/i.test(word) };
};

export const queryOf = ({ searchParams }: URL): string =>
  (searchParams.get("q") ?? "").slice(0, LONGEST_QUERY).trim();

/** A search. It is part of the address, so links, reloads and forms keep it. */
export const searchAt = (url: URL) => {
  const query = queryOf(url);
  const parts = query === "" ? [] : [...new Set(query.split(/\s+/))].slice(0, MAX_WORDS);
  const words = parts.map(toWord);
  const hasAmount = parts.some((part) => AMOUNT.test(part));
  const amountText = amountTexts();
  const matches = ({ texts, amounts = [], bodies = [] }: Searched): boolean => {
    // One text is searched faster than many; no word has a line break in it.
    const amountLines = hasAmount ? amounts.map(([amount, currency]) => amountText(amount, currency)) : [];
    const currencies = amounts.map(([, currency]) => currency);
    const all = [...texts, ...currencies, ...amountLines]
      .filter((text) => typeof text === "string")
      .join("\n");
    // Minor units are found as a whole: `3192` is an amount, and `319` is not a part of it.
    const isAmount = (text: string): boolean => amounts.some(([amount]) => textOf(amount) === text);
    return words.every(
      ({ text, isIn, isFewDigits }) => isIn(all) || isAmount(text) || (!isFewDigits && bodies.some(isIn)),
    );
  };
  return {
    query,
    /** The records that have each word in a text or amount; all of them for an empty search. */
    find: <T>(records: readonly T[], searchedOf: (record: T) => Searched): readonly T[] =>
      query === "" ? records : records.filter((record) => matches(searchedOf(record))),
  };
};

export type Search = ReturnType<typeof searchAt>;
