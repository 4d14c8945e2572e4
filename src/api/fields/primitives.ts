import * as z from "zod/mini";
import { checked, type ExpectedForm, must, type ZodIssue } from "./issue.ts";

/** A zod model whose input and output are exactly `T`. */
export type Model<T> = z.ZodMiniType<T, T> & {
  /** Exists only in the type, so that a model of more or less than `T` does not compile. */
  readonly exact?: (value: T) => void;
};

/** A model with the name of its type. A plain zod model has none. */
type AnyModel = z.ZodMiniType & Pick<Model<never>, "exact">;

/** A zod model of a field that may be left out. */
export type OptionalModel<T> = Model<T> & {
  /** Marks the field as optional for zod. */
  readonly _zod: Pick<z.core.$ZodOptionalInternals, "optin" | "optout">;
};

/** A model for every field of `T`. A missing or an additional model does not compile. */
export type Shape<T> = {
  readonly [Field in keyof T]-?: undefined extends T[Field] ? OptionalModel<T[Field]> : Model<T[Field]>;
};

/** A zod model of an object with these fields. Others pass unchecked. `shape` contains the models of the fields. */
export type Section<T, Fields = T> = z.ZodMiniObject<Shape<Fields>, z.core.$strip> &
  ([T, Fields] extends [Fields, T] ? Pick<Model<T>, "exact"> : Model<T>);

/** The type of a model's values. Only `exact` keeps the name of the type. */
export type ValueOf<M> = M extends Pick<Model<infer T>, "exact"> ? T : never;

type OptionalKeys<Fields> = {
  [Key in keyof Fields]: Fields[Key] extends { readonly _zod: { readonly optout: "optional" } } ? Key : never;
}[keyof Fields];

type Values<Fields, Keys extends keyof Fields> = { [Key in Keys]: ValueOf<Fields[Key]> };

type Flat<T> = { [Key in keyof T]: T[Key] };

/**
 * The type of an object with the fields that a function returns, each with its comment.
 *
 * @typeParam F The function.
 */
export type Infer<F extends () => object> = Flat<
  Values<ReturnType<F>, Exclude<keyof ReturnType<F>, OptionalKeys<ReturnType<F>>>> &
    Partial<Values<ReturnType<F>, OptionalKeys<ReturnType<F>>>>
>;

/**
 * The second base of a type that extends `Infer` and adds no field. Compiler errors then name the type, not its base
 * `Infer<…>`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it only counts
export interface Named {}

/**
 * A field that may be left out. `undefined` is not sent. `null`, and `""` in a text, are sent unchanged. Rules between
 * fields treat all three as missing.
 */
export type Optional<T> = T | null | undefined;

/** An empty text in an enumeration. This form prevents editors from listing it as the first value. */
export type Empty = "" & {
  /** 0 characters. */
  readonly length: number;
};

/** One of the known values, or any other string. */
export type Open<Known extends string> = Known | (string & {});

/** An object with fields of known types and any other fields. */
export type WithOthers<Fields> = Fields | (Fields & Readonly<Record<string, unknown>>);

export function optional<M extends AnyModel>(model: M): OptionalModel<Optional<ValueOf<M>>>;
/* @__NO_SIDE_EFFECTS__ */
export function optional(model: z.ZodMiniType): z.ZodMiniType {
  return z.nullish(model);
}

/** A field that may be left out, but not emptied. */
export function omittable<M extends AnyModel>(model: M): OptionalModel<ValueOf<M> | undefined>;
/* @__NO_SIDE_EFFECTS__ */
export function omittable(model: z.ZodMiniType): z.ZodMiniType {
  return z.optional(model);
}

export function nullable<M extends AnyModel>(model: M): Model<ValueOf<M> | null>;
/* @__NO_SIDE_EFFECTS__ */
export function nullable(model: z.ZodMiniType): z.ZodMiniType {
  return z.nullable(model);
}

/** Shared, because each model that is built at the start delays the first response. */
const unknown = /* @__PURE__ */ z.unknown();

/**
 * An object with these fields. Others pass unchecked. Fields are created when first read, because a program uses few of
 * the models, and bundlers remove unused ones.
 */
export function section<S extends z.core.$ZodLooseShape>(fields: () => S): z.ZodMiniObject<S, z.core.$loose>;
/* @__NO_SIDE_EFFECTS__ */
export function section(fields: () => z.core.$ZodShape): z.ZodMiniObject {
  let shape: z.core.$ZodShape | undefined;
  return new z.ZodMiniObject({
    type: "object",
    get shape() {
      shape ??= fields();
      return shape;
    },
    catchall: unknown,
    ...must("an object"),
  });
}

export function pick<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  names: readonly Name[],
): Pick<Fields, Name>;
export function pick(fields: object, names: readonly PropertyKey[]): object {
  return Object.fromEntries(names.map((name) => [name, Reflect.get(fields, name)]));
}

/** An object whose content the reference does not describe, in a request. `object` also accepts interfaces. */
export const anyObject: Model<object> = section(() => ({}));

/** An object whose content the reference does not describe, in a response. */
export const record: Model<Record<string, unknown>> = section(() => ({}));

/** Any value, because the reference does not show the type. */
export const anything: OptionalModel<unknown> = /* @__PURE__ */ z.optional(unknown);

/** A field of known type whose values are not checked. */
export function unchecked<T>(): OptionalModel<T>;
/* @__NO_SIDE_EFFECTS__ */
export function unchecked(): z.ZodMiniType {
  return anything;
}

/**
 * Any value in which `find` finds no issue. It uses `z.unknown` with the given JSON Schema, because zod cannot export
 * `z.custom` as JSON Schema.
 */
export function valueWithout<T>(
  find: (value: unknown) => ZodIssue | undefined,
  expected: ExpectedForm,
  jsonSchema: object,
): Model<T>;
/* @__NO_SIDE_EFFECTS__ */
export function valueWithout(
  find: (value: unknown) => ZodIssue | undefined,
  expected: ExpectedForm,
  jsonSchema: object,
): z.ZodMiniType {
  return checked(unknown, find, expected, jsonSchema);
}

export const flag: Model<boolean> = /* @__PURE__ */ z.boolean(must("true or false"));

/** `z.int` would add the limits ±(2^53 - 1) to the JSON Schema of every integer. */
export const integer: Model<number> = valueWithout(
  (value) => (Number.isSafeInteger(value) ? undefined : { code: "invalid_type", expected: "int" }),
  "an integer",
  { type: "integer" },
);

/**
 * A string or a number, because gateways differ. The issue of a `z.union` has no type, and its JSON Schema is longer.
 */
export const textOrNumber: Model<string | number> = valueWithout(
  (value) =>
    typeof value === "string" || typeof value === "number"
      ? undefined
      : { code: "invalid_type", expected: "string" },
  "a string or a number",
  { type: ["string", "number"] },
);

export function list<M extends AnyModel>(model: M): Model<ValueOf<M>[]>;
/* @__NO_SIDE_EFFECTS__ */
export function list(model: z.ZodMiniType): z.ZodMiniType {
  return z.array(model, must("an array"));
}

/** A list in a request, where readonly arrays are accepted. */
export function readonlyList<M extends AnyModel>(model: M): Model<readonly ValueOf<M>[]>;
/* @__NO_SIDE_EFFECTS__ */
export function readonlyList(model: z.ZodMiniType): z.ZodMiniType {
  return z.array(model, must("an array"));
}
