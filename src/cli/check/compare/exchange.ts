/** A request and its response, as `--save` writes them and `test/fixtures/gateway` has them: without credentials and customer data. */
export interface Exchange {
  /** What was asked, such as `products.get: unknown id`. */
  readonly name: string;
  /** Where the response comes from. */
  readonly source: string;
  readonly request: {
    readonly method: string;
    /** Path template: names in braces are ids. */
    readonly path: string;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    /** Only those that say something of the API. */
    readonly headers: Readonly<Record<string, string>>;
    /** Parsed if it is JSON, otherwise a text such as a web page; undefined if it is empty. */
    readonly body?: unknown;
  };
}

/** What a body is, besides JSON. */
export const WEB_PAGE = "(a web page)";
export const TEXT = "(a text that is not JSON)";
