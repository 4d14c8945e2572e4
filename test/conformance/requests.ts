import type { PaymentsClient } from "../../src/index.ts";
import { rowOf } from "../../src/operations.ts";
import { having } from "../models/params.ts";
import type { Section, Statement } from "./tables/statement.ts";

/** The path of a field in errors, and in results. */
export const pathOf = ({ operation, at }: Section, { field }: Statement): string[] => [
  ...rowOf(operation).errorRoot,
  ...at,
  field,
];

/** The path of a field in the body. */
export const sentPathOf = (section: Section, statement: Statement): string[] => [
  ...(section.operation.startsWith("transactions.") ? ["request"] : []),
  ...pathOf(section, statement),
];

/** Params in which a field has this value, of any type. */
export const paramsWith = (
  section: Section,
  { field, beside }: Statement,
  value: unknown,
  more?: Readonly<Record<string, unknown>>,
): object => having(section.base, { ...beside, ...more, [[...section.at, field].join(".")]: value });

/** Calls a section's operation without types. */
export const call = async (client: PaymentsClient, section: Section, params: object): Promise<unknown> => {
  switch (section.operation) {
    case "products.create":
      return Reflect.apply(client.products.create, client.products, [params]);
    case "products.update":
      return Reflect.apply(client.products.update, client.products, ["prd_7c1e04b29f3a5d68", params]);
    case "checkouts.create":
      return Reflect.apply(client.checkouts.create, client.checkouts, [params]);
    case "transactions.pay":
      return Reflect.apply(client.transactions.pay, client.transactions, [params]);
    case "transactions.capture":
      return Reflect.apply(client.transactions.capture, client.transactions, [params]);
    case "transactions.void":
      return Reflect.apply(client.transactions.void, client.transactions, [params]);
    case "transactions.refund":
      return Reflect.apply(client.transactions.refund, client.transactions, [params]);
  }
};

export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (inner, step) => (inner instanceof Object ? Reflect.get(inner, step) : undefined),
    value,
  );

/** A value as short text. */
export const show = (value: unknown): string =>
  JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? `${inner}n` : inner)) ?? "undefined";

export const isSame = (one: unknown, other: unknown): boolean => show(one) === show(other);

/** Whether an error names a field or a part of it. */
export const names = (error: unknown, path: readonly string[]): boolean =>
  error instanceof Error &&
  "issues" in error &&
  Array.isArray(error.issues) &&
  error.issues.some((issue: { path: string[] }) => isSame(issue.path.slice(0, path.length), path));
