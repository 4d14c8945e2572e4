import { section, textOf } from "../gateway/input/section.ts";
import type { CheckoutRecord } from "../gateway/records/records.ts";

/** The fields by which a merchant identifies a payment token. */
export interface NamedOrder {
  readonly trackingId: string | undefined;
  readonly description: string;
  readonly email: string | undefined;
  readonly amount: unknown;
  readonly currency: unknown;
}

export const orderOf = (checkout: CheckoutRecord | undefined): NamedOrder => {
  const { order: sent, customer } = checkout?.fields ?? {};
  const order = section(sent);
  return {
    trackingId: textOf(order["tracking_id"]),
    description: textOf(order["description"]) ?? "",
    email: textOf(section(customer)["email"]),
    amount: order["amount"],
    currency: order["currency"],
  };
};
