import * as z from "zod/mini";
import { isGiven, isRecord } from "../../values.ts";

/** A rule between fields. It is given the object even if fields are invalid, and reports the field that breaks it. */
export type Rule<T> = (
  value: { readonly [Field in keyof T]?: unknown },
  refuse: (path: readonly PropertyKey[], message: string) => void,
) => void;

/**
 * A rule between two fields, as data, so that the OpenAPI document can state it too: `field` is required unless `when`
 * has the value `is`, or must not be sent when it has.
 */
export type FieldRule<T> = readonly [
  field: keyof T & string,
  rule: "is required unless" | "must not be sent when",
  when: keyof T & string,
  is: string | boolean,
];

/** The check of a rule between two fields. */
/* @__NO_SIDE_EFFECTS__ */
export function fieldRule<T>([field, rule, when, is]: FieldRule<T>): Rule<T> {
  const isRequired = rule === "is required unless";
  return (value, refuse) => {
    const applies = (value[when] === is) !== isRequired;
    if (applies && isGiven(value[field]) !== isRequired) refuse([field], `${rule} ${when} is ${is}`);
  };
}

/** Adds rules to the model of an object. They also run if a field is invalid, so that all problems are reported at once. */
/* @__NO_SIDE_EFFECTS__ */
export function withRules<T, M extends z.ZodMiniType<T, T> = z.ZodMiniType<T, T>>(
  model: M,
  ...rules: readonly Rule<T>[]
): M {
  const check = ({ value, issues }: z.core.ParsePayload<unknown>): void => {
    if (!isRecord(value)) return;
    for (const rule of rules) {
      rule(value, (path, message) => {
        issues.push({ code: "custom", path: [...path], message, input: value, continue: true });
      });
    }
  };
  return model.check(z.check(check, { when: () => true }));
}
