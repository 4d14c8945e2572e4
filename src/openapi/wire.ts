import type * as z from "zod/mini";
import {
  amount,
  positiveAmount,
  price,
  quantity,
  seconds,
  signedAmount,
  whole,
} from "../models/fields/amount.ts";
import { integer } from "../models/fields/primitives.ts";
import { time } from "../models/fields/time.ts";
import type { Schema } from "./schema.ts";

const WHOLE: Schema = { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

const INTEGER: Schema = { type: "integer" };

const DIGITS: Schema = { type: "string", pattern: "^[0-9]+$" };

const EMPTY: Schema = { const: "" };

const TIME: Schema = {
  type: "string",
  format: "date-time",
  pattern: "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}[+-][0-9]{2}:[0-9]{2}$",
};

/** Models whose values are accepted in several formats and sent in one. Values of all other models are sent unchanged. */
export const WIRE: ReadonlyMap<z.core.$ZodType, Schema> = new Map<z.core.$ZodType, Schema>([
  [amount, WHOLE],
  [signedAmount, INTEGER],
  [integer, INTEGER],
  [positiveAmount, { ...WHOLE, minimum: 1 }],
  [whole, WHOLE],
  [price, DIGITS],
  [quantity, { anyOf: [DIGITS, EMPTY] }],
  [seconds, { anyOf: [DIGITS, WHOLE, EMPTY] }],
  [time, { anyOf: [TIME, EMPTY] }],
]);
