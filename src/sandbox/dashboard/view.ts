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

/** What a search looks at in a row. */
export interface Searched {
  readonly texts: readonly unknown[];
  /** The payments that the row is about, by their tokens. */
  readonly tokens?: readonly string[];
}

/** A word of a search, with the tokens of the payments that it finds. */
interface Word {
  readonly pattern: RegExp;
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
const toPattern = (word: string): RegExp => {
  const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(/^[\d,]+\.\d+$/.test(word) ? `(?<![\\d,.])${escaped}` : escaped, "i");
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
}

export const viewOf = (params: URLSearchParams, relations: Relations): View => {
  const query = (params.get("q") ?? "").slice(0, LONGEST_QUERY).trim();
  const parts = query === "" ? [] : query.split(/\s+/);
  const amountText = parts.some((part) => AMOUNT.test(part)) ? amountTexts() : () => "";
  const words = parts.map((part): Word => {
    const pattern = toPattern(part);
    return { pattern, tokens: relations.tokensWith(pattern, amountText) };
  });
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
    matches: ({ texts, tokens = [] }) =>
      words.every(
        (word) =>
          tokens.some((token) => word.tokens.has(token)) ||
          texts.some((text) => typeof text === "string" && word.pattern.test(text)),
      ),
  };
};
