import * as z from "zod/mini";
import { isGiven } from "../../values.ts";

/** A zod model whose input and output are exactly `T`. */
export type Model<T> = z.ZodMiniType<T, T> & {
  /** Exists only in the type: a model of more or less than `T` then does not compile. */
  readonly exact?: (value: T) => void;
};

/** A zod model of a field that may be left out. */
export type OptionalModel<T> = Model<T> & {
  /** Tells zod that the field may be missing. */
  readonly _zod: Pick<z.core.$ZodOptionalInternals, "optin" | "optout">;
};

/** A model for every field of `T`: a missing or an additional one does not compile. */
export type Shape<T> = {
  readonly [Field in keyof T]-?: undefined extends T[Field] ? OptionalModel<T[Field]> : Model<T[Field]>;
};

/** A zod model of an object `T`. `shape` has the models of its fields; undocumented fields pass through. */
export type Section<T, Fields = T> = Model<T> & {
  /** The models of its fields. */
  readonly shape: Shape<Fields>;
};

/**
 * A field that may be left out. `undefined` is not sent; `null`, and `""` in a text, are sent unchanged. Rules between
 * fields treat all three as not given.
 */
export type Optional<T> = T | null | undefined;

/** One of the known values, or any other string. */
export type Open<Known extends string> = Known | (string & {});

/** An object with fields of a known type, and any others. */
export type WithOthers<Fields> = Fields | (Fields & Readonly<Record<string, unknown>>);

type Condition = (value: unknown) => boolean;

/** What a value must be; a function if that depends on the value. */
type Expected = string | ((value: unknown) => string);

const isPresent: Condition = (value) => value !== undefined && value !== null;

/** The message for an invalid value: "must be …", or "is required" if it is missing. */
/* @__NO_SIDE_EFFECTS__ */
export function must(expected: Expected, exists: Condition = isPresent) {
  return {
    error: ({ input }: { input?: unknown }) => {
      if (!exists(input)) return "is required";
      return `must be ${typeof expected === "string" ? expected : expected(input)}`;
    },
  };
}

/* @__NO_SIDE_EFFECTS__ */
export function optional<T>(model: Model<T>): OptionalModel<Optional<T>> {
  return z.nullish(model);
}

/* @__NO_SIDE_EFFECTS__ */
export function nullable<T>(model: Model<T>): Model<T | null> {
  return z.nullable(model);
}

/** An object whose undocumented fields pass through. */
/* @__NO_SIDE_EFFECTS__ */
export function section<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.looseObject(shape, must("an object"));
}

/** A section with additions to the JSON Schema that zod derives from its fields. */
/* @__NO_SIDE_EFFECTS__ */
export function sectionWithSchema<S extends z.core.$ZodLooseShape>(shape: S, jsonSchema: object) {
  return section(shape).check(z.meta({ ...jsonSchema }));
}

/** An object whose content the reference does not describe, in a request. `object` also accepts interfaces. */
export const anyObject: Model<object> = section({});

/** An object whose content the reference does not describe, in a response. */
export const record: Model<Record<string, unknown>> = section({});

/** Any value: the reference does not show the type. */
export const anything = z.optional(z.any());

/**
 * A value that passes a test. `z.custom` cannot be exported as JSON Schema; this uses `z.any` with the given schema,
 * which describes the values that JSON can represent.
 */
/* @__NO_SIDE_EFFECTS__ */
export function satisfying<T>(expected: Expected, test: Condition, jsonSchema: object = {}): Model<T> {
  return z.any().check(z.refine(test, must(expected, isGiven)), z.meta({ ...jsonSchema }));
}

export const flag: Model<boolean> = z.boolean(must("true or false"));

/** `z.int` does the same, but adds half a kilobyte to a bundle. */
/* @__NO_SIDE_EFFECTS__ */
function safeInteger(): Model<number> {
  const params = must("an integer");
  return z.number(params).check(z.refine(Number.isSafeInteger, params), z.meta({ type: "integer" }));
}

export const integer: Model<number> = safeInteger();

/* @__NO_SIDE_EFFECTS__ */
export function list<T>(model: Model<T>): Model<T[]> {
  return z.array(model, must("an array"));
}

/** A list in a request: readonly arrays are accepted. */
/* @__NO_SIDE_EFFECTS__ */
export function readonlyList<T>(model: Model<T>): Model<readonly T[]> {
  return z.array(model, must("an array"));
}
