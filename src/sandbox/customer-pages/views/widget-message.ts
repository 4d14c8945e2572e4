import { type CheckoutSession, pathTo } from "../checkout-session.ts";
import { RETURN_STATUS, type VisitEnding } from "../return-address.ts";

/**
 * The messages that pages in the widget's frame (`&widget=1`) post to it, with
 * `window.parent.postMessage(message, "*")`:
 *
 *     { source: "payments-client/sandbox", token, status, redirect }
 *     { source: "payments-client/sandbox", token, status, redirect, close: true }
 *     { source: "payments-client/sandbox", token, dismiss: true }
 *
 * `status` is `successful`, `failed`, `pending`, `error`, `redirected` when the customer is sent to an external page,
 * and null after Cancel. `redirect` is the next address: the merchant's URL with `token`, `status` and `uid`, null if
 * the merchant sent none, or a path of the gateway. The first is posted when a page with a result is
 * shown. The second asks to close the widget: when the customer presses the result's button, when `auto_return` has
 * elapsed, and at once after Cancel, with an `auto_return` of 0 and for an external page. The third is posted for
 * Escape. The messages go to any origin, since the gateway does not know the merchant's; they hold no more than the return
 * URL, and prove nothing.
 *
 * The body's `data-widget-message` holds the second message. page.js posts it, and without `close` the first.
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
  toJson(token, ending === "cancelled" ? null : RETURN_STATUS[ending], redirect);

/** The message of a challenge, which opens outside of the widget unless the token has `iframe: true`. */
export const redirectedMessage = (session: CheckoutSession): string =>
  toJson(session.checkout.token, "redirected", pathTo({ ...session, isWidget: false }, "challenge"));
