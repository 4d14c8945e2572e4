import { parseUrl } from "../../../shared/parse-url.ts";

const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)? ?(?:Z|[+-]\d\d:?\d\d|UTC)?$/;

/** Parts of a URL's path that are names; others are ids. */
export const isPathName = (part: string): boolean => /^(?:[a-z_-]{0,30}|v\d+)$/.test(part);

export const isWebUrl = (text: string): boolean => /^https?:/i.test(text) && parseUrl(text) !== undefined;

export const isTime = (text: string): boolean => TIME.test(text);

/** Texts without a form of their own. */
const LOOSE: ReadonlySet<string> = new Set(["text", "empty text", "digits"]);

const timeFormat = (text: string): string => {
  const [date, clock] = ["YYYY-MM-DD", "hh:mm:ss"];
  const [, separator = "", seconds = "", fraction = "", zone = ""] =
    /^.{10}(.)\d\d:\d\d(:\d\d)?(\.\d+)? ?(.*)$/.exec(text) ?? [];
  const shownZone = zone.replace(/\d\d(:?)\d\d/, "hh$1mm").replace("-", "+");
  const gap = / .+$/.test(text.slice(11)) ? " " : "";
  return `${date}${separator}${seconds ? clock : "hh:mm"}${fraction.replaceAll(/\d/g, "s")}${gap}${shownZone}`;
};

/** Ids in a URL are fields elsewhere, where their form is compared. */
const urlFormat = (text: string): string => {
  const { pathname, searchParams } = new URL(text);
  const path = pathname.split("/").map((part) => (isPathName(part) ? part : "…"));
  const query = Array.from(searchParams.keys(), (name) => `${name}=…`);
  return `a URL ${path.join("/")}${query.length > 0 ? "?" : ""}${query.join("&")}`;
};

/** The form of a text, so that two values of one field can be compared: `YYYY-MM-DDThh:mm:ssZ`, `a UUID`. */
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
  return isWebUrl(text) ? urlFormat(text) : "text";
}

/** Whether two forms of a text differ in more than its content. */
export const isOtherFormat = (one: string, other: string): boolean =>
  one !== other && !(LOOSE.has(one) && LOOSE.has(other));
