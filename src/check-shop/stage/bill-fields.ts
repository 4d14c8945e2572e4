import { sectionOf } from "../../sandbox/gateway/input/section.ts";
import { randomHex } from "../../sandbox/gateway/random-hex.ts";
import type { Fields } from "../../sandbox/gateway/records/records.ts";

/** The request of a bill like another, with an account number of its own: with the same one the other would expire. */
export const toBillFields = ({ test, order, settings, payment_method }: Fields): Fields => {
  const { amount, currency, description, tracking_id } = sectionOf(order);
  const { notification_url } = sectionOf(settings);
  const { types } = sectionOf(payment_method);
  const type = Array.isArray(types) ? String(types[0]) : "erip";
  const method = { ...sectionOf(sectionOf(payment_method)[type]), type, account_number: randomHex(8) };
  return { test, amount, currency, description, tracking_id, notification_url, payment_method: method };
};
