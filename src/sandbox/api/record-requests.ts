import type { Context, Next } from "hono";
import { API_OPERATIONS, OPERATIONS } from "../../operations.ts";
import { toBodyText } from "../gateway/request-log.ts";
import type { Shop } from "../gateway/shop.ts";
import { isCrossOrigin, isKnownHost } from "../origin.ts";
import { WIDGET_CHECKOUTS } from "./checkout-handlers.ts";
import { ALTERNATIVE_FOLLOW_UPS } from "./transaction-handlers.ts";

const PATTERNS = [
  ...API_OPERATIONS.map((operation) => ({ operation, ...OPERATIONS[operation] })),
  { operation: "checkouts.create" as const, method: "POST", path: WIDGET_CHECKOUTS },
  ...ALTERNATIVE_FOLLOW_UPS,
].map(({ operation, method, path }) => ({
  operation,
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}/?$`),
}));

/** Statuses of the guards: other pages may link to payment pages. */
const REFUSED: ReadonlySet<number> = new Set([403, 421]);

/** The bytes of a body; none where the connection was lost. */
const bytesOf = (body: { arrayBuffer(): Promise<ArrayBuffer> }): Promise<ArrayBuffer> =>
  body.arrayBuffer().catch(() => new ArrayBuffer());

/**
 * Logs every call of the API, and those with credentials that miss it: their path or method is the mistake to find. What
 * a web page can send from the developer's browser, of another origin or to another host's name, is only counted.
 */
export const recordRequests =
  ({ requests, clock }: Shop) =>
  async (context: Context, next: Next): Promise<void> => {
    const { req } = context;
    const { pathname, search } = new URL(req.url);
    if (isCrossOrigin(context) || !isKnownHost(context)) {
      await next();
      if (REFUSED.has(context.res.status)) requests.refuse();
      return;
    }
    const patterns = PATTERNS.filter(({ pattern }) => pattern.test(pathname));
    const operation = patterns.find(({ method }) => method === req.method)?.operation;
    const start = performance.now();
    const at = clock.now().toISOString();
    const bodyText = operation ? toBodyText(await bytesOf(req)) : "";
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
      answerText: toBodyText(await bytesOf(context.res.clone())),
      durationMs: Math.round((performance.now() - start) * 10) / 10,
    });
  };
