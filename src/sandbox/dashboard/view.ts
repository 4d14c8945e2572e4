import { formatAmount } from "../format-amount.ts";
import type { AmountText, Relations } from "./relations.ts";

/** The lists of the dashboard, each with its name. */
export const LISTS = {
  products: "Products",
  tokens: "Payment tokens",
  transactions: "Transactions",
  deliveries: "Deliveries",
  requests: "API calls",
};

export type ListId = keyof typeof LISTS;

/** The longest search; the tokens of some gateways have 3 000 characters. */
const LONGEST_QUERY = 4000;

/** Words of a search, at most: each is looked for in all records. */
const MAX_WORDS = 10;

/** Characters of a random id that find it: fewer would find others by chance. */
const SHORTEST_PREFIX = 8;

/** A random id: hexadecimal digits, or a UUID. */
const RANDOM_ID = "[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}|[\\da-f]{16,}";

/** What a search looks at in a row. */
export interface Searched {
  readonly texts: readonly unknown[];
  /** What was sent: it has random digits and times in it, so a few digits are not looked for. */
  readonly bodies?: readonly string[];
  /** The payments that the row is about, by their tokens. */
  readonly tokens?: readonly string[];
}

/** A word of a search, with the tokens of the payments that it finds. */
interface Word {
  readonly isIn: (text: unknown) => boolean;
  readonly isFewDigits: boolean;
  readonly tokens: ReadonlySet<string>;
}

/** An amount as it is displayed, such as `€1,290.00`, or a part of it. */
const AMOUNT = /^\D{0,3}\d[\d.,]*$/;

/** Amounts as they are displayed, with and without separators. Each is formatted once: that is slow. */
const amountTexts = (): AmountText => {
  const texts = new Map<string, string>();
  return (amount, currency) => {
    const key = `${amount} ${currency}`;
    const known = texts.get(key);
    if (known !== undefined) return known;
    const text = formatAmount(amount, currency, "en");
    const both = `${text} ${text.replaceAll(",", "")}`;
    texts.set(key, both);
    return both;
  };
};

/** Decimals are searched for from their first digit: `1.00` is not a part of `21.00`. */
const toPattern = (word: string): string => {
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return /^[\d,]+\.\d+$/.test(word) ? `(?<![\\d,.])${escaped}` : escaped;
};

const toWord = (word: string, { tokensWith }: Relations, amountText: AmountText): Word => {
  const pattern = toPattern(word);
  const isShort = word.length < SHORTEST_PREFIX;
  const anywhere = new RegExp(pattern, "i");
  // Of two alternatives at the same place the first one matches, and what is in an id is skipped with it.
  const outsideIds = new RegExp(isShort ? `${RANDOM_ID}|(${pattern})` : `(${pattern})|${RANDOM_ID}`, "gi");
  const isIn = (text: unknown): boolean => {
    if (typeof text !== "string" || !anywhere.test(text)) return false;
    for (const [, found] of text.matchAll(outsideIds)) if (found !== undefined) return true;
    return false;
  };
  const isFewDigits = isShort && /^[\da-f.:,-]+$/i.test(word);
  return { isIn, isFewDigits, tokens: tokensWith(isIn, amountText) };
};

/** The search and the pages that are shown. They are part of the URL, so links, reloads and forms keep them. */
export interface View {
  readonly query: string;
  readonly relations: Relations;
  readonly amountText: AmountText;
  /** Starts at 1. */
  pageOf(list: ListId): number;
  /** The same search with another page of a list. */
  linkTo(list: ListId, page: number): string;
  /** Whether each word of the search is in a text of the row, or of a payment that it is about. */
  matches(row: Searched): boolean;
  /** Whether the row is about the order whose tracking id is the whole search. */
  isNamed(row: Searched): boolean;
}

export const viewOf = (params: URLSearchParams, relations: Relations): View => {
  const query = (params.get("q") ?? "").slice(0, LONGEST_QUERY).trim();
  const parts = query === "" ? [] : [...new Set(query.split(/\s+/))].slice(0, MAX_WORDS);
  const amountText = parts.some((part) => AMOUNT.test(part)) ? amountTexts() : () => "";
  const words = parts.map((part) => toWord(part, relations, amountText));
  const named = new Set([query, ...relations.tokensOf(query)]);
  return {
    query,
    relations,
    amountText,
    pageOf: (list) => {
      const page = Number(params.get(list));
      return Number.isSafeInteger(page) && page > 1 ? page : 1;
    },
    linkTo: (list, page) => {
      const changed = new URLSearchParams(params);
      changed.set(list, String(page));
      return `/?${changed}#${list}`;
    },
    matches: ({ texts, bodies = [], tokens = [] }) =>
      words.every(
        ({ isIn, isFewDigits, tokens: found }) =>
          tokens.some((token) => found.has(token)) || texts.some(isIn) || (!isFewDigits && bodies.some(isIn)),
      ),
    isNamed: ({ tokens = [] }) => tokens.some((token) => named.has(token)),
  };
};
