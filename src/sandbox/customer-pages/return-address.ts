import { pageUrl } from "../../api/fields/text.ts";
import { isGiven } from "../../shared/values.ts";
import type { Fields } from "../gateway/records/records.ts";

/** How a customer's visit to the payment page ends. */
export type VisitEnding = "successful" | "failed" | "pending" | "error" | "cancelled";

/**
 * The settings that hold the address; the first that was sent is used. With `return_url`, `success_url` and
 * `decline_url` are ignored. Source: API reference, "settings".
 */
const URLS: Readonly<Record<VisitEnding, readonly string[]>> = {
  successful: ["return_url", "success_url"],
  failed: ["return_url", "decline_url"],
  pending: ["return_url"],
  error: ["fail_url", "return_url"],
  cancelled: ["cancel_url", "return_url"],
};

/** A cancelled payment can still be made, so its status is `incomplete`, as in the token's status. */
export const RETURN_STATUS: Readonly<Record<VisitEnding, string>> = {
  successful: "successful",
  failed: "failed",
  pending: "pending",
  error: "error",
  cancelled: "incomplete",
};

/**
 * The address to which a customer returns: the merchant's URL with `token`, `status` and `uid` added; undefined if none
 * was sent. The URL's own parameters stay, also those of the same names: the gateway's come last.
 */
export const returnAddress = (
  settings: Fields,
  ending: VisitEnding,
  token: string | undefined,
  uid: string | undefined,
): string | undefined => {
  const name = URLS[ending].find((setting) => isGiven(settings[setting]));
  const address = settings[name ?? ""];
  // Settings that are undocumented, such as those of a product, are not checked before.
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
