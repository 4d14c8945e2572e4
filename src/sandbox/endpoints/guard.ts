import type { Context, Next } from "hono";
import { isCrossOrigin } from "../http/origin.ts";

export const isJson = (type: string | undefined): boolean =>
  type?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";

/** Methods without a body. A form of another origin cannot send DELETE. */
const BODYLESS: readonly string[] = ["GET", "HEAD", "DELETE"];

/**
 * Refuses what a web page in the developer's browser could send: requests of another origin, and bodies that a form
 * can have. A page could otherwise drive the sandbox and make it post into the local network.
 */
export const guard = async (context: Context, next: Next): Promise<Response | undefined> => {
  const { method } = context.req;
  if (isCrossOrigin(context)) {
    return context.json({ message: "Requests of web pages are refused: call the API from your server" }, 403);
  }
  if (!BODYLESS.includes(method) && !isJson(context.req.header("content-type"))) {
    return context.json({ message: "Content-Type must be application/json" }, 415);
  }
  await next();
  return undefined;
};
