import type { Shop } from "../../gateway/shop.ts";

const REDACTED = "[redacted]";

/** The forms in which a shop's own code may have put its secret key into a body or an answer. */
const formsOf = ({ secretKey, authorization }: Shop): string[] =>
  [
    authorization.replace(/^Basic /, ""),
    JSON.stringify(secretKey).slice(1, -1),
    encodeURIComponent(secretKey),
    secretKey,
  ].filter((form) => form !== "");

/** JSON without the shop's secret key in any of its texts. */
export const toJsonWithoutKey = (value: unknown, shop: Shop): string => {
  const forms = formsOf(shop);
  const redact = (text: string): string =>
    forms.reduce((redacted, form) => redacted.replaceAll(form, () => REDACTED), text);
  return JSON.stringify(value, (_, inner: unknown) => (typeof inner === "string" ? redact(inner) : inner), 2);
};
