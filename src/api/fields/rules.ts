import * as z from "zod/mini";
import { isGiven, isRecord, MAX_ISSUES } from "../../shared/values.ts";
import { must, type ZodIssue } from "./issue.ts";
import { withChecks } from "./part.ts";

/** A rule between fields, which runs even if fields are invalid. It reports the field that breaks it. */
export type Rule<T> = (
  value: { readonly [Field in keyof T]?: unknown },
  refuse: (path: readonly PropertyKey[], issue: ZodIssue) => void,
) => void;

/**
 * The issue of a broken rule. Shops can replace the sentence by their own, from `code` and its parameters in
 * `InvalidRequestError.issues`.
 */
export const broken = (
  sentence: string,
  params: { readonly code: string; readonly [name: string]: unknown },
): ZodIssue => ({
  code: "custom",
  sentence,
  params,
});

/**
 * A rule between two fields. The OpenAPI document also reads it. `field` is required unless `when` has the value `is`,
 * or must not be sent when it has.
 */
export type FieldRule<T> = readonly [
  field: keyof T & string,
  rule: "is required unless" | "must not be sent when",
  when: keyof T & string,
  is: string | boolean,
];

/* @__NO_SIDE_EFFECTS__ */
export function fieldRule<T>([field, rule, when, is]: FieldRule<T>): Rule<T> {
  const isRequired = rule === "is required unless";
  return (value, refuse) => {
    const applies = (value[when] === is) !== isRequired;
    if (!applies || isGiven(value[field]) === isRequired) return;
    const params = isRequired ? { code: "required", unless: when, is } : { code: "forbidden", when, is };
    refuse([field], broken(`${rule} ${when} is ${is}`, params));
  };
}

/**
 * Adds rules to the model of an object. Rules also run if a field is invalid, so that all problems are reported
 * together.
 */
/* @__NO_SIDE_EFFECTS__ */
export function withRules<T, M extends z.ZodMiniType<T, T> = z.ZodMiniType<T, T>>(
  model: M,
  ...rules: readonly Rule<T>[]
): M {
  const check: z.core.$ZodCheck<unknown> = z.check(
    ({ value, issues }) => {
      if (!isRecord(value)) return;
      for (const rule of rules) {
        rule(value, (path, issue) => {
          if (issues.length >= MAX_ISSUES) return;
          issues.push({ input: value, ...issue, path: [...path], inst: check, continue: true });
        });
      }
    },
    { ...must("an object"), when: () => true },
  );
  return withChecks(model, check);
}
