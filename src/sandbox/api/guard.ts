import type { Context, Next } from "hono";
import type { Shop } from "../gateway/shop.ts";
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

/** The credentials of HTTP Basic; empty texts where they cannot be read. */
function readBasic(header: string): [shopId: string, secretKey: string] {
  try {
    const bytes = Uint8Array.from(atob(header.replace(/^basic +/i, "")), (sign) => sign.charCodeAt(0));
    const [shopId = "", ...key] = new TextDecoder().decode(bytes).split(":");
    return [shopId, key.join(":")];
  } catch {
    return ["", ""];
  }
}

/** Which of the credentials is wrong, without their values; undefined where both are right. */
export function wrongCredentials(
  header: string | undefined,
  { shopId, secretKey, authorization }: Shop,
): string | undefined {
  if (header === undefined) return "there is no Authorization header";
  if (header === authorization) return undefined;
  const [sentId, sentKey] = readBasic(header);
  if (sentId === shopId) return "the secret key is wrong";
  return sentKey === secretKey ? "the shop id is wrong" : "shop id and secret key are wrong";
}
