import type { Context, MiddlewareHandler, Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import { auth } from "hono/utils/basic-auth";
import type { Gateway } from "../gateway/gateway.ts";
import { isContainerName, isCrossOrigin, isJson } from "../http/origin.ts";

/** Methods without a body. A form of another origin cannot send DELETE. */
const BODYLESS: readonly string[] = ["GET", "HEAD", "DELETE"];

/** Whether a form in a browser could have sent the body of a call. */
export const isForm = ({ req }: Context): boolean =>
  !BODYLESS.includes(req.method) && !isJson(req.header("content-type"));

/** Whether a page sends a secret key, because it knows the default one. The widget sends none. */
const isPageWithKey = ({ req }: Context): boolean =>
  req.header("origin") !== undefined && req.header("authorization") !== undefined;

/** Refuses requests of web pages, because a page could make the sandbox post into the local network. */
export const refusePages = async (context: Context, next: Next): Promise<Response | undefined> => {
  if (isCrossOrigin(context) || (isContainerName(context) && isPageWithKey(context)))
    return context.json({ message: "Requests of web pages are refused. Call the API from your server" }, 403);
  await next();
  return undefined;
};

/** Returns the problem of the shop's credentials. Undefined if they are right. */
export function wrongCredentials({ req }: Context, { settings }: Gateway): string | undefined {
  if (req.header("authorization") === undefined) return "there is no Authorization header";
  const sent = auth(req.raw);
  const isShop = sent?.username === settings.shopId;
  if (sent?.password === settings.secretKey) return isShop ? undefined : "the shop id is wrong";
  return isShop ? "the secret key is wrong" : "shop id and secret key are wrong";
}

/** The most bytes of a visitor's body. A request of the widget has about a thousand. */
const MAX_VISITOR_BYTES = 16_384;

const limitBody = bodyLimit({
  maxSize: MAX_VISITOR_BYTES,
  onError: (context) =>
    context.json(
      { message: `Without the secret key, a public sandbox takes at most ${MAX_VISITOR_BYTES} bytes` },
      413,
    ),
});

/** Refuses large bodies from visitors of a public sandbox, because they would fill memory, disk and the log. */
export const limitVisitors =
  (gateway: Gateway): MiddlewareHandler =>
  async (context, next) => {
    const isLimited = gateway.store.isPublic && context.env?.isPrivate !== true;
    return isLimited && wrongCredentials(context, gateway) !== undefined ? limitBody(context, next) : next();
  };

interface KeylessCall {
  readonly wrong: string;
  readonly authorization: string | undefined;
  readonly sent: Readonly<Record<string, unknown>>;
}

/** Returns why a call without the secret key is refused. Undefined if it is accepted. */
export type AccessWithoutKey = (gateway: Gateway, call: KeylessCall) => Promise<string | undefined>;

const bearerOf = ({ authorization = "" }: KeylessCall): string | undefined =>
  /^bearer +(\S+)$/i.exec(authorization)?.[1];

const isPublicKey = async ({ store }: Gateway, key: unknown): Promise<boolean> =>
  key === (await store.key.pair()).publicKey;

/**
 * Accepts the shop's public key. The widget sends it as `checkout.public_key`, mobile kits as a Bearer credential. Source:
 * gateway documentation, "The widget".
 */
export const byPublicKey: AccessWithoutKey = async (gateway, call) => {
  const { public_key: key = bearerOf(call) } = call.sent;
  if (await isPublicKey(gateway, key)) return undefined;
  // Any website can frame /v2/start and post to it, to make the sandbox notify addresses in the local network.
  // The public key prevents this, because the website does not have it.
  if (key) return "the public key is not this shop's public key, which the dashboard shows";
  return call.authorization === undefined ? `${call.wrong}, and checkout.public_key is missing` : call.wrong;
};

/** Accepts mobile kits, which read a status by the token alone or with the public key. */
export const byToken: AccessWithoutKey = async (gateway, call) => {
  const isAllowed = call.authorization === undefined || (await isPublicKey(gateway, bearerOf(call)));
  return isAllowed ? undefined : call.wrong;
};
