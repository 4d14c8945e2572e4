import type { Context } from "hono";
import type { Issue } from "../../api/error-tree.ts";
import { type ApiOperation, OPERATIONS } from "../../api/operations.ts";
import { isGiven } from "../../shared/values.ts";
import { startCheckout } from "../gateway/checkouts/start-checkout.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { sectionOf } from "../gateway/input/section.ts";
import type { Fields } from "../gateway/records/records.ts";
import type { Shop } from "../gateway/shop.ts";
import { originOf } from "../http/origin.ts";
import { bearerOf, wrongCredentials } from "./credentials.ts";
import { type Handler, noObject, notFound, paramOf, readObject } from "./handler.ts";
import { parametersOf } from "./parameters.ts";

const { bodyKey: CHECKOUT } = OPERATIONS["checkouts.create"];

const NEW = parametersOf("checkouts.create");

/** Creates a token from what was sent as `checkout`, or answers what is wrong with it. */
function createCheckout(shop: Shop, context: Context, sent: unknown, more: readonly Issue[] = []): Response {
  const fields = NEW.read(sent);
  const problems = [...shop.checkouts.problemsOfNew(fields), ...more];
  if (problems.length > 0) return context.json(toRefusal(problems), 422);
  const checkout = startCheckout(shop, NEW.write(fields), originOf(context));
  return context.json({ checkout }, 201);
}

/** The credentials of a call are compared with this shop's public key. */
const isPublicKey = async ({ store }: Shop, key: unknown): Promise<boolean> =>
  key === (await store.key.pair()).publicKey;

/**
 * Why nobody can create a token with this call without the secret key: the widget sends the shop's public key as
 * `checkout.public_key`, mobile kits as a Bearer credential. Source: gateway documentation, "The widget".
 */
export const refusalOfVisitor =
  (shop: Shop) =>
  async (context: Context, wrong: string): Promise<string | undefined> => {
    const { public_key: key = bearerOf(context) } = sectionOf((await readObject(context))?.[CHECKOUT]);
    if (await isPublicKey(shop, key)) return undefined;
    // Any website can frame /v2/start and post to it, to make the sandbox notify addresses in the local network.
    // It does not have this shop's public key, without which nothing is created; its own requests meet the guard.
    if (key) return "the public key is not this shop's public key, which the sandbox's dashboard shows";
    const isAnonymous = context.req.header("authorization") === undefined;
    return isAnonymous ? `${wrong}, and checkout.public_key is missing` : wrong;
  };

/** Why a status cannot be read without the secret key: mobile kits read it by the token alone, or with the public key. */
export const refusalOfStatus =
  (shop: Shop) =>
  async (context: Context, wrong: string): Promise<string | undefined> => {
    const isAnonymous = context.req.header("authorization") === undefined;
    return isAnonymous || (await isPublicKey(shop, bearerOf(context))) ? undefined : wrong;
  };

const SERVER_ONLY =
  "must be set by your server, with the secret key: the sandbox has a publicUrl, and anybody can have the public key";

/** What is posted there has the secret key in its header, or an answer that pages show. */
const problemsOfVisitor = ({ store }: Shop, fields: Fields): Issue[] => {
  const settings = sectionOf(fields["settings"]);
  return ["notification_url", "verification_url"]
    .filter((name) => store.isPublic && isGiven(settings[name]))
    .map((name) => ({ path: [CHECKOUT, "settings", name], messages: [SERVER_ONLY] }));
};

/** The handlers of the payment token operations. Source: API reference, "Endpoints". */
export function checkoutHandlersOf(
  shop: Shop,
): Record<Extract<ApiOperation, `checkouts.${string}`>, Handler> {
  const { checkouts } = shop;
  return {
    "checkouts.create": async (context) => {
      const body = await readObject(context);
      if (!body) return noObject(context);
      const isVisitor = wrongCredentials(context, shop) !== undefined;
      if (!isVisitor) return createCheckout(shop, context, body[CHECKOUT]);
      const { public_key: _, ...fields } = sectionOf(body[CHECKOUT]);
      return createCheckout(shop, context, fields, problemsOfVisitor(shop, fields));
    },

    "checkouts.get": (context) => {
      const status = checkouts.status(paramOf(context, "token"));
      return status ? context.json({ checkout: status }) : notFound(context);
    },
  };
}
