/**
 * Parses a URL. Undefined for an invalid URL. Not `URL.canParse`, which returns wrong results on Node 22 after some
 * hundred calls.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Removes the query and the credentials of an address, because they may be secrets. */
export const addressOf = (url: string): string => {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
};

/** Parses a URL for a link. Undefined if it is not an absolute http or https URL. */
export const toHttpUrl = (value: unknown): URL | undefined => {
  const url = typeof value === "string" ? parseUrl(value) : undefined;
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : undefined;
};
