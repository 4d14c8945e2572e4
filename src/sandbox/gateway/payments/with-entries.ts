import type { PaymentInput } from "../cards/payment-input.ts";
import { section } from "../input/section.ts";
import type { Fields } from "../records/records.ts";

/** The fields of a token with what the customer entered. */
export const withEntries = (fields: Fields, { customer, customFields }: PaymentInput): Fields => {
  const order = section(fields["order"]);
  const given = section(order["custom_fields"]);
  const values = Object.entries(customFields ?? {}).map(([name, value]) => [
    name,
    { ...section(given[name]), value },
  ]);
  return {
    ...fields,
    customer: { ...section(fields["customer"]), ...customer },
    ...(values.length > 0 && {
      order: { ...order, custom_fields: { ...given, ...Object.fromEntries(values) } },
    }),
  };
};
