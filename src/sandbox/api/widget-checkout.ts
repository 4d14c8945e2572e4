import { section } from "../gateway/input/section.ts";
import type { Shop } from "../gateway/shop.ts";
import { createCheckout } from "./checkout-handlers.ts";
import { type Handler, readObject } from "./handler.ts";

/** Where the widget's first page creates tokens. */
export const WIDGET_CHECKOUTS = "/widget/checkouts";

const NO_KEY = "A token or checkout.public_key is missing";
const WRONG_KEY = "checkout.public_key is not this shop's public key, which the sandbox's dashboard shows";

/**
 * Creates a token for the widget, with the shop's public key as the credential: no secret key is in the browser.
 * Source: gateway documentation, "The widget".
 */
export const widgetCheckoutHandler =
  (shop: Shop): Handler =>
  async (context) => {
    const { public_key: key, ...fields } = section((await readObject(context))?.["checkout"]);
    const { publicKey } = await shop.store.key.pair();
    // Any website can frame /v2/start and post to it, to make the sandbox notify addresses in the local network.
    // It does not have this shop's public key, without which nothing is created; its own requests meet the guard.
    if (key !== publicKey) return context.json({ message: key ? WRONG_KEY : NO_KEY }, 401);
    return createCheckout(shop, context, fields);
  };
