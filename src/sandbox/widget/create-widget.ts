import { Hono } from "hono/tiny";
import script from "./be_gateway.js?raw";

/** Allows pages of any origin to load the script, even under a Cross-Origin-Embedder-Policy. */
const HEADERS = {
  "content-type": "text/javascript; charset=utf-8",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
};

/**
 * Serves the sandbox's version of the gateway's widget, `new BeGateway(options)`. Options:
 *
 * - `checkout_url`: the gateway's address. Default: the origin of the script.
 * - `token`, or `url` (a token's `redirect_url`), or `checkout` with `public_key`, from which the API creates a token.
 * - `closeWidget(status)`: called before the customer is redirected to the merchant's address. The status is no proof, so
 *   read the token's status from the gateway.
 * - `fromWebview: true`: the widget does not navigate.
 * - `id`, `type` and `size: { width, height }` in pixels for `buildForm`. Default size: width of the element, 720 pixels.
 *
 * `createWidget()` opens the payment page in an overlay. `buildForm(target)` puts the page into an HTMLElement, or an
 * element with an id or a selector. Default: the element `id`, or the parent of the script. With `type: "overlay"`, a
 * click on the element opens the overlay. Source: gateway documentation, "The widget".
 */
export const createWidget = (): Hono => {
  const widget = new Hono();
  widget.get("/widget/be_gateway.js", (context) => context.body(script, 200, HEADERS));
  return widget;
};
