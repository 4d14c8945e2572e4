import { randomBytes } from "node:crypto";
import type { Request, Response } from "express";

const MONTH = 30 * 24 * 3600 * 1000;

const COOKIE = "cart";

/** The customer's cart id. Undefined before the first product. */
export function cartIdOf(request: Request): string | undefined {
  const cookies = request.get("cookie")?.split(/; */) ?? [];
  const [, id] = cookies.map((cookie) => cookie.split("=")).find(([name]) => name === COOKIE) ?? [];
  return id !== undefined && /^[0-9a-f]{32}$/.test(id) ? id : undefined;
}

/** The customer's cart id, created on first use. It is random, so that no visitor can guess it. */
export function startCart(request: Request, response: Response, isHttps: boolean): string {
  const id = cartIdOf(request) ?? randomBytes(16).toString("hex");
  response.cookie(COOKIE, id, { httpOnly: true, sameSite: "lax", secure: isHttps, maxAge: MONTH });
  return id;
}
