import type { NextFunction, Request, Response } from "express";

const policy = (sources: Readonly<Record<string, string>>): string =>
  Object.entries(sources)
    .map(([name, value]) => `${name} ${value}`)
    .join("; ");

/**
 * No inline scripts, no inline styles, no third-party sources. `form-action` includes the gateway because
 * browsers apply it to the redirect from our form to the payment page.
 */
const pagePolicy = (gateway: string) => ({
  "default-src": "'none'",
  "script-src": "'self'",
  "style-src": "'self'",
  "img-src": "'self' data:",
  "form-action": `'self' ${gateway}`,
  "base-uri": "'none'",
  "frame-ancestors": "'self'",
});

/** `gateway`: origin of the payment page. */
export function securityHeaders(gateway: string, isHttps: boolean) {
  const headers = {
    "content-security-policy": policy(pagePolicy(gateway)),
    // With `no-referrer`, browsers would send our own forms with `Origin: null`.
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    ...(isHttps && { "strict-transport-security": "max-age=31536000" }),
  };
  return (_request: Request, response: Response, next: NextFunction): void => {
    response.set(headers);
    next();
  };
}

/** For the one page that has the gateway's widget on it. */
export function allowWidget(response: Response, gateway: string): void {
  response.set(
    "content-security-policy",
    policy({ ...pagePolicy(gateway), "script-src": `'self' ${gateway}`, "frame-src": `'self' ${gateway}` }),
  );
}

/** Accepts only forms of the shop's own pages (CSRF). Browsers send `Origin` with every POST. */
export function ownOriginOnly(publicUrl: string) {
  const { origin } = new URL(publicUrl);
  return (request: Request, response: Response, next: NextFunction): void => {
    if (request.method === "GET" || request.method === "HEAD" || request.get("origin") === origin) next();
    else
      response
        .status(403)
        .type("text")
        .send(`Forms are only accepted from ${origin}: open the shop there.\n`);
  };
}
