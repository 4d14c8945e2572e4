import type { Context, Next } from "hono";
import { hasDashboard, isSameOrigin } from "../http/origin.ts";

const HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  // With no-referrer, browsers would send `Origin: null` with the dashboard's own forms.
  "referrer-policy": "same-origin",
  "cache-control": "no-store",
};

const NOT_HERE =
  "The dashboard is not served at this address or through a proxy, because it shows the secret key. A sandbox with a publicUrl " +
  "prints the dashboard's own address when it starts.";
const FOREIGN_SITE = "The dashboard accepts forms from its own pages only.";

/** Whether the command line sent the request, which accepts only JSON. */
export const wantsJson = ({ req }: Context): boolean => req.header("accept") === "application/json";

/** Accepts posts only from the dashboard's own pages, because they can change the sandbox. */
export const guard = async (context: Context, next: Next): Promise<Response | undefined> => {
  const refuse = (text: string): Response =>
    wantsJson(context)
      ? context.json({ message: text }, 403, HEADERS)
      : context.text(`${text}\n`, 403, HEADERS);
  if (!hasDashboard(context)) return refuse(NOT_HERE);
  const isRead = context.req.method === "GET" || context.req.method === "HEAD";
  if (!isRead && !isSameOrigin(context)) return refuse(FOREIGN_SITE);
  await next();
  for (const [header, value] of Object.entries(HEADERS)) context.header(header, value);
  return undefined;
};
