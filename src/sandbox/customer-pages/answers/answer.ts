import type { Context } from "hono";
import { html } from "hono/html";
import type { HtmlEscapedString } from "hono/utils/html";

/**
 * The Content-Security-Policy of a page.
 *
 * Chromium checks `form-action` also for redirects after a form, including the merchant's own. So a form is never
 * answered with a redirect to the merchant: `leave` shows a page that goes there.
 */
const contentSecurityPolicy = (mayBeFramed: boolean): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${mayBeFramed ? "*" : "'self'"}`,
  ].join("; ");

interface Answer {
  readonly status?: 200 | 404 | 410 | 422;
  /** Whether a merchant's page may show it in a frame, as the widget does. Default: true */
  readonly mayBeFramed?: boolean;
}

export const answerPage = (
  context: Context,
  page: HtmlEscapedString | Promise<HtmlEscapedString>,
  { status = 200, mayBeFramed = true }: Answer = {},
): Response | Promise<Response> => {
  context.header("content-security-policy", contentSecurityPolicy(mayBeFramed));
  return context.html(html`<!DOCTYPE html>${page}`, status);
};

/** Redirects to another address, with GET. */
export const goTo = (context: Context, address: string): Response => context.redirect(address, 303);
