/** What the gateway adds to the address that the customer returns to. */
export interface ReturnParams {
  /** Payment token. */
  token: string | undefined;
  /** What the page says of the payment. It proves nothing: ask for the token's status. */
  status: string | undefined;
  /** Identifier of the transaction. */
  uid: string | undefined;
}

/**
 * Reads `token`, `status` and `uid` from the address that the customer came back to. Anyone can open such an
 * address: ask `checkouts.get(token)`, or wait for the notification, before you believe it. Source: gateway
 * documentation.
 *
 * Where the address has a parameter more than once, the last is read: your URL's own parameters come first.
 *
 * @param url The address, absolute or just path and query, such as a request's `url`.
 * @throws RangeError when it is no address at all.
 */
export function parseReturnUrl(url: string | URL): ReturnParams {
  const text = url instanceof URL ? url.href : url;
  if (typeof text !== "string" || !URL.canParse(text, "https://return.invalid")) {
    throw new RangeError("parseReturnUrl takes an address: a URL, or a path with its query");
  }
  const { searchParams } = new URL(text, "https://return.invalid");
  const read = (name: string): string | undefined => searchParams.getAll(name).at(-1);
  return { token: read("token"), status: read("status"), uid: read("uid") };
}
