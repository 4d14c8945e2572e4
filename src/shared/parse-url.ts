/** The URL of a text; undefined if it is none. Not `URL.canParse`, which returns wrong results on Node 22 after some hundred calls. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
