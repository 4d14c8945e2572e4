import { isGiven, isRecord } from "../../../shared/values.ts";
import type { Fields } from "../orders/order.ts";

/** Returns the section of a request, or an empty object if the request does not contain it. */
export const sectionOf = (value: unknown): Fields => (isRecord(value) ? value : {});

/**
 * Returns a value as text. Undefined if it is not set. An object is returned as JSON, because `String` throws for some
 * objects, such as `{ "toString": null }`.
 */
export const textOf = (value: unknown): string | undefined => {
  if (!isGiven(value)) return undefined;
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
