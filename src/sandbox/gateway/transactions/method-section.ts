import { sectionOf, textOf } from "../input/section.ts";
import { randomHex } from "../random-hex.ts";
import type { Fields } from "../records/records.ts";
import { isAlternative } from "./offered-methods.ts";

/**
 * The section of an alternative method, named after it, with what `payment_method` says of it. Source: gateway
 * documentation, "Notifications".
 */
export const methodSection = (method: string, fields: Fields): Record<string, unknown> => {
  if (!isAlternative(method)) return {};
  const sent = sectionOf(sectionOf(fields["payment_method"])[method]);
  const requested = { request_id: String(Number.parseInt(randomHex(4), 16)), transaction_id: null };
  if (method !== "erip") return { [method]: { ...sent, ...requested } };
  return {
    erip: {
      ...requested,
      service_no: textOf(sent["service_no"]) ?? null,
      account_number: textOf(sent["account_number"]) ?? null,
      instruction: sent["instruction"] ?? null,
      service_info: sent["service_info"] ?? null,
      receipt: sent["receipt"] ?? null,
      qr_code: null,
      qr_code_raw: null,
    },
  };
};
