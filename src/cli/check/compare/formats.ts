import { parseUrl } from "../../../shared/parse-url.ts";

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)? ?(?:Z|[+-]\d\d:?\d\d|UTC)?$/;

/** Whether a part of a URL's path is a name. Other parts are ids. */
const isPathName = (part: string): boolean => /^(?:[a-z_-]{0,30}|v\d+)$/.test(part);

export const isWebUrl = (text: string): boolean => /^https?:/i.test(text) && parseUrl(text) !== undefined;

export const isTime = (text: string): boolean => TIME.test(text);

/** Formats that texts of one field may have in turn. */
const LOOSE: ReadonlySet<string> = new Set(["text", "empty text", "digits"]);

const timeFormat = (text: string): string => {
  const letters = Array.from("YYYYMMDDhhmmss");
  const [, time = "", zone = ""] = /^(.*?)(Z|[+-]\d\d:?\d\d|UTC)?$/.exec(text) ?? [];
  const shownZone = zone.replace(/\d\d(:?)\d\d/, "hh$1mm").replace("-", "+");
  return time.replaceAll(/\d/g, () => letters.shift() ?? "s") + shownZone;
};

/** Returns the path and the query of a URL, with a replacement of each id. Other fields contain the same ids. */
export const pathAndQuery = ({ pathname, searchParams }: URL, replace: (id: string) => string): string => {
  const path = pathname.split("/").map((part) => (isPathName(part) ? part : replace(part)));
  const query = Array.from(searchParams, ([name, value]) => `${name}=${replace(value)}`);
  return `${path.join("/")}${query.length > 0 ? "?" : ""}${query.join("&")}`;
};

/** Returns the format of a text, such as `YYYY-MM-DDThh:mm:ssZ` or `a UUID`. */
export function formatOf(text: string): string {
  if (text === "") return "empty text";
  if (isTime(text)) return timeFormat(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return "YYYY-MM-DD";
  if (/^\d+$/.test(text)) return "digits";
  if (/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return "a UUID";
  const [, prefix = "", id = ""] = /^([a-z]{2,5}_)?([\dA-Za-z]{8,})$/.exec(text) ?? [];
  if (/\d/.test(id) && (prefix !== "" || id.length >= 16)) {
    const signs = /^[\da-f]+$/.test(id) ? "hex digits" : "letters and digits";
    return `${prefix}${prefix && " and "}${id.length} ${signs}`;
  }
  return isWebUrl(text) ? `a URL ${pathAndQuery(new URL(text), () => "…")}` : "text";
}

export const isOtherFormat = (one: string, other: string): boolean =>
  one !== other && !(LOOSE.has(one) && LOOSE.has(other));
