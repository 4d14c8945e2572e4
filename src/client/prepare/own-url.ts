import type { Issue } from "../../api/error-tree.ts";
import { HOSTS, type Host, IS_IDEMPOTENT, type Method } from "../../api/operations.ts";
import { ConfigurationError } from "../../errors/configuration-error.ts";
import { InvalidRequestError } from "../../errors/invalid-request-error.ts";
import { withVariable } from "../../runtime/environment.ts";
import { parseUrl } from "../../shared/parse-url.ts";
import { isNameIn } from "../../shared/values.ts";
import type { Connection } from "./connection.ts";
import { problem } from "./invalid-request.ts";

type Addresses = Pick<Connection, Host>;

/** Whether a URL is an address or under it. */
export const isBelow = (url: URL, address: string): boolean => {
  const { origin, pathname } = new URL(address);
  return url.origin === origin && `${url.pathname}/`.startsWith(pathname.replace(/\/*$/, "/"));
};

/**
 * A dot segment, plain or percent-encoded, which would leave the folder of a path, or characters that URL parsing drops,
 * and that could hide one.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it looks for.
const UNCLEAR = /[\0-\x1f]| $|(?:^|[/\\]|%2f|%5c)(?:\.|%2e){1,2}(?=$|[/\\?#]|%2f|%5c)/i;

/** The host of a path in the gateway's documentation. */
const hostOf = (path: string): Host => {
  if (/^\/(?:products|plans|subscriptions|beyag)(?=$|[/?#])/.test(path)) return "baseUrl";
  return path.startsWith("/ctp/") ? "checkoutUrl" : "gatewayUrl";
};

/**
 * The URL of a request, which is under one of the client's addresses, or is a path. Undefined if it is neither. A path
 * is appended, never resolved, so `//host` and `/\host` name no other host.
 */
function ownUrl(address: string, host: Host | undefined, addresses: Addresses): URL | undefined {
  if (UNCLEAR.test(address)) return undefined;
  const hosts = host ? [host] : HOSTS;
  const own = hosts.map((name) => addresses[name]);
  const text = host ? `${own}${address}` : address;
  const url = parseUrl(text);
  const isOwn = url && !url.username && !url.password && own.some((below) => below && isBelow(url, below));
  return isOwn ? url : undefined;
}

/** Validates the input of `PaymentsClient.request`, because credentials must only be sent to the client's own hosts. */
export function checkRequest(
  method: unknown,
  address: unknown,
  addresses: Addresses,
  body: unknown,
): { readonly url: URL; readonly method: Method } {
  const text = String(address);
  const host = text.startsWith("/") ? hostOf(text) : undefined;
  if (host && !addresses[host]) throw new ConfigurationError(`request needs ${withVariable(host)}`);
  const url = ownUrl(text, host, addresses);
  const values = Object.keys(IS_IDEMPOTENT);
  const problems: Issue[] = [];
  if (!isNameIn(IS_IDEMPOTENT, method)) {
    problems.push(problem(["method"], `must be one of ${values.join(", ")}`, "value", { values }));
  }
  if (!url) {
    const message = "must be a path, or a URL below baseUrl, checkoutUrl or gatewayUrl, without dot segments";
    problems.push(problem(["url"], message, "format", { format: "url" }));
  }
  if (method === "GET" && body !== undefined) {
    const params = { when: "method", is: "GET" };
    problems.push(problem(["body"], "must not be sent with GET", "forbidden", params));
  }
  if (url && isNameIn(IS_IDEMPOTENT, method) && problems.length === 0) return { url, method };
  throw new InvalidRequestError("request", problems);
}
