import type * as z from "zod/mini";
import type { Issue } from "../../../api/error-tree.ts";
import { unknownCodes } from "../../../api/fields/codes.ts";
import { problemsOf } from "../../../api/fields/problems.ts";
import { isGiven, isRecord } from "../../../shared/values.ts";

/** The fields of a request, with undocumented fields. */
export type Fields = Readonly<Record<string, unknown>>;

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

/** Maximum depth. Recursive code would overflow the stack for a deeper value. */
const MAX_DEPTH = 100;

const isTooDeep = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1)));

/** Parses JSON. Undefined if the text is not valid or more than 100 levels deep. */
export const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
};

export const problemAt = (path: string[], message: string): Issue[] => [{ path, messages: [message] }];

/** Returns the problems that the client finds, and unknown codes, which only the gateway refuses. */
export const problemsOfParams = (
  model: z.ZodMiniType,
  params: unknown,
  root: readonly string[] = [],
): Issue[] => [...problemsOf(model, params, root), ...unknownCodes(model, params, root)];
