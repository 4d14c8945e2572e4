/** What goes with everything that customers see. */
export const PAGE_HEADERS = {
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/**
 * The Content-Security-Policy of a page.
 *
 * Chromium holds `form-action` also against every redirect that follows a form, the merchant's own redirects too.
 * No form's answer redirects to the merchant, therefore: `leave` shows a page that goes there.
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
