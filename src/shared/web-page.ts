/** Maximum number of characters that are searched for the title of a web page. */
const PAGE_START = 4_096;

/** Describes a web page, such as of a firewall or a login, which answered in place of the gateway. Empty for other bodies. */
export function webPageIn(body: unknown): string {
  const start = typeof body === "string" ? body.slice(0, PAGE_START) : "";
  if (!/^\s*<[!a-z]/i.test(start)) return "";
  const title = /<title[^>]*>([^<]*)/i.exec(start)?.[1]?.replaceAll(/\s+/g, " ").trim();
  return `a web page answered${title ? ` (${title})` : ""}`;
}
