import { rowOf } from "../../src/api/operations.ts";
import type { PaymentsClient } from "../../src/index.ts";
import { having } from "./params.ts";
import type { Section, Statement } from "./tables/statement.ts";

/** The path of a field in errors, and in results. */
export const pathOf = ({ operation, at }: Section, { field }: Statement): string[] => [
  ...(rowOf(operation).errorRoot ?? []),
  ...at,
  field,
];

/** The path of a field in the body. */
export const sentPathOf = (section: Section, statement: Statement): string[] => [
  ...[rowOf(section.operation).bodyKey ?? []].flat(),
  ...section.at,
  statement.field,
];

/** Params in which a field has this value, of any type. */
export const paramsWith = (
  section: Section,
  { field, beside }: Statement,
  value: unknown,
  more?: Readonly<Record<string, unknown>>,
): object => having(section.base, { ...beside, ...more, [[...section.at, field].join(".")]: value });

/** Calls a section's operation without types. An update is of this product. */
export const call = async (
  client: PaymentsClient,
  { operation }: Section,
  params: object,
  product = "prd_7c1e04b29f3a5d68",
): Promise<unknown> => {
  const [group = "", method = ""] = operation.split(".");
  const resource = Reflect.get(client, group);
  const id = operation === "products.update" ? [product] : [];
  return Reflect.apply(Reflect.get(resource, method), resource, [...id, params]);
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
