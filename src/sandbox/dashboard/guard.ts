import type { Context, Next } from "hono";

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  // With no-referrer, browsers would send `Origin: null` with the dashboard's own forms.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
};

const toUrl = (address: string): URL | undefined => {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
};

/** An address, or a name that nobody can register and point at this machine. */
const isOwnName = (name: string): boolean =>
  name === "localhost" ||
  name.endsWith(".localhost") ||
  name === "sandbox.invalid" ||
  name.startsWith("[") ||
  /^\d+\.\d+\.\d+\.\d+$/.test(name);

const hostOf = ({ req }: Context): string => req.header("host") ?? new URL(req.url).host;

/** Browsers say where a request comes from; those on plain HTTP by `Origin` alone. */
const isSameOrigin = (context: Context): boolean => {
  const site = context.req.header("sec-fetch-site");
  if (site !== undefined) return site === "same-origin";
  return toUrl(context.req.header("origin") ?? "")?.host === hostOf(context);
};

const FOREIGN_NAME =
  "The sandbox's dashboard shows a secret key, so it answers only at localhost or an IP address: open it there.\n";
const FOREIGN_SITE = "The sandbox's dashboard takes forms from its own pages only.\n";

/**
 * The dashboard shows a secret and acts. A foreign name for this machine (DNS rebinding) would let the website
 * at that name read it, and a form of another website would act as its developer.
 */
export const guard = async (context: Context, next: Next): Promise<Response | undefined> => {
  const name = toUrl(`http://${hostOf(context)}`)?.hostname ?? "";
  if (!isOwnName(name)) return context.text(FOREIGN_NAME, 421, HEADERS);
  const isRead = context.req.method === "GET" || context.req.method === "HEAD";
  if (!isRead && !isSameOrigin(context)) return context.text(FOREIGN_SITE, 403, HEADERS);
  await next();
  for (const [header, value] of Object.entries(HEADERS)) context.header(header, value);
  return undefined;
};
