import type { Context, Next } from "hono";
import { isCrossOrigin } from "../origin.ts";

const isJson = (type: string | undefined): boolean =>
  type?.split(";", 1)[0]?.trim().toLowerCase() === "application/json";

/**
 * Refuses what a web page in the developer's browser could send: requests of another origin, and bodies that a form
 * can have. A page could otherwise drive the sandbox and make it post into the local network.
 */
export const guard = async (context: Context, next: Next): Promise<Response | undefined> => {
  const { method } = context.req;
  if (isCrossOrigin(context)) {
    return context.json({ message: "Requests of web pages are refused: call the API from your server" }, 403);
  }
  if (method !== "GET" && method !== "HEAD" && !isJson(context.req.header("content-type"))) {
    return context.json({ message: "Content-Type must be application/json" }, 415);
  }
  await next();
  return undefined;
};

/** The shop id and the secret key, as UTF-8 bytes; none where they cannot be read. */
function readBasic(header: string): string[] {
  try {
    const [shopId = "", ...key] = atob(header.replace(/^basic +/i, "")).split(":");
    return [shopId, key.join(":")];
  } catch {
    return [];
  }
}

/** Which of the credentials is wrong; undefined where both are right. */
export function wrongCredentials(sent: string | undefined, authorization: string): string | undefined {
  if (sent === undefined) return "there is no Authorization header";
  if (sent.replace(/^basic +/i, "Basic ") === authorization) return undefined;
  const [[id, key], [sentId, sentKey]] = [readBasic(authorization), readBasic(sent)];
  if (sentId === id) return "the secret key is wrong";
  return sentKey === key ? "the shop id is wrong" : "shop id and secret key are wrong";
}
