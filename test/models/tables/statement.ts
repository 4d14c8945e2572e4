/** A table of the reference and its rows. */
import { aCheckout } from "../params.ts";
import type { Kind } from "./kinds.ts";

/** A row of a table. */
export interface Statement {
  readonly field: string;
  readonly kind: Kind;
  /** Whether it must be present. Fields required under a condition: see `rules.ts`. */
  readonly isRequired?: true;
  /** Whether it must be present on the wire, where the client sends its default if it is omitted. */
  readonly isAlwaysSent?: true;
  /** Whether it may be left out, but not be null or empty. */
  readonly isNeverEmpty?: true;
  readonly default?: string | number | boolean;
  /** Other fields that the request needs, by dotted path. */
  readonly beside?: Readonly<Record<string, unknown>>;
  /** Other fields that it needs when this one is null or empty, and the value sent instead. */
  readonly empty?: { readonly beside?: Readonly<Record<string, unknown>>; readonly sent?: unknown };
}

/** A table: a section of a request. */
export interface Section {
  /** Its type name; `orderSchema` is the model of `Order`. */
  readonly name: string;
  readonly operation:
    | "products.create"
    | "products.update"
    | "checkouts.create"
    | "transactions.pay"
    | "transactions.capture"
    | "transactions.void"
    | "transactions.refund"
    | "bills.create";
  /** The path of the section in the request. */
  readonly at: readonly string[];
  /** The smallest request that has the section. */
  readonly base: object;
  readonly fields: readonly Statement[];
}

export const row = (field: string, kind: Kind, more: Omit<Statement, "field" | "kind"> = {}): Statement => ({
  field,
  kind,
  ...more,
});

/** Optional fields of one kind, in this order, by their names with a space between them. */
export const rows = (kind: Kind, names: string): Statement[] =>
  names.split(" ").map((name) => row(name, kind));

export const required = (field: string, kind: Kind): Statement => row(field, kind, { isRequired: true });

export const inCheckout = (
  name: string,
  path: string,
  fields: readonly Statement[],
  base: object = aCheckout,
): Section => ({ name, operation: "checkouts.create", at: path === "" ? [] : path.split("."), base, fields });
