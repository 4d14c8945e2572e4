import type { SQLOutputValue } from "node:sqlite";

export type Row = Record<string, SQLOutputValue>;

type Column = SQLOutputValue | undefined;

export function text(value: Column): string {
  if (typeof value !== "string") throw new TypeError(`Expected text in this column, not ${value}`);
  return value;
}

export function integer(value: Column): number {
  if (typeof value !== "number") throw new TypeError(`Expected an integer in this column, not ${value}`);
  return value;
}

export const textOrNull = (value: Column): string | null => (value === null ? null : text(value));

export const integerOrNull = (value: Column): number | null => (value === null ? null : integer(value));
