import manifest from "../../../package.json" with { type: "json" };
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

const VERSION_ADVICE = "must be 2 or left out, because the SDK reads no other version";

const isOtherVersion = ({ "x-api-version": version = API_VERSION }: Record<string, string>): boolean =>
  version !== API_VERSION;

export function readClientHeaders(headers: HeadersOption | undefined): Record<string, string> {
  const read = readHeaders(headers);
  if (isOtherVersion(read)) throw new ConfigurationError(`X-API-Version in headers ${VERSION_ADVICE}`);
  return read;
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
  const own = readHeaders(option, operation);
  if (isOtherVersion(own)) {
    throw invalidRequest(operation, ["headers", "X-API-Version"], VERSION_ADVICE, "value", {
      values: [API_VERSION],
    });
  }
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
