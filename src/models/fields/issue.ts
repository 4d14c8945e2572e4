import * as z from "zod/mini";
import { isGiven } from "../../values.ts";

type Origin = "int" | "string" | "object";

/** An issue in zod's terms. */
export type Issue = (
  | { readonly code: "invalid_format"; readonly format: string; readonly input: string }
  | ((
      | { readonly code: "invalid_type"; readonly expected: z.core.$ZodInvalidTypeExpected }
      | { readonly code: "invalid_value"; readonly values: string[] }
      | {
          readonly code: "too_small";
          readonly origin: Origin;
          readonly minimum: number;
          readonly inclusive: true;
        }
      | {
          readonly code: "too_big";
          readonly origin: Origin;
          readonly maximum: number;
          readonly inclusive: true;
        }
      | { readonly code: "custom"; readonly params?: Readonly<Record<string, unknown>> }
    ) & { readonly input?: unknown })
) & {
  /** A sentence of its own. */
  readonly note?: string;
};

/** What a value must be; a function if that depends on the value. */
export type Expected = string | ((value: unknown) => string);

/** Whether there is no value. An empty text is not a value, except in a field that is not a text. */
export const isMissing = ({ code, input }: z.core.$ZodRawIssue): boolean =>
  !isGiven(input) && (code !== "invalid_type" || input !== "");

/** The SDK's own words about an issue: "must be …", or "is required" if the value is missing. */
export const sentenceOf = (issue: z.core.$ZodRawIssue): string => {
  const { note, inst, input } = issue;
  if (typeof note === "string") return note;
  if (isMissing(issue)) return "is required";
  const expected: unknown = inst && Reflect.get(inst._zod.def, "expected");
  return `must be ${typeof expected === "function" ? expected(input) : expected}`;
};

const textOf = (message: ReturnType<z.core.$ZodErrorMap>): string | undefined =>
  typeof message === "string" ? message : message?.message;

/** What zod's English locale, which `zod` sets by itself, says about an issue that it does not know. */
const ENGLISH = "Invalid input";

/**
 * The message of an issue: that of the error map or of the locale that the merchant has set with `z.config`, else the
 * SDK's. No locale has words for rules between fields.
 */
const error = (issue: z.core.$ZodRawIssue): string => {
  const { customError, localeError } = z.config();
  const own = textOf(customError?.(issue));
  if (own !== undefined) return own;
  const isTranslated = textOf(localeError?.({ code: "custom", input: undefined })) !== ENGLISH;
  return (isTranslated && issue.code !== "custom" && textOf(localeError?.(issue))) || sentenceOf(issue);
};

/** The parameters of a model or check, with what its values must be. */
/* @__NO_SIDE_EFFECTS__ */
export function must(expected: Expected) {
  return { error, expected };
}

/**
 * A check that reports the issue that it finds, besides those of other checks, with additions to the JSON Schema of its
 * model. It is attached like a check of `z.meta`, which alone would run for every value too.
 */
/* @__NO_SIDE_EFFECTS__ */
export function checkFor<T>(
  find: (value: T) => Issue | undefined,
  expected: Expected,
  jsonSchema: object,
): z.core.$ZodCheck<T> {
  const check = z.check<T>(({ value, issues }) => {
    const issue = find(value);
    if (issue) issues.push({ input: value, ...issue, inst: check, continue: true });
  }, must(expected));
  check._zod.onattach = z.meta({ ...jsonSchema })._zod.onattach;
  return check;
}
