import { isRecord } from "../../shared/values.ts";
import { amount, readInteger, readSignedInteger } from "../fields/amount.ts";
import { type Infer, type Named, optional, type Section, section } from "../fields/primitives.ts";
import { broken, type Rule, withRules } from "../fields/rules.ts";
import { currency, filled, required, text } from "../fields/text.ts";
import { time } from "../fields/time.ts";
import { additionalDataSchema } from "./additional-data.ts";
import { customFieldsSchema } from "./custom-field.ts";

const orderFields = () => ({
  /** Amount in minor units: 3245 for 32.45. Required. Sent as a JSON integer. */
  amount,
  /** Currency, ISO 4217 alpha-3 in capitals, such as `EUR`. Required. */
  currency: required(currency),
  /** Order description. Required. */
  description: filled,
  /** Your identifier of the transaction or order. Use a different one for each transaction. */
  tracking_id: optional(text),
  /**
   * Deadline of the payment. Default: 24 hours after the token's creation. Sent as `YYYY-MM-DDThh:mm:ss+hh:mm`.
   *
   * @remarks A `Date`, or an ISO 8601 string with a zone. Fractions of a second are dropped.
   */
  expired_at: optional(time),
  /** Custom fields. At most three. */
  custom_fields: optional(customFieldsSchema),
  /** Receipt lines, contract, card-on-file flags, recipient, cart. */
  additional_data: optional(additionalDataSchema),
});

/** The order being paid for. Source: API reference, "order". */
export interface Order extends Infer<typeof orderFields>, Named {}

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
export const orderFieldsSchema: Section<Order> = section(orderFields);

/** The zod model of {@link Order}. */
export const orderSchema: Section<Order> = withRules(orderFieldsSchema, cartAddsUpToAmount);
