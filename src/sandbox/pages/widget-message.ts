import type { Ending } from "./return-address.ts";
import { STATUS } from "./return-address.ts";

/**
 * What the pages tell the widget, when they are in its frame (`&widget=1`), and the only place that says how:
 *
 *     window.parent.postMessage({ source: "payments-sandbox", token, status }, "*")
 *     window.parent.postMessage({ source: "payments-sandbox", token, status, close: true, redirect }, "*")
 *
 * `status` is `successful`, `failed`, `pending` or `error`, and null when the customer cancelled. The first is
 * posted when the result is there. The second asks to close the overlay: when the customer presses the result's
 * button, when `auto_return` is over, and at once after Cancel or with an `auto_return` of 0. `redirect` is the
 * merchant's URL with `token`, `status` and `uid`, or null when the merchant sent none. The widget then calls
 * `closeWidget(status)`. The messages go to any origin, since the gateway does not know the merchant's; they
 * hold what the return URL would show as well, and prove nothing.
 *
 * The body's `data-widget-message` holds the second message and page.js posts it, without its last two fields
 * for the first.
 */
interface WidgetMessage {
  readonly source: "payments-sandbox";
  readonly token: string;
  readonly status: string | null;
  readonly close: true;
  readonly redirect: string | null;
}

export const widgetMessage = (token: string, ending: Ending, redirect: string | undefined): string => {
  const status = ending === "cancelled" ? null : STATUS[ending];
  const message: WidgetMessage = {
    source: "payments-sandbox",
    token,
    status,
    close: true,
    redirect: redirect ?? null,
  };
  return JSON.stringify(message);
};
