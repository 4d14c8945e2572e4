import { isGiven, isRecord } from "../../../shared/values.ts";
import type { Fields } from "../records/records.ts";

/** The section of a request, or an empty object if it was not sent. */
export const sectionOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/**
 * A value of a request as text, or undefined if it was not sent. Of an object it is the JSON: `String` throws for one
 * like `{ "toString": null }`.
 */
export const textOf = (value: unknown): string | undefined => {
  if (!isGiven(value)) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
