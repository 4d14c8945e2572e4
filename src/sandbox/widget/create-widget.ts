import { Hono } from "hono/tiny";
import script from "./be_gateway.js?raw";

/** Pages of any origin may load the script, also under a Cross-Origin-Embedder-Policy. */
const HEADERS = {
  "content-type": "text/javascript; charset=utf-8",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
};

/**
 * The sandbox's version of the gateway's widget, `new BeGateway(options)`. Options:
 *
 * - `checkout_url`: the gateway's address. Default: that of the script.
 * - `token`, or `url` (a token's `redirect_url`), or `checkout` with `public_key`, from which the API creates a token.
 * - `closeWidget(status)`: called at the end, before the customer is redirected to the merchant's address. The status proves
 *   nothing: get the token's status from the gateway.
 * - `fromWebview: true`: the widget does not navigate.
 * - for `buildForm` also `id`, `type` and `size: { width, height }` in pixels. Default size: as wide as the element, 720
 *   pixels high.
 *
 * `createWidget()` opens the payment page in an overlay. `buildForm(target)` puts it into an element: an HTMLElement, an
 * id or a selector; by default that of `id`, else the parent of the calling script. With `type: "overlay"`, a click on
 * the element opens the overlay. Source: gateway documentation, "The widget".
 */
export const createWidget = (): Hono => {
  const widget = new Hono();
  widget.get("/widget/be_gateway.js", (context) => context.body(script, 200, HEADERS));
  return widget;
};
