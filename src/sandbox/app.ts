import type { Context, Next } from "hono";
import { Hono } from "hono/tiny";
import { createControl } from "./control/create-control.ts";
import { isControl } from "./control/guard.ts";
import { createPages } from "./customer-pages/create-pages.ts";
import { createDashboard } from "./dashboard/create-dashboard.tsx";
import { limitVisitors } from "./endpoints/access.ts";
import { countRefused, createApi, notServed } from "./endpoints/create-api.ts";
import type { Gateway } from "./gateway/gateway.ts";
import { isKnownHost } from "./http/origin.ts";
import { createWidget } from "./widget/create-widget.ts";

const FOREIGN_HOST =
  "The local gateway answers at names without a dot, at IP addresses and at its publicUrl. Open it there, or set publicUrl.";

/** Not 421, because Node's fetch sends the call again after a 421, and then often fails without an answer. */
const WRONG_HOST = 403;

const refuseForeignHost = async (context: Context, next: Next): Promise<Response | undefined> => {
  if (isKnownHost(context)) {
    await next();
    return undefined;
  }
  const isCall = isControl(context) || context.req.header("accept") === "application/json";
  return isCall
    ? context.json({ message: FOREIGN_HOST }, WRONG_HOST)
    : context.text(`${FOREIGN_HOST}\n`, WRONG_HOST);
};

/** Adds the `X-Request-Id` of the answer, so that a merchant can refer to it. Keeps the id of a planned failure. */
const nameAnswer = async (context: Context, next: Next): Promise<void> => {
  await next();
  if (context.res.type === "error" || context.res.headers.has("x-request-id")) return;
  context.header("x-request-id", crypto.randomUUID());
};

export const createApp = (gateway: Gateway): Hono => {
  const app = new Hono({ strict: false });
  app.use(nameAnswer);
  app.use(countRefused(gateway));
  app.use(refuseForeignHost);
  app.use(limitVisitors(gateway));
  app.route("/", createApi(gateway));
  app.route("/", createWidget());
  app.route("/sandbox/api", createControl(gateway));
  app.route("/", createDashboard(gateway));
  app.route("/", createPages(gateway));
  app.notFound(notServed(gateway));
  return app;
};
