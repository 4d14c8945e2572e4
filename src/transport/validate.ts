import type * as z from "zod/mini";
import { type Issue, nest } from "../errors/error-tree.ts";
import { InvalidRequestError } from "../errors/invalid-request-error.ts";
import type { Method, Operation } from "../operations.ts";

interface ModelIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What a model says, as the gateway would nest it: an item's problem stands at its list. */
export const toIssues = (issues: readonly ModelIssue[], parent: readonly string[]): Issue[] =>
  issues.flatMap(({ path: below, message }) => {
    const path = [...parent, ...below.map(String)];
    const item = below.at(-1);
    return typeof item === "number"
      ? [{ path: path.slice(0, -1), messages: [`item ${item + 1} ${message}`] }]
      : [{ path, messages: [message] }];
  });

/** The problems that a model sees in a value, with the way to each from `root`; so many at most. */
export const problemsOf = (
  model: z.ZodMiniType,
  value: unknown,
  root: readonly string[] = [],
  most = Number.POSITIVE_INFINITY,
): Issue[] => toIssues((model.safeParse(value).error?.issues ?? []).slice(0, most), root);

/** Refuses parameters with a problem before anything is sent. */
export function checkParams(
  operation: Operation,
  model: z.ZodMiniType,
  value: unknown,
  root: readonly string[],
): void {
  const problems = problemsOf(model, value, root);
  if (problems.length > 0) throw new InvalidRequestError(operation, nest(problems));
}

/** The path of an operation with its ids as escaped segments. An id that would lead elsewhere is refused. */
export function fillPath(
  operation: Operation,
  path: string,
  ids: Readonly<Record<string, unknown>>,
  root: readonly string[],
): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const id = ids[name];
    if (typeof id === "string" && !/^\.{0,2}$|\p{Cs}/u.test(id)) return encodeURIComponent(id);
    const messages = ["must be a string, not empty or dots"];
    throw new InvalidRequestError(operation, nest([{ path: [...root, name], messages }]));
  });
}

/** The way to the first bigint: JSON has none. */
function findBigint(value: unknown, path: readonly string[]): readonly string[] | undefined {
  if (typeof value === "bigint") return path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [field, inner] of Object.entries(value)) {
    const found = findBigint(inner, [...path, field]);
    if (found) return found;
  }
  return undefined;
}

/** The body as JSON. What JSON does not have is refused, by the name of its field. */
export function writeJson(operation: Operation, body: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(body);
    if (text !== undefined) return text;
  } catch {
    // A bigint.
  }
  const path = [...(findBigint(body, []) ?? [])];
  throw new InvalidRequestError(operation, nest([{ path, messages: ["cannot be written as JSON"] }]));
}

/** Methods that a call of an unnamed endpoint may have, and whether each is repeatable (RFC 9110, 9.2.2). */
const METHODS: Readonly<Record<Method, boolean>> = {
  GET: true,
  PUT: true,
  DELETE: true,
  POST: false,
  PATCH: false,
};

const isMethod = (method: unknown): method is Method =>
  typeof method === "string" && Object.hasOwn(METHODS, method);

/** Whether a URL is an address or below it. */
export const isBelow = (url: URL, address: string): boolean => {
  const { origin, pathname } = new URL(address);
  return url.origin === origin && `${url.pathname}/`.startsWith(pathname.replace(/\/*$/, "/"));
};

/** What an unnamed endpoint is called with, once it is checked: the credentials go nowhere but to the client's hosts. */
export function checkRequest(
  method: unknown,
  address: unknown,
  hosts: readonly string[],
  body: unknown,
): { readonly url: URL; readonly method: Method; readonly isRepeatable: boolean } {
  const text = String(address);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAtHome = url && !url.username && !url.password && hosts.some((host) => isBelow(url, host));
  if (url && isAtHome && isMethod(method) && (method !== "GET" || body === undefined)) {
    return { url, method, isRepeatable: METHODS[method] };
  }
  const issues: Issue[] = [];
  if (!isMethod(method)) {
    issues.push({ path: ["method"], messages: [`must be one of ${Object.keys(METHODS).join(", ")}`] });
  }
  if (!isAtHome) {
    const messages = ["must be an absolute URL below baseUrl, checkoutUrl or gatewayUrl"];
    issues.push({ path: ["url"], messages });
  }
  if (method === "GET" && body !== undefined) {
    issues.push({ path: ["body"], messages: ["must not be sent with GET"] });
  }
  throw new InvalidRequestError("request", nest(issues));
}
