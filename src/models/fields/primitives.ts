import * as z from "zod/mini";
import { isGiven } from "../../values.ts";

/** A zod model of exactly `T`: what goes in is what comes out. */
export type Model<T> = z.ZodMiniType<T, T> & {
  /** Never there: it makes a model of more or less than `T` a compile error. */
  readonly exact?: (value: T) => void;
};

/** A zod model of a field that may be left out. */
export type OptionalModel<T> = Model<T> & {
  /** What zod reads of it: an object may come without the field. */
  readonly _zod: Pick<z.core.$ZodOptionalInternals, "optin" | "optout">;
};

/** A model for every field of `T`: one that stands in only one of the two does not compile. */
export type Shape<T> = {
  readonly [Field in keyof T]-?: undefined extends T[Field] ? OptionalModel<T[Field]> : Model<T[Field]>;
};

/** A zod model of an object `T`. The models of its fields are in `shape`; undocumented fields stay. */
export type Section<T, Fields = T> = Model<T> & {
  /** The models of its fields. */
  readonly shape: Shape<Fields>;
};

/**
 * A field that may be left out. `undefined` is not sent, `null` is sent as it is, and so is `""` in a text. Where
 * a rule asks whether the field is there, none of the three counts.
 */
export type Optional<T> = T | null | undefined;

/** One of the known values, or one that is new. */
export type Open<Known extends string> = Known | (string & {});

/** An object with fields of a known type, and others that the reference leaves open. */
export type WithOthers<Fields> = Fields | (Fields & Readonly<Record<string, unknown>>);

type Condition = (value: unknown) => boolean;

/** What a value must be, where that depends on the value. */
type Expected = string | ((value: unknown) => string);

const isPresent: Condition = (value) => value !== undefined && value !== null;

/** What a model says of a wrong value; that it is required where there is none. */
/* @__NO_SIDE_EFFECTS__ */
export function must(expected: Expected, isThere: Condition = isPresent) {
  return {
    error: ({ input }: { input?: unknown }) => {
      if (!isThere(input)) return "is required";
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

/** An object whose undocumented fields stay. */
/* @__NO_SIDE_EFFECTS__ */
export function section<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.looseObject(shape, must("an object"));
}

/** The same, with more in its JSON Schema than zod reads from its fields. */
/* @__NO_SIDE_EFFECTS__ */
export function sectionSaying<S extends z.core.$ZodLooseShape>(shape: S, jsonSchema: object) {
  return section(shape).check(z.meta({ ...jsonSchema }));
}

/** An object whose inside the reference does not describe, as a merchant gives it: an interface is one too. */
export const anyObject: Model<object> = section({});

/** An object whose inside the reference does not describe, as the gateway gives it. */
export const record: Model<Record<string, unknown>> = section({});

/** Anything at all: the reference does not show the type. */
export const anything = z.optional(z.any());

/**
 * Whatever passes a test. `z.custom` would have no JSON Schema; that of `z.any` is the one given here, which describes
 * the values that JSON can carry.
 */
/* @__NO_SIDE_EFFECTS__ */
export function satisfying<T>(expected: Expected, test: Condition, jsonSchema: object = {}): Model<T> {
  return z.any().check(z.refine(test, must(expected, isGiven)), z.meta({ ...jsonSchema }));
}

export const flag: Model<boolean> = z.boolean(must("true or false"));

/** `z.int` would say the same with half a kilobyte more in a bundle. */
/* @__NO_SIDE_EFFECTS__ */
function safeInteger(): Model<number> {
  const said = must("an integer");
  return z.number(said).check(z.refine(Number.isSafeInteger, said), z.meta({ type: "integer" }));
}

export const integer: Model<number> = safeInteger();

/* @__NO_SIDE_EFFECTS__ */
export function list<T>(model: Model<T>): Model<T[]> {
  return z.array(model, must("an array"));
}

/** A list that a merchant may give as a readonly array. */
/* @__NO_SIDE_EFFECTS__ */
export function readonlyList<T>(model: Model<T>): Model<readonly T[]> {
  return z.array(model, must("an array"));
}
