import { parseUrl } from "../../shared/parse-url.ts";

/** Parses a URL for a link. Undefined if it is not an absolute http or https URL. */
export const toHttpUrl = (value: unknown): URL | undefined => {
  const url = typeof value === "string" ? parseUrl(value) : undefined;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
};
