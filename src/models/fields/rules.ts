import * as z from "zod/mini";
import { isRecord } from "../../values.ts";

/** A cross-field rule: it sees the object as it is, right or wrong, and names the field that breaks it. */
export type Rule<T> = (
  value: { readonly [Field in keyof T]?: unknown },
  refuse: (path: readonly PropertyKey[], message: string) => void,
) => void;

/** Binds rules to an object. They are asked also when a field of it is wrong, so that all problems show at once. */
/* @__NO_SIDE_EFFECTS__ */
export function withRules<T, M extends z.ZodMiniType<T, T> = z.ZodMiniType<T, T>>(
  model: M,
  ...rules: readonly Rule<T>[]
): M {
  const ask = ({ value, issues }: z.core.ParsePayload<unknown>): void => {
    if (!isRecord(value)) return;
    for (const rule of rules) {
      rule(value, (path, message) => {
        issues.push({ code: "custom", path: [...path], message, input: value, continue: true });
      });
    }
  };
  return model.check(z.check(ask, { when: () => true }));
}
