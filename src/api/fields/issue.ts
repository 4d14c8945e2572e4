import * as z from "zod/mini";
import { isGiven } from "../../shared/values.ts";
import { withChecks } from "./part.ts";

type Without<Key extends string, I> = I extends unknown ? Omit<I, "path" | "message" | Key> : never;

type AnyInput = Extract<
  z.core.$ZodIssue,
  { code: "invalid_type" | "invalid_value" | "too_small" | "too_big" | "custom" }
>;

/** An issue in zod's terms, which is not the SDK's `Issue`. `sentence` replaces the model's sentence. */
export type ZodIssue = (
  | Without<never, AnyInput>
  | (Without<"input", z.core.$ZodIssueInvalidStringFormat> & { readonly input: string })
) & { readonly sentence?: string };

/** The end of the sentence "must be …". A function if the sentence depends on the value. */
export type ExpectedForm = string | ((value: unknown) => string);

/** Whether the value is missing. An empty text is also missing, except if another type was expected. */
export const isMissing = ({ code, input }: z.core.$ZodRawIssue): boolean =>
  !isGiven(input) && (code !== "invalid_type" || input !== "");

/** The SDK's sentence about an issue, such as "must be …", or "is required" if the value is missing. */
export const sentenceOf = (issue: z.core.$ZodRawIssue): string => {
  const { sentence, inst, input } = issue;
  if (typeof sentence === "string") return sentence;
  if (isMissing(issue)) return "is required";
  const expected: unknown = inst && Reflect.get(inst._zod.def, "expected");
  return `must be ${typeof expected === "function" ? expected(input) : expected}`;
};

const messageText = (message: ReturnType<z.core.$ZodErrorMap>): string | undefined =>
  typeof message === "string" ? message : message?.message;

/** The message of zod's English locale, which `zod` sets itself, about an issue that it does not know. */
const ENGLISH = "Invalid input";

/**
 * The message of an issue. The merchant's error map or locale from `z.config` replaces the SDK's message. Locales have
 * no words for rules between fields.
 */
const error = (issue: z.core.$ZodRawIssue): string => {
  const { customError, localeError } = z.config();
  const own = messageText(customError?.(issue));
  if (own !== undefined) return own;
  const isTranslated = messageText(localeError?.({ code: "custom", input: undefined })) !== ENGLISH;
  return (isTranslated && issue.code !== "custom" && messageText(localeError?.(issue))) || sentenceOf(issue);
};

/** The parameters of a model or check, with the end of the sentence "must be …". */
/* @__NO_SIDE_EFFECTS__ */
export function must(expected: ExpectedForm) {
  return { error, expected };
}

/** A model with an additional check and JSON Schema. The check reports the issue that `find` returns. */
/* @__NO_SIDE_EFFECTS__ */
export function checked<M extends z.ZodMiniType>(
  model: M,
  find: (value: z.output<M>) => ZodIssue | undefined,
  expected: ExpectedForm,
  jsonSchema: object,
): M {
  const check = z.check<z.output<M>>(({ value, issues }) => {
    const issue = find(value);
    if (issue) issues.push({ input: value, ...issue, inst: check, continue: true });
  }, must(expected));
  return withChecks(model, check, z.meta({ ...jsonSchema }));
}
