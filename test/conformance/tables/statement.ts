/** A table of the reference, and its rows. */
import { aCheckout } from "../../models/params.ts";
import type { Kind } from "./kinds.ts";

/** One row of a table. */
export interface Statement {
  readonly field: string;
  readonly kind: Kind;
  /** Left out, it is refused. Required under a condition: see `rules.ts`. */
  readonly isRequired?: true;
  readonly default?: string | number | boolean;
  /** What the request must have besides, by dotted paths from its root. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** What it must have besides where the field is null or empty, and what is then sent instead. */
  readonly empty?: { readonly beside?: Readonly<Record<string, unknown>>; readonly sent?: unknown };
}

/** One table: a section of a request. */
export interface Section {
  /** Its type; `orderSchema` is the model of `Order`. */
  readonly name: string;
  readonly operation:
    | "products.create"
    | "products.update"
    | "checkouts.create"
    | "transactions.capture"
    | "transactions.void"
    | "transactions.refund";
  /** Where the section stands in the request. */
  readonly at: readonly string[];
  /** As little as a request needs that has the section. */
  readonly base: object;
  readonly fields: readonly Statement[];
}

export const row = (field: string, kind: Kind, more: Omit<Statement, "field" | "kind"> = {}): Statement => ({
  field,
  kind,
  ...more,
});

export const required = (field: string, kind: Kind): Statement => row(field, kind, { isRequired: true });

export const inCheckout = (
  name: string,
  path: string,
  fields: readonly Statement[],
  base: object = aCheckout,
): Section => ({
  name,
  operation: "checkouts.create",
  at: path === "" ? [] : path.split("."),
  base,
  fields,
});

/** What can be shown of a customer. */
export const CUSTOMER_FIELDS = [
  "email",
  "first_name",
  "last_name",
  "address",
  "city",
  "state",
  "zip",
  "phone",
  "country",
  "birth_date",
  "taxpayer_id",
] as const;
