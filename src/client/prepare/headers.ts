import manifest from "../../../package.json" with { type: "json" };
import type { Issue, IssueCode } from "../../api/error-tree.ts";
import type { Host, Method, Operation } from "../../api/operations.ts";
import { ConfigurationError } from "../../errors/configuration-error.ts";
import { isBrowser } from "../../runtime/is-browser.ts";
import { invalidRequest } from "./invalid-request.ts";

/** Headers, in any format that the `Headers` constructor accepts. */
export type HeadersOption = Headers | Record<string, string> | [string, string][];

/**
 * Reads headers into a plain object with names in lower case. The message does not quote invalid headers, because they
 * may be secret.
 */
function readHeaders(headers: HeadersOption | undefined, operation?: Operation): Record<string, string> {
  try {
    return headers ? Object.fromEntries(new Headers(headers)) : {};
  } catch {
    const message = "must be valid HTTP headers";
    throw operation
      ? invalidRequest(operation, ["headers"], message, "format", { format: "headers" })
      : new ConfigurationError(`headers ${message}`);
  }
}

/** The version whose responses the SDK reads. In version 3, `transaction` is another object, without a `uid`. */
const API_VERSION = "2";

/** Reads the headers of a client, or of a call, and refuses those that would have another effect than their name. */
export function ownHeaders(
  headers: HeadersOption | undefined,
  operation?: Operation,
): Record<string, string> {
  const read = readHeaders(headers, operation);
  const { "x-api-version": version = API_VERSION, "idempotency-key": key } = read;
  const refuse = (name: string, message: string, code: IssueCode, params?: Issue["params"]): Error =>
    operation
      ? invalidRequest(operation, ["headers", name], message, code, params)
      : new ConfigurationError(`${name} in headers ${message}`);
  if (version !== API_VERSION) {
    const message = "must be 2 or left out, because the SDK reads no other version";
    throw refuse("X-API-Version", message, "value", { values: [API_VERSION] });
  }
  if (key === undefined) return read;
  // A repeated call would move money again. Source of the gateway's header, `RequestID`: gateway documentation.
  const advice = "is ignored by the gateway. Pass the option idempotencyKey, or use sendOnce";
  throw refuse("Idempotency-Key", advice, "forbidden");
}

/** The values that determine the headers of a request. */
interface HeaderSource {
  readonly method: Method;
  readonly body: string | null;
  readonly host: Host;
  readonly idempotencyKey?: string | undefined;
}

/**
 * The identity of the client, after the caller's. Workers send none of their own, and firewalls refuse such requests. In
 * browsers, the header would need a permission of the gateway (CORS).
 */
const userAgent = (own?: string): Record<string, string> =>
  isBrowser() ? {} : { "user-agent": `${own ? `${own} ` : ""}payments-client/${manifest.version}` };

/**
 * The headers of a request. The call's headers replace the client's, which replace the defaults. Neither replaces the
 * fixed headers.
 */
export function requestHeaders(
  operation: Operation,
  { method, host, body, idempotencyKey }: HeaderSource,
  client: { readonly headers: Record<string, string>; readonly authorization: string },
  option: HeadersOption | undefined,
): Record<string, string> {
  const own = ownHeaders(option, operation);
  const headers = {
    accept: "application/json",
    ...(body !== null && { "content-type": "application/json" }),
    ...(host === "checkoutUrl" && { "x-api-version": API_VERSION }),
    ...client.headers,
    ...own,
    ...userAgent(own["user-agent"] ?? client.headers["user-agent"]),
    ...(idempotencyKey !== undefined && { requestid: idempotencyKey }),
    authorization: client.authorization,
  };
  return method === "GET" ? withoutType(headers) : headers;
}

/** The transaction host refuses a GET with this header. */
const withoutType = ({ "content-type": _, ...others }: Record<string, string>): Record<string, string> =>
  others;

/** Adds the headers of a hook to the headers of a request. */
export const withAdded = (
  headers: Record<string, string>,
  added: HeadersOption | undefined,
): Record<string, string> => {
  const { "x-api-version": _, ...others } = withoutType(readHeaders(added));
  return { ...others, ...headers };
};
