import type { Fields } from "../kept.ts";
import { returnOrigins } from "./return-address.ts";

/** What goes with everything that customers see. */
export const PAGE_HEADERS = {
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
};

/** A policy has no way to write an IPv6 address: its scheme stands for it. */
const toSource = (origin: string): string => (origin.includes("[") ? origin.replace(/\/\/.*/, "") : origin);

/**
 * The Content-Security-Policy of a page. Chromium holds `form-action` also against the redirects that follow a
 * form, and those lead to the merchant: a token's return URLs are allowed there.
 *
 * @param settings Of the token whose page it is: merchants show that page in a frame of their own.
 */
export const contentSecurityPolicy = (settings: Fields | undefined): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    ["form-action 'self'", ...returnOrigins(settings ?? {}).map(toSource)].join(" "),
    `frame-ancestors ${settings ? "*" : "'self'"}`,
  ].join("; ");
