/** The parameters of a product in the reference. */
import { aProduct } from "../params.ts";
import {
  CUSTOMER_FIELDS,
  currency,
  digits,
  flag,
  integer,
  list,
  oneOf,
  pageUrl,
  price,
  text,
  time,
} from "./kinds.ts";
import { required, row, type Section, type Statement } from "./statement.ts";

const PRODUCT: readonly Statement[] = [
  required("name", text),
  required("description", text),
  required("currency", currency),
  required("amount", price),
  row("quantity", digits, { empty: { beside: { infinite: true }, sent: undefined } }),
  row("infinite", { ...flag, takes: [[false, false]] }),
  row("visible_fields", list(oneOf(...CUSTOMER_FIELDS))),
  row("test", flag),
  row("immortal", flag),
  row("expired_at", time, { empty: { beside: { immortal: true } } }),
  row("return_url", pageUrl),
  row("shop_id", { ...integer, takes: [[1, 1]] }),
  row("language", text, { default: "en", isAlwaysSent: true, empty: { sent: "en" } }),
  row("transaction_type", oneOf("payment", "authorization"), { default: "payment" }),
];

export const PRODUCTS: readonly Section[] = [
  { name: "ProductCreateParams", operation: "products.create", at: [], base: aProduct, fields: PRODUCT },
  {
    name: "ProductUpdateParams",
    operation: "products.update",
    at: [],
    base: { x_note: 1 },
    fields: PRODUCT.map(({ field, kind, isRequired }) => ({
      field,
      kind,
      ...(isRequired && { isNeverEmpty: true }),
    })),
  },
];
