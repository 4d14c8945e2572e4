import type { Gateway } from "../../gateway/gateway.ts";

/** JSON without the shop's secret key in any of its texts, where a shop's own code may have put it. */
export const toJsonWithoutKey = (value: unknown, { settings: { redact } }: Gateway): string =>
  JSON.stringify(value, (_, inner: unknown) => (typeof inner === "string" ? redact(inner) : inner), 2);
