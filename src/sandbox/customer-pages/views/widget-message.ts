import { type CheckoutSession, pathTo, type VisitEnding } from "../checkout-session.ts";

/**
 * Returns a message of a page in the widget's frame (`&widget=1`). The page posts one of these to the parent window:
 *
 *     { source: "payments-client/sandbox", token, status, redirect }
 *     { source: "payments-client/sandbox", token, status, redirect, close: true }
 *     { source: "payments-client/sandbox", token, dismiss: true }
 *
 * - The first is posted when a result is displayed.
 * - The second closes the widget. It is posted after a click on the result's button, after `auto_return`, and immediately
 *   after Cancel, for an external page or if `auto_return` is 0.
 * - The third is posted for Escape.
 *
 * `status` is `successful`, `failed`, `pending`, `error`, `redirected` before an external page, or null after Cancel.
 * `redirect` is the merchant's URL with `token`, `status` and `uid`, a path of the gateway, or null without a URL. The
 * target origin is `*`, because the gateway has no merchant origin. The messages contain only data of the return URL.
 *
 * The body's `data-widget-message` contains the second message. Without `close`, it is the first.
 */
const toJson = (token: string, status: string | null, redirect: string | undefined): string =>
  JSON.stringify({
    source: "payments-client/sandbox",
    token,
    status,
    redirect: redirect ?? null,
    close: true,
  });

export const widgetMessage = (token: string, ending: VisitEnding, redirect: string | undefined): string =>
  toJson(token, ending === "canceled" ? null : ending, redirect);

/** Returns the message of a challenge, which opens outside the widget unless the token has `iframe: true`. */
export const redirectedMessage = (session: CheckoutSession): string =>
  toJson(session.checkout.id, "redirected", pathTo({ ...session, isWidget: false }, "challenge"));
