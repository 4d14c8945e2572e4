import { isRecord } from "../../shared/values.ts";
import { type Amount, amount, readInteger, readSignedInteger } from "../fields/amount.ts";
import { type Optional, optional, type Section, type Shape, section } from "../fields/primitives.ts";
import { broken, type Rule, withRules } from "../fields/rules.ts";
import { currency, filled, required, text } from "../fields/text.ts";
import { type Time, time } from "../fields/time.ts";
import { type AdditionalData, additionalDataSchema } from "./additional-data.ts";
import { type CustomFields, customFieldsSchema } from "./custom-field.ts";

/** The order being paid for. Source: API reference, "order". */
export interface Order {
  /** Amount in minor units: 3245 for 32.45. Required. Sent as a JSON integer. */
  amount: Amount;
  /** Currency, ISO 4217 alpha-3 in capitals, such as `EUR`. Required. */
  currency: string;
  /** Order description. Required. */
  description: string;
  /** The merchant's identifier of the transaction or order. Should be unique per transaction. */
  tracking_id?: Optional<string>;
  /**
   * Deadline of the payment. Default: 24 hours after the token's creation. Sent as
   * `YYYY-MM-DDThh:mm:ss+hh:mm`.
   *
   * @remarks A `Date`, or an ISO 8601 string with a zone; fractions of a second are dropped.
   */
  expired_at?: Optional<Time>;
  /** Up to three custom fields. */
  custom_fields?: Optional<CustomFields>;
  /** Receipt lines, contract, card-on-file flags, recipient, cart. */
  additional_data?: Optional<AdditionalData>;
}

const cartAddsUpToAmount: Rule<Order> = (order, refuse) => {
  const data = order.additional_data;
  const cart = isRecord(data) && data["cart"];
  const positions = isRecord(cart) && cart["positions"];
  const total = readInteger(order.amount);
  if (!Array.isArray(positions) || total === undefined) return;
  let sum = 0;
  for (const position of positions) {
    const itemAmount = readSignedInteger(isRecord(position) && position["amount"]);
    if (itemAmount === undefined) return;
    sum += itemAmount;
  }
  if (sum !== total) {
    refuse(
      ["additional_data", "cart", "positions"],
      broken(`amounts add up to ${sum}, but order.amount is ${total}`, {
        code: "mismatch",
        sum,
        amount: total,
      }),
    );
  }
};

/** The zod model of {@link Order} without rules between its fields, for `z.pick`, `z.omit` and `z.partial`. */
export const orderFieldsSchema: Section<Order> = section(
  (): Shape<Order> => ({
    amount,
    currency: required(currency),
    description: filled,
    tracking_id: optional(text),
    expired_at: optional(time),
    custom_fields: optional(customFieldsSchema),
    additional_data: optional(additionalDataSchema),
  }),
);

/** The zod model of {@link Order}. */
export const orderSchema: Section<Order> = withRules(orderFieldsSchema, cartAddsUpToAmount);
