import type { Context } from "hono";

const PREFIX = /^(?:\/[\w.~-]+)+$/;

/** Where a request was sent to. What took a path off its address, a proxy or msw, says so in `X-Forwarded-Prefix`. */
export const originOf = ({ req }: Context): string => {
  const prefix = req.header("x-forwarded-prefix") ?? "";
  return new URL(req.url).origin + (PREFIX.test(prefix) ? prefix : "");
};
