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

/** The search and the pages that are shown. They are part of the URL, so links, reloads and forms keep them. */
export class View {
  readonly query: string;
  readonly #params: URLSearchParams;
  readonly #patterns: readonly RegExp[];

  constructor(params: URLSearchParams) {
    this.#params = params;
    this.query = (params.get("q") ?? "").slice(0, LONGEST_QUERY).trim();
    const words = this.query === "" ? [] : this.query.split(/\s+/);
    this.#patterns = words.map((word) => new RegExp(word.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"), "i"));
  }

  /** Starts at 1. */
  pageOf(list: ListId): number {
    const page = Number(this.#params.get(list));
    return Number.isSafeInteger(page) && page > 1 ? page : 1;
  }

  /** The same search with another page of a list. */
  linkTo(list: ListId, page: number): string {
    const params = new URLSearchParams(this.#params);
    params.set(list, String(page));
    return `/?${params}#${list}`;
  }

  /** Whether each word of the search is in one of these texts. */
  matches(texts: readonly unknown[]): boolean {
    return this.#patterns.every((pattern) =>
      texts.some((text) => typeof text === "string" && pattern.test(text)),
    );
  }
}
