import type { Context, Next } from "hono";
import { isOfThisMachine, isSameOrigin } from "../http/origin.ts";

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  // With no-referrer, browsers would send `Origin: null` with the dashboard's own forms.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
};

const NOT_LOCAL =
  "The dashboard shows the secret key, so it is not served at publicUrl or through a proxy: open it at localhost.\n";
const FOREIGN_SITE = "The dashboard accepts forms from its own pages only.\n";

/** What tunnels and other proxies add. Some rewrite `Host` to a local name, and tunnels connect from this machine. */
const PROXIED =
  /^(?:(?:x-)?forwarded(?:-.*)?|via|x-(?:real|client|cluster-client)-ip|true-client-ip|x-original-.*|(?:cf|ngrok|tailscale)-.*)$/;

const isDirect = ({ req }: Context): boolean => !Object.keys(req.header()).some((name) => PROXIED.test(name));

/** Only the dashboard's own pages may post to it: it shows the secret key and changes the sandbox. */
export const guard = async (context: Context, next: Next): Promise<Response | undefined> => {
  if (!isOfThisMachine(context) || !isDirect(context)) return context.text(NOT_LOCAL, 403, HEADERS);
  const isRead = context.req.method === "GET" || context.req.method === "HEAD";
  if (!isRead && !isSameOrigin(context)) return context.text(FOREIGN_SITE, 403, HEADERS);
  await next();
  for (const [header, value] of Object.entries(HEADERS)) context.header(header, value);
  return undefined;
};
