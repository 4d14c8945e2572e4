import type { Issue } from "../errors/error-tree.ts";
import { InvalidRequestError } from "../errors/invalid-request-error.ts";
import { IS_IDEMPOTENT, type Method, type Operation } from "../operations.ts";
import { invalidRequest, problem } from "./invalid-request.ts";

/** The path of an operation with its ids as escaped segments. Ids that would change the path are refused. */
export function fillPath(
  operation: Operation,
  path: string,
  ids: Readonly<Record<string, unknown>>,
  root: readonly string[],
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id === "string" && !/^\.{0,2}$|\p{Cs}/u.test(id)) return encodeURIComponent(id);
    throw invalidRequest(operation, [...root, name], "must be a string, not empty or dots", "format", {
      format: "id",
    });
  });
}

/** The path of the first bigint, which JSON cannot represent. */
function findBigint(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === "bigint") return path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [field, inner] of Object.entries(value)) {
    const found = findBigint(inner, [...path, field]);
    if (found) return found;
  }
  return undefined;
}

/** The body as JSON. Throws an `InvalidRequestError` that names the field that JSON cannot represent. */
export function writeJson(operation: Operation, body: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(body);
    if (text !== undefined) return text;
  } catch {
    // A bigint.
  }
  throw invalidRequest(operation, findBigint(body, []) ?? [], "cannot be written as JSON", "type", {
    expected: "json",
  });
}

const isMethod = (method: unknown): method is Method =>
  typeof method === "string" && Object.hasOwn(IS_IDEMPOTENT, method);

/** Whether a URL is an address or below it. */
export const isBelow = (url: URL, address: string): boolean => {
  const { origin, pathname } = new URL(address);
  return url.origin === origin && `${url.pathname}/`.startsWith(pathname.replace(/\/*$/, "/"));
};

/** Validates the input of `PaymentsClient.request`: credentials are sent only to the client's own hosts. */
export function checkRequest(
  method: unknown,
  address: unknown,
  hosts: readonly string[],
  body: unknown,
): { readonly url: URL; readonly method: Method } {
  const text = String(address);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOwnUrl = url && !url.username && !url.password && hosts.some((host) => isBelow(url, host));
  const values = Object.keys(IS_IDEMPOTENT);
  const problems: Issue[] = [];
  if (!isMethod(method)) {
    problems.push(problem(["method"], `must be one of ${values.join(", ")}`, "value", { values }));
  }
  if (!isOwnUrl) {
    const message = "must be an absolute URL below baseUrl, checkoutUrl or gatewayUrl";
    problems.push(problem(["url"], message, "format", { format: "url" }));
  }
  if (method === "GET" && body !== undefined) {
    const params = { when: "method", is: "GET" };
    problems.push(problem(["body"], "must not be sent with GET", "forbidden", params));
  }
  if (isOwnUrl && isMethod(method) && problems.length === 0) return { url, method };
  throw new InvalidRequestError("request", problems);
}
