import { sectionOf } from "../input/section.ts";
import type { CheckoutRecord } from "../records/records.ts";
import type { Deliveries } from "./deliveries.ts";

/**
 * Posts the result of a payment token to its `notification_url`, if it has one.
 *
 * @returns a promise that resolves after the response to the first post; it never rejects.
 */
export async function notifyMerchant(
  deliveries: Deliveries,
  type: "transaction" | "checkout",
  checkout: CheckoutRecord | undefined,
  body: unknown,
): Promise<void> {
  if (!checkout) return;
  const { token, fields } = checkout;
  const url = sectionOf(fields["settings"])["notification_url"];
  // On a product, this field is undocumented and not validated: it can be of any type.
  if (typeof url === "string" && url !== "") await deliveries.post({ type, url, token, body });
}
