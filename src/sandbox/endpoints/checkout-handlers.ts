import type { Context } from "hono";
import type { Issue } from "../../api/error-tree.ts";
import { type ApiOperation, OPERATIONS } from "../../api/operations.ts";
import { isGiven } from "../../shared/values.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { sectionOf } from "../gateway/input/section.ts";
import { createToken, problemsOfToken } from "../gateway/payments/create-token.ts";
import { tokenStatus } from "../gateway/payments/token-status.ts";
import type { Fields } from "../gateway/records/records.ts";
import { originOf } from "../http/origin.ts";
import { bearerOf, wrongCredentials } from "./credentials.ts";
import { type Handler, noObject, notFound, paramOf, readObject } from "./handler.ts";
import { parametersOf } from "./parameters.ts";

const { bodyKey: CHECKOUT } = OPERATIONS["checkouts.create"];

const NEW = parametersOf("checkouts.create");

/** Creates a token from what was sent as `checkout`, or answers what is wrong with it. */
function createCheckout(
  gateway: Gateway,
  context: Context,
  sent: unknown,
  more: readonly Issue[] = [],
): Response {
  const fields = NEW.read(sent);
  const problems = [...problemsOfToken(fields), ...more];
  if (problems.length > 0) return context.json(toRefusal(problems), 422);
  const checkout = createToken(gateway, NEW.write(fields), originOf(context));
  return context.json({ checkout }, 201);
}

/** The credentials of a call are compared with this shop's public key. */
const isPublicKey = async ({ store }: Gateway, key: unknown): Promise<boolean> =>
  key === (await store.key.pair()).publicKey;

/**
 * Why nobody can create a token with this call without the secret key: the widget sends the shop's public key as
 * `checkout.public_key`, mobile kits as a Bearer credential. Source: gateway documentation, "The widget".
 */
export const refusalOfVisitor =
  (gateway: Gateway) =>
  async (context: Context, wrong: string): Promise<string | undefined> => {
    const { public_key: key = bearerOf(context) } = sectionOf((await readObject(context))?.[CHECKOUT]);
    if (await isPublicKey(gateway, key)) return undefined;
    // Any website can frame /v2/start and post to it, to make the sandbox notify addresses in the local network.
    // It does not have this shop's public key, without which nothing is created; its own requests meet the guard.
    if (key) return "the public key is not this shop's public key, which the sandbox's dashboard shows";
    const isAnonymous = context.req.header("authorization") === undefined;
    return isAnonymous ? `${wrong}, and checkout.public_key is missing` : wrong;
  };

/** Why a status cannot be read without the secret key: mobile kits read it by the token alone, or with the public key. */
export const refusalOfStatus =
  (gateway: Gateway) =>
  async (context: Context, wrong: string): Promise<string | undefined> => {
    const isAnonymous = context.req.header("authorization") === undefined;
    return isAnonymous || (await isPublicKey(gateway, bearerOf(context))) ? undefined : wrong;
  };

const SERVER_ONLY =
  "must be set by your server, with the secret key: the sandbox has a publicUrl, and anybody can have the public key";

/** What is posted there has the secret key in its header, or an answer that pages show. */
const problemsOfVisitor = ({ store }: Gateway, fields: Fields): Issue[] => {
  const settings = sectionOf(fields["settings"]);
  return ["notification_url", "verification_url"]
    .filter((name) => store.isPublic && isGiven(settings[name]))
    .map((name) => ({ path: [CHECKOUT, "settings", name], messages: [SERVER_ONLY] }));
};

/** The handlers of the payment token operations. Source: API reference, "Endpoints". */
export function checkoutHandlersOf(
  gateway: Gateway,
): Record<Extract<ApiOperation, `checkouts.${string}`>, Handler> {
  return {
    "checkouts.create": async (context) => {
      const body = await readObject(context);
      if (!body) return noObject(context);
      const isVisitor = wrongCredentials(context, gateway) !== undefined;
      if (!isVisitor) return createCheckout(gateway, context, body[CHECKOUT]);
      const { public_key: _, ...fields } = sectionOf(body[CHECKOUT]);
      return createCheckout(gateway, context, fields, problemsOfVisitor(gateway, fields));
    },

    "checkouts.get": (context) => {
      const checkout = gateway.store.checkouts.get(paramOf(context, "token"));
      return checkout ? context.json({ checkout: tokenStatus(gateway, checkout) }) : notFound(context);
    },
  };
}
