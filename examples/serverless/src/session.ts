const COOKIE = /(?:^|; )session=([\da-f-]{36})(?:;|$)/;

/** The session of a browser, from its cookie. */
export const sessionOf = (request: Request): string | undefined =>
  COOKIE.exec(request.headers.get("cookie") ?? "")?.[1];

/** A cookie for a new session. A form of another site does not send it (`SameSite`). */
export const sessionCookie = (isHttps: boolean): string =>
  `session=${crypto.randomUUID()}; Path=/; HttpOnly; SameSite=Lax${isHttps ? "; Secure" : ""}`;

/** Whether a page of this shop sent a form. Browsers send `Origin` with every `POST`. */
export const isOwnForm = (request: Request, shopUrl: string): boolean =>
  request.headers.get("origin") === new URL(shopUrl).origin;
