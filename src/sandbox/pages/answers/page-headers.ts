/** The headers of all pages for customers. */
export const PAGE_HEADERS = {
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/**
 * The Content-Security-Policy of a page.
 *
 * Chromium checks `form-action` also for redirects after a form, including the merchant's own. So a form is never
 * answered with a redirect to the merchant: `leave` shows a page that goes there.
 */
export const contentSecurityPolicy = (mayBeFramed: boolean): string =>
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
