import { type CheckoutSession, pathTo } from "../checkout-session.ts";
import type { Ending } from "./return-address.ts";
import { STATUS } from "./return-address.ts";

/**
 * The messages that pages in the widget's frame (`&widget=1`) post to it, with
 * `window.parent.postMessage(message, "*")`:
 *
 *     { source: "payments-client/sandbox", token, status, redirect }
 *     { source: "payments-client/sandbox", token, status, redirect, close: true }
 *     { source: "payments-client/sandbox", token, dismiss: true }
 *     { source: "payments-client/sandbox", token, ask }
 *
 * `status` is `successful`, `failed`, `pending`, `error`, `redirected` when the customer is sent to an external page,
 * and null after Cancel. `redirect` is the next address: the merchant's URL with `token`, `status` and `uid`, null if
 * the merchant sent none, or a path of the gateway. The first is posted when a page with a result is
 * shown. The second asks to close the widget: when the customer presses the result's button, when `auto_return` has
 * elapsed, and at once after Cancel, with an `auto_return` of 0 and for an external page. The third is posted for
 * Escape. The fourth has the question to ask before that, once something was typed. The messages go to any origin, since the gateway does not know the merchant's; they hold no more
 * than the return URL, and prove nothing.
 *
 * The body's `data-widget-message` holds the second message. page.js posts it, and without `close` the first.
 */
interface WidgetMessage {
  readonly source: "payments-client/sandbox";
  readonly token: string;
  readonly status: string | null;
  readonly close: true;
  readonly redirect: string | null;
}

const toJson = (message: Pick<WidgetMessage, "token" | "status" | "redirect">): string => {
  const whole: WidgetMessage = { source: "payments-client/sandbox", ...message, close: true };
  return JSON.stringify(whole);
};

/** The message of a result. */
export const widgetMessage = (token: string, ending: Ending, redirect: string | undefined): string =>
  toJson({ token, status: ending === "cancelled" ? null : STATUS[ending], redirect: redirect ?? null });

/** The message of a challenge, which opens outside of the widget unless the token has `iframe: true`. */
export const redirectedMessage = ({ checkout }: CheckoutSession): string => {
  const redirect = pathTo({ checkout, isWidget: false }, "challenge");
  return toJson({ token: checkout.token, status: "redirected", redirect });
};
