import { ConfigurationError } from "../errors/configuration-error.ts";

/** Headers, in any format that the `Headers` constructor accepts. */
export type HeadersOption = Headers | Record<string, string> | [string, string][];

/** Headers as a plain object with names in lower case. The message does not quote invalid ones: they may be secret. */
export function readHeaders(headers: HeadersOption | undefined): Record<string, string> {
  try {
    return headers ? Object.fromEntries(new Headers(headers)) : {};
  } catch {
    throw new ConfigurationError("headers must be valid HTTP headers");
  }
}

/** What the headers of a request depend on. */
interface Sent {
  readonly body: string | null;
  readonly isCheckout: boolean;
  readonly idempotencyKey?: string | undefined;
}

/** The headers of a request: the defaults, the client's, those of the call, and what neither may replace. */
export const requestHeaders = (
  { body, isCheckout, idempotencyKey }: Sent,
  client: { readonly headers: Record<string, string>; readonly authorization: string },
  own: HeadersOption | undefined,
): Record<string, string> => ({
  accept: "application/json",
  ...(body !== null && { "content-type": "application/json" }),
  ...(isCheckout && { "x-api-version": "2" }),
  ...client.headers,
  ...readHeaders(own),
  ...(idempotencyKey !== undefined && { requestid: idempotencyKey }),
  authorization: client.authorization,
});
