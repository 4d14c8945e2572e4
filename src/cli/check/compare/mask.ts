import { isRecord } from "../../../shared/values.ts";
import { TEXT, WEB_PAGE } from "./exchange.ts";
import { isPathName, isTime, isWebUrl } from "./formats.ts";

/** What may be kept of a response, and what must not. */
export interface MaskOptions {
  /** The bodies sent so far: what a response repeats of them is made up. */
  readonly sent: unknown;
  /** Texts that are replaced wherever they are: credentials and tokens, and ids of this run. */
  readonly replacements: ReadonlyMap<string, string>;
  /** Ids that this run created: of a list, nothing else is kept. */
  readonly ids: ReadonlySet<string>;
  /** The addresses of the gateway: what follows them is a path of its API. */
  readonly addresses: readonly string[];
}

/** Fields whose values are words of the API, or sentences of it. */
const KEPT =
  /^(?:status|type|\w+_type|(?:friendly_)?message|\w*code|types|language|currency|amount|quantity)$/;

/** Sections about a person or a shop, of which only the form is kept. */
const PRIVATE: ReadonlySet<string> = new Set([
  "customer",
  "billing_address",
  "credit_card",
  "shop",
  "company",
  "merchant",
]);

const HEADERS: ReadonlySet<string> = new Set(["content-type", "www-authenticate", "allow", "retry-after"]);

/** Only headers that say something of the API; others can be cookies. */
export const keepHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => HEADERS.has(name)));

const replaceAll = (text: string, replacements: ReadonlyMap<string, string>): string =>
  [...replacements].reduce((all, [secret, shown]) => all.replaceAll(secret, shown), text);

/** A text of the same form without its content: `Kim` becomes `Xxx`, a UUID stays one. */
function maskText(text: string): string {
  const digits = text.replaceAll(/\p{Nd}/gu, "0");
  if (isTime(text)) return digits;
  const prefix = /^[a-z]{2,5}_(?=[\dA-Za-z]{8,}$)/.exec(text)?.[0] ?? "";
  const rest = digits.slice(prefix.length).replaceAll(/\p{Lu}/gu, "X");
  return prefix + rest.replaceAll(/[a-f]/g, "a").replaceAll(/(?![ax])\p{L}/gu, "x");
}

function maskUrl(text: string, addresses: readonly string[]): string {
  const own = addresses.find((address) => text === address || text.startsWith(`${address}/`)) ?? "";
  const url = new URL(text);
  const path = own === "" ? url.pathname : new URL(text.slice(own.length), url.origin).pathname;
  const parts = path.split("/").map((part) => (isPathName(part) ? part : maskText(part)));
  const query = Array.from(url.searchParams, ([name, value]) => `${name}=${maskText(value)}`);
  return `https://gateway.example${parts.join("/")}${query.length > 0 ? "?" : ""}${query.join("&")}`;
}

/** Sentences can quote what they are about: mail addresses, tokens, numbers of accounts. */
const maskSentence = (text: string): string =>
  text
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/g, "x@x.xxx")
    .replaceAll(/[\w-]{12,}/g, (word) => (/\d/.test(word) ? maskText(word) : word))
    .replaceAll(/\d{6,}/g, (digits) => "0".repeat(digits.length));

/** The numbers and texts in a request: a response repeats them. */
export const scalarsIn = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(scalarsIn) : [value];

const isOfThisRun = (item: unknown, ids: ReadonlySet<string>): boolean =>
  isRecord(item) && [item["id"], item["uid"]].some((id) => typeof id === "string" && ids.has(id));

/**
 * A response's body without credentials and data of people: what the request did not say is kept in its form only, other
 * than words of the API, times of events and messages.
 */
export function maskBody(body: unknown, { sent, replacements, ids, addresses }: MaskOptions): unknown {
  const echoed = new Set(scalarsIn(sent));
  const mask = (value: unknown, name: string, isInErrors: boolean, isPrivate: boolean): unknown => {
    if (Array.isArray(value)) {
      const isList = name === "" || name === "transactions";
      const items = isList ? value.filter((item) => isOfThisRun(item, ids)) : value;
      return items.map((item) => mask(item, isList ? "item" : name, isInErrors, isPrivate));
    }
    if (isRecord(value)) {
      const maskField = (inner: unknown, key: string) =>
        mask(inner, key, isInErrors || key === "errors", isPrivate || PRIVATE.has(key));
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, maskField(inner, key)]));
    }
    const isKept = isInErrors || (!isPrivate && KEPT.test(name));
    if (typeof value === "number" && !echoed.has(value)) {
      return isKept ? value : Number.isInteger(value) ? 1 : 1.5;
    }
    if (typeof value !== "string") return value;
    const text = replaceAll(value, replacements);
    if (echoed.has(text)) return text;
    if (isWebUrl(text)) return maskUrl(text, addresses);
    if (isTime(text) && /_at$/.test(name)) return text;
    return isKept ? maskSentence(text) : maskText(text);
  };
  if (typeof body === "string") return /^\s*</.test(body) ? WEB_PAGE : TEXT;
  return mask(body, "", false, false);
}
