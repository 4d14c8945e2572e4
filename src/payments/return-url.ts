import { parseUrl } from "../shared/parse-url.ts";

/** The parameters that the gateway adds to the return URL. */
export interface ReturnParams {
  /** Payment token. */
  token: string | undefined;
  /**
   * Status of the payment as shown to the customer. It does not prove a payment. Request the token's status instead.
   */
  status: string | undefined;
  /** Identifier of the transaction. */
  uid: string | undefined;
}

/**
 * Reads `token`, `status` and `uid` from the URL that the customer returned to. Anyone can forge such a URL, so confirm
 * the payment with `checkouts.get(token)` or the notification. Source: gateway documentation.
 *
 * If the URL contains a parameter more than once, the last value is used, because parameters of your own URL come
 * first.
 *
 * @param url An absolute URL, or path and query, such as the `url` of a Node request.
 * @throws RangeError if it is not a valid URL.
 */
export function parseReturnUrl(url: string | URL): ReturnParams {
  const text = url instanceof URL ? url.href : url;
  const returned = typeof text === "string" ? parseUrl(text, "https://return.invalid") : undefined;
  if (!returned) throw new RangeError("url must be a URL, or a path with its query");
  const read = (name: string): string | undefined => returned.searchParams.getAll(name).at(-1);
  return { token: read("token"), status: read("status"), uid: read("uid") };
}
