import type { Context } from "hono";
import type { Issue } from "../../errors/error-tree.ts";
import { checkoutCreateParamsSchema } from "../../models/checkout.ts";
import { write } from "../../models/fields/wire.ts";
import type { ApiOperation } from "../../operations.ts";
import { isGiven } from "../../values.ts";
import { startCheckout } from "../gateway/checkouts/start-checkout.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { sectionOf } from "../gateway/input/section.ts";
import type { Fields } from "../gateway/records/records.ts";
import type { Shop } from "../gateway/shop.ts";
import { originOf } from "../origin.ts";
import { type Handler, noObject, notFound, paramOf, readObject } from "./handler.ts";
import { lenientReader } from "./read-lenient.ts";

const readNew = lenientReader(checkoutCreateParamsSchema);

/** Creates a token from what was sent as `checkout`, or answers what is wrong with it. */
function createCheckout(shop: Shop, context: Context, sent: unknown, more: readonly Issue[] = []): Response {
  const fields = readNew(sent);
  const problems = [...shop.checkouts.problemsOfNew(fields), ...more];
  if (problems.length > 0) return context.json(toRefusal(problems), 422);
  const checkout = startCheckout(
    shop,
    sectionOf(write(checkoutCreateParamsSchema, fields)),
    originOf(context),
  );
  return context.json({ checkout }, 201);
}

/** The handlers of the payment token operations. Source: API reference, "Endpoints". */
export function checkoutHandlersOf(
  shop: Shop,
): Record<Extract<ApiOperation, `checkouts.${string}`>, Handler> {
  const { checkouts } = shop;
  return {
    "checkouts.create": async (context) => {
      const body = await readObject(context);
      return body ? createCheckout(shop, context, body["checkout"]) : noObject(context);
    },

    "checkouts.get": (context) => {
      const status = checkouts.status(paramOf(context, "token"));
      return status ? context.json({ checkout: status }) : notFound(context);
    },
  };
}

/** Where the widget's first page creates tokens. */
export const WIDGET_CHECKOUTS = "/widget/checkouts";

const NO_KEY = "A token or checkout.public_key is missing";
const WRONG_KEY = "checkout.public_key is not this shop's public key, which the sandbox's dashboard shows";

const SERVER_ONLY =
  "must be set by your server, with the secret key: the sandbox has a publicUrl, and anybody can have the public key";

/** What is posted there has the secret key in its header, or an answer that pages show. */
const problemsOfVisitor = ({ store }: Shop, fields: Fields): Issue[] => {
  const settings = sectionOf(fields["settings"]);
  return ["notification_url", "verification_url"]
    .filter((name) => store.isPublic && isGiven(settings[name]))
    .map((name) => ({ path: ["checkout", "settings", name], messages: [SERVER_ONLY] }));
};

/**
 * Creates a token for the widget, with the shop's public key as the credential: no secret key is in the browser.
 * Source: gateway documentation, "The widget".
 */
export const widgetCheckoutHandler =
  (shop: Shop): Handler =>
  async (context) => {
    const { public_key: key, ...fields } = sectionOf((await readObject(context))?.["checkout"]);
    const { publicKey } = await shop.store.key.pair();
    // Any website can frame /v2/start and post to it, to make the sandbox notify addresses in the local network.
    // It does not have this shop's public key, without which nothing is created; its own requests meet the guard.
    if (key !== publicKey) return context.json({ message: key ? WRONG_KEY : NO_KEY }, 401);
    return createCheckout(shop, context, fields, problemsOfVisitor(shop, fields));
  };
