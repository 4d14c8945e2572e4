import { pageUrl } from "../../api/fields/text.ts";
import { isGiven } from "../../shared/values.ts";
import type { Fields } from "../gateway/input/section.ts";

/** The result of a customer's visit to the payment page. */
export type VisitEnding = "successful" | "failed" | "pending" | "error" | "canceled";

/**
 * The settings with the address, in order of precedence. `return_url` overrides `success_url` and `decline_url`. Source:
 * API reference, "settings".
 */
const URLS: Readonly<Record<VisitEnding, readonly string[]>> = {
  successful: ["return_url", "success_url"],
  failed: ["return_url", "decline_url"],
  pending: ["return_url"],
  error: ["fail_url", "return_url"],
  canceled: ["cancel_url", "return_url"],
};

/** The `status` parameter. A canceled payment is `incomplete`, as in the token's status, because the token is still open. */
export const RETURN_STATUS: Readonly<Record<VisitEnding, string>> = {
  successful: "successful",
  failed: "failed",
  pending: "pending",
  error: "error",
  canceled: "incomplete",
};

/**
 * Returns the merchant's URL with `token`, `status` and `uid`. Undefined if the request has no URL. The parameters of the
 * URL stay, even with the same names.
 */
export const returnAddress = (
  settings: Fields,
  ending: VisitEnding,
  token: string | undefined,
  uid: string | undefined,
): string | undefined => {
  const name = URLS[ending].find((setting) => isGiven(settings[setting]));
  const address = settings[name ?? ""];
  // Undocumented settings, for example of a product, were not validated.
  if (typeof address !== "string" || !pageUrl.safeParse(address).success) return undefined;
  const url = new URL(address);
  const added = new URLSearchParams({
    ...(token !== undefined && { token }),
    status: RETURN_STATUS[ending],
    ...(uid !== undefined && { uid }),
  });
  url.search = [...url.search.slice(1).split("&").filter(Boolean), added.toString()].join("&");
  return url.href;
};
