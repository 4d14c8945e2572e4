import { isRecord } from "../shared/values.ts";
import { ownField, type PaymentFacts } from "./facts.ts";
import { TYPES } from "./outcome-by-type.ts";

/** Objects of a payment that may have a status of their own, and are not about another transaction. */
const NOT_SECTIONS: readonly string[] = [
  "additional_data",
  "billing_address",
  "checkout",
  "company",
  "credit_card",
  "custom_fields",
  "customer",
  "erip",
  "gateway",
  "gateway_response",
  "order",
  "payment_method",
  "recipient",
  "shop",
  "transaction",
  "verify_p2p",
];

/** Whether a name can be that of an unknown type. `three_d_secure_verification` and the like are checks of this payment. */
const isUnknown = (name: string): boolean =>
  !TYPES.includes(name) && !NOT_SECTIONS.includes(name) && !name.endsWith("_verification");

/**
 * Whether a payment has a section of an unknown type, such as `chargeback`, that succeeded. A section named after the
 * payment's method, such as `erip`, is about the payment itself.
 */
export const hasUnknownSuccess = ({ containers, methods }: PaymentFacts): boolean =>
  containers.some((container) =>
    Object.entries(Object(container)).some(
      ([name, value]) =>
        typeof value === "object" &&
        isUnknown(name) &&
        !methods.includes(name) &&
        [value].flat().some((section) => isRecord(section) && ownField(section, "status") === "successful"),
    ),
  );
