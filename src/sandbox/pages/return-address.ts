import { isGiven } from "../../values.ts";
import type { Fields } from "../gateway/records.ts";
import { toHttpUrl } from "../to-http-url.ts";

/** How a customer's visit to the payment page ends. */
export type Ending = "successful" | "failed" | "pending" | "error" | "cancelled";

/**
 * Which of the settings hold the address, the first that was sent wins. With `return_url`, `success_url` and
 * `decline_url` are ignored. Source: API reference, "settings".
 */
const URLS: Readonly<Record<Ending, readonly string[]>> = {
  successful: ["return_url", "success_url"],
  failed: ["return_url", "decline_url", "fail_url"],
  pending: ["return_url"],
  error: ["fail_url", "return_url"],
  cancelled: ["cancel_url", "return_url"],
};

/** A payment that was cancelled can still be made: that is what its token's status says too. */
export const STATUS: Readonly<Record<Ending, string>> = {
  successful: "successful",
  failed: "failed",
  pending: "pending",
  error: "error",
  cancelled: "incomplete",
};

/**
 * Where a customer returns to: the merchant's URL with `token`, `status` and `uid` added; undefined when none was
 * sent. Parameters that the URL already has stay, those of the same names too: the gateway's come last.
 */
export const returnAddress = (
  settings: Fields,
  ending: Ending,
  token: string,
  uid: string | undefined,
): string | undefined => {
  const name = URLS[ending].find((setting) => isGiven(settings[setting]));
  const url = name === undefined ? undefined : toHttpUrl(settings[name]);
  if (!url) return undefined;
  const added = new URLSearchParams({ token, status: STATUS[ending], ...(uid !== undefined && { uid }) });
  url.search = [...url.search.slice(1).split("&").filter(Boolean), added.toString()].join("&");
  return url.href;
};
