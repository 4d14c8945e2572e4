import type * as z from "zod/mini";
import { signedAmount, whole } from "../fields/amount.ts";
import {
  type Infer,
  type Model,
  type Named,
  optional,
  readonlyList,
  type Section,
  section,
  type WithOthers,
} from "../fields/primitives.ts";
import { type Rule, withRules } from "../fields/rules.ts";
import { filled, text } from "../fields/text.ts";

const cartPositionFields = () => ({
  /** Item name. Required. */
  name: filled,
  /** Item type. */
  type: optional(text),
  /**
   * Total amount of the position in minor units, an integer. Required. Below 0 for a discount. All amounts must add up
   * to `order.amount`.
   */
  amount: signedAmount,
  /** Number of identical items. Required. */
  quantity: whole,
  /** Item description. Required. */
  description: filled,
  /** Nomenclature code. Some integrations require it. */
  nomenclature_code: optional(text),
});

/** One item being paid for. Source: API reference, "Cart section". */
export interface CartPosition extends Infer<typeof cartPositionFields>, Named {}

/** The items. Only the type requires them. */
function orAnotherArray(): Model<readonly CartPosition[]>;
/* @__NO_SIDE_EFFECTS__ */
function orAnotherArray(): z.ZodMiniType {
  return optional(readonlyList(cartPositionSchema));
}

const cartFields = () => ({
  /**
   * The items. Required, unless the cart has an array by another name. Their amounts must add up to `order.amount`.
   * Source of the key: gateway documentation.
   */
  positions: orAnotherArray(),
});

/** The items being paid for. Source: API reference, "Cart section". Source of its keys: gateway documentation. */
export interface CartFields extends Infer<typeof cartFields>, Named {}

/**
 * The items being paid for, under `positions`. The reference does not name the array, so JavaScript can send an array by
 * another name.
 */
export type Cart = WithOthers<CartFields>;

/** The zod model of {@link CartPosition}. */
export const cartPositionSchema: Section<CartPosition> = section(cartPositionFields);

const cartHasItems: Rule<Readonly<Record<string, unknown>>> = (cart, refuse) => {
  const isPresent = cart["positions"] !== undefined && cart["positions"] !== null;
  if (!isPresent && !Object.values(cart).some(Array.isArray))
    refuse(["positions"], { code: "invalid_type", expected: "array", input: undefined });
};

/** The zod model of {@link Cart} without rules between its fields, for `z.pick`, `z.omit` and `z.partial`. */
export const cartFieldsSchema: Section<Cart, CartFields> = section(cartFields);

/** The zod model of {@link Cart}. */
export const cartSchema: Section<Cart, CartFields> = withRules(cartFieldsSchema, cartHasItems);
