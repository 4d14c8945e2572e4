/** A request and its response without credentials and customer data, in the format of `--save` and `test/fixtures/gateway`. */
export interface Exchange {
  /** The request, such as `products.get: unknown id`. */
  readonly name: string;
  /** The origin of the response. */
  readonly source: string;
  readonly request: {
    readonly method: string;
    /** Path template with ids as names in braces. */
    readonly path: string;
    readonly body?: unknown;
  };
  readonly response: {
    readonly status: number;
    /** Only the headers that belong to the API. */
    readonly headers: Readonly<Record<string, string>>;
    /** Parsed JSON, or the text of another body. Undefined if the body is empty. */
    readonly body?: unknown;
  };
}

/** Replaces the HTML of a body. */
export const WEB_PAGE = "(a web page)";
export const TEXT = "(a text that is not JSON)";
