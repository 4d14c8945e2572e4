import type { Context } from "hono";
import { auth } from "hono/utils/basic-auth";
import type { Gateway } from "../gateway/gateway.ts";

/** Which of the shop's credentials is wrong; undefined where both are right. */
export function wrongCredentials({ req }: Context, { settings }: Gateway): string | undefined {
  const { shopId, secretKey } = settings;
  if (req.header("authorization") === undefined) return "there is no Authorization header";
  const sent = auth(req.raw);
  const isShop = sent?.username === shopId;
  if (sent?.password === secretKey) return isShop ? undefined : "the shop id is wrong";
  return isShop ? "the secret key is wrong" : "shop id and secret key are wrong";
}

/** The credential after `Bearer`, if that is how a call authorizes itself. */
export const bearerOf = ({ req }: Context): string | undefined =>
  /^bearer +(\S+)$/i.exec(req.header("authorization") ?? "")?.[1];
