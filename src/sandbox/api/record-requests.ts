import type { Context, Next } from "hono";
import { API_OPERATIONS, OPERATIONS } from "../../operations.ts";
import { toBodyText } from "../gateway/requests.ts";
import type { Shop } from "../gateway/shop.ts";
import { WIDGET_CHECKOUTS } from "./widget-checkout.ts";

const PATTERNS = [
  ...API_OPERATIONS.map((operation) => ({ operation, ...OPERATIONS[operation] })),
  { operation: "checkouts.create" as const, method: "POST", path: WIDGET_CHECKOUTS },
].map(({ operation, method, path }) => ({
  operation,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
}));

/** Logs every call of the API, and those with credentials that miss it: their path or method is the mistake to find. */
export const recordRequests =
  ({ requests, clock }: Shop) =>
  async (context: Context, next: Next): Promise<void> => {
    const { req } = context;
    const { pathname, search } = new URL(req.url);
    const patterns = PATTERNS.filter(({ pattern }) => pattern.test(pathname));
    const operation = patterns.find(({ method }) => method === req.method)?.operation;
    const start = performance.now();
    const at = clock.now().toISOString();
    const bodyText = operation ? toBodyText(await req.arrayBuffer().catch(() => new ArrayBuffer())) : "";
    await next();
    const { status } = context.res;
    const isMissed = status === 404 && req.header("authorization") !== undefined;
    if (patterns.length === 0 && !isMissed) return;
    requests.add({
      at,
      method: req.method,
      path: pathname + search,
      operation,
      status,
      bodyText,
      answerText: toBodyText(await context.res.clone().arrayBuffer()),
      durationMs: Math.round((performance.now() - start) * 10) / 10,
    });
  };
