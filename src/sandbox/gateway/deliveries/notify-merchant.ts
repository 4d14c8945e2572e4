import type { CheckoutRecord } from "../records.ts";
import { section } from "../section.ts";
import type { Deliveries } from "./deliveries.ts";

/**
 * Posts what happened to a payment token to its `notification_url`, where it has one.
 *
 * @returns when the merchant has answered the first post; it never rejects.
 */
export async function notifyMerchant(
  deliveries: Deliveries,
  type: "transaction" | "checkout",
  checkout: CheckoutRecord | undefined,
  body: unknown,
): Promise<void> {
  if (!checkout) return;
  const { token, fields } = checkout;
  const url = section(fields["settings"])["notification_url"];
  // A product's is no documented field, and so is not checked: anything may stand there.
  if (typeof url === "string" && url !== "") await deliveries.post({ type, url, token, body });
}
