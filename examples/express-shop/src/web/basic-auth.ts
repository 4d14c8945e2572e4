import { createHash, timingSafeEqual } from "node:crypto";
import type { NextFunction, Request, Response } from "express";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** HTTP Basic authentication. The comparison takes constant time. */
export function basicAuth(name: string, password: string) {
  const expected = digest(`Basic ${Buffer.from(`${name}:${password}`).toString("base64")}`);
  return (request: Request, response: Response, next: NextFunction): void => {
    if (timingSafeEqual(digest(request.get("authorization") ?? ""), expected)) next();
    else
      response
        .status(401)
        .set("www-authenticate", 'Basic realm="Shop"')
        .type("text")
        .send("Sign in as admin.\n");
  };
}
