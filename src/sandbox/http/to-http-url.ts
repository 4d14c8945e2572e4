import { parseUrl } from "../../shared/parse-url.ts";

/** A URL that may be linked to; undefined for anything but an absolute http or https URL. */
export const toHttpUrl = (value: unknown): URL | undefined => {
  const url = typeof value === "string" ? parseUrl(value) : undefined;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
};
