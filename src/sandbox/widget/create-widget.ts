import { Hono } from "hono";
import script from "./be_gateway.js?raw";

/** A script that any page may load, from any origin, also one that embeds only what allows it. */
const HEADERS = {
  "content-type": "text/javascript; charset=utf-8",
  "access-control-allow-origin": "*",
  "cross-origin-resource-policy": "cross-origin",
  "x-content-type-options": "nosniff",
  "cache-control": "no-cache",
};

/** The stand-in for the gateway's widget script. Source: gateway documentation, "The widget". */
export const createWidget = (): Hono => {
  const widget = new Hono();
  widget.get("/widget/be_gateway.js", (context) => context.body(script, 200, HEADERS));
  return widget;
};
