import {
  type Amount,
  amount,
  filled,
  list,
  type Model,
  type Optional,
  optional,
  type Shape,
  section,
  text,
  type Whole,
  whole,
  writeInteger,
  writing,
} from "./primitives.ts";

/** One item being paid for. Source: API reference, "Cart section". */
export interface CartPosition {
  /** Item name. Required. */
  name: string;
  /** Item type. */
  type?: Optional<string>;
  /** Amount in minimal currency units, an integer. Required. All of them add up to `order.amount`. */
  amount: Amount;
  /** Number of identical items. Required. */
  quantity: Whole;
  /** Item description. Required. */
  description: string;
  /** Nomenclature code. Some integrations require it. */
  nomenclature_code?: Optional<string>;
}

/** The items being paid for. Source: API reference, "Cart section"; its keys: gateway documentation. */
export interface Cart {
  /** The items. Their amounts add up to `order.amount`. Required when the cart is sent. */
  positions: CartPosition[];
}

const cartPositionSchema: Model<CartPosition> = section({
  name: filled,
  type: optional(text),
  amount,
  quantity: whole,
  description: filled,
  nomenclature_code: optional(text),
} satisfies Shape<CartPosition>);

/** The zod model of {@link Cart}. */
export const cartSchema: Model<Cart> = section({
  positions: list(cartPositionSchema),
} satisfies Shape<Cart>);

/** The cart as the wire carries it: amounts and quantities as JSON integers. */
export const writeCart = writing({
  positions: writing({ amount: writeInteger, quantity: writeInteger }),
});
