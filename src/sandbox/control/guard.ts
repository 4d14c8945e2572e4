import type { Context, Next } from "hono";
import { hasDashboard, isCrossOrigin } from "../http/origin.ts";

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
  "The dashboard is not served at this address or through a proxy, because it shows the secret key. Open it at localhost or at " +
  "an IP address. A local gateway with a publicUrl prints the dashboard's own address when it starts.";
const FOREIGN_SITE = "Pages of other origins cannot control the local gateway.";

export const isControl = ({ req }: Context): boolean => req.path.startsWith("/sandbox/api/");

/**
 * Protects the dashboard and the control API, which show and change everything. A program sends no `Origin`, and pages of
 * other origins are refused.
 */
export const guard = async (context: Context, next: Next): Promise<Response | undefined> => {
  const refuse = (message: string): Response =>
    isControl(context)
      ? context.json({ code: "forbidden", message }, 403, HEADERS)
      : context.text(`${message}\n`, 403, HEADERS);
  if (!hasDashboard(context)) return refuse(NOT_HERE);
  const isRead = context.req.method === "GET" || context.req.method === "HEAD";
  if ((!isRead || isControl(context)) && isCrossOrigin(context)) return refuse(FOREIGN_SITE);
  await next();
  for (const [header, value] of Object.entries(HEADERS)) context.header(header, value);
  return undefined;
};
