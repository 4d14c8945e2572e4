import { isRecord } from "../../../shared/values.ts";
import { TEXT, WEB_PAGE } from "./exchange.ts";
import { isTime, isWebUrl, pathAndQuery } from "./formats.ts";

/** The values of a response that are kept or masked. */
export interface MaskOptions {
  /** The request bodies. Masked values of the request may appear in responses. */
  readonly sent: unknown;
  /** Texts and their replacements, for credentials, tokens and ids of this run. */
  readonly replacements: ReadonlyMap<string, string>;
  /** Ids that this run created. Other entries of a list are removed. */
  readonly ids: ReadonlySet<string>;
  /** The addresses of the gateway. Paths below them are paths of the API. */
  readonly addresses: readonly string[];
}

/** Fields whose values are words or sentences of the API. */
const KEPT =
  /^(?:status|type|\w+_type|(?:friendly_)?message|\w*code|types|language|currency|amount|quantity)$/;

/** Sections about a customer or a shop. Their values are masked. */
const PRIVATE = new Set(["customer", "billing_address", "credit_card", "shop", "company", "merchant"]);

const HEADERS: ReadonlySet<string> = new Set(["content-type", "www-authenticate", "allow", "retry-after"]);

/** Keeps the headers that belong to the API, because other headers may be cookies. */
export const keepHeaders = (headers: Headers): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => HEADERS.has(name)));

/** Replaces letters and digits but keeps the format. `Kim` becomes `Xxx`, and a UUID remains a UUID. */
function maskText(text: string): string {
  const digits = text.replaceAll(/\p{Nd}/gu, "0");
  if (isTime(text)) return digits;
  const prefix = /^[a-z]{2,5}_(?=[\dA-Za-z]{8,}$)/.exec(text)?.[0] ?? "";
  const rest = digits.slice(prefix.length).replaceAll(/\p{Lu}/gu, "X");
  return prefix + rest.replaceAll(/[a-f]/g, "a").replaceAll(/(?![ax])\p{L}/gu, "x");
}

function maskUrl(text: string, addresses: readonly string[]): string {
  const own = addresses.find((address) => text === address || text.startsWith(`${address}/`)) ?? "";
  const url = new URL(text.slice(own.length), new URL(text).origin);
  return `https://gateway.example${pathAndQuery(url, maskText)}`;
}

/** Masks email addresses, tokens and account numbers, which messages may contain. */
const maskSentence = (text: string): string =>
  text
    .replaceAll(/[^\s<>"']+@[^\s<>"']+/g, "x@x.xxx")
    .replaceAll(/[\w-]{12,}/g, (word) => (/\d/.test(word) ? maskText(word) : word))
    .replaceAll(/\d{6,}/g, (digits) => "0".repeat(digits.length));

const scalarsIn = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value).flatMap(scalarsIn) : [value];

const isOfThisRun = (item: unknown, ids: ReadonlySet<string>): boolean =>
  isRecord(item) && [item["id"], item["uid"]].some((id) => typeof id === "string" && ids.has(id));

/** Masks a response's body. Keeps the values of the request, words of the API, times of events and messages. */
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
    if (typeof value === "number" && !echoed.has(value))
      return isKept ? value : Number.isInteger(value) ? 1 : 1.5;
    if (typeof value !== "string") return value;
    const text = [...replacements].reduce((all, [secret, shown]) => all.replaceAll(secret, shown), value);
    if (echoed.has(text)) return text;
    if (isWebUrl(text)) return maskUrl(text, addresses);
    if (isTime(text) && /_at$/.test(name)) return text;
    return isKept ? maskSentence(text) : maskText(text);
  };
  if (typeof body === "string") return /^\s*</.test(body) ? WEB_PAGE : TEXT;
  return mask(body, "", false, false);
}
