/** All internals of zod models that this package reads. No other file uses `_zod`. */
import type * as z from "zod/mini";

/** The wire format of a model's values. */
export interface Wire {
  /** Converts a value to its wire format. Returns other values unchanged. */
  readonly send: (value: unknown) => unknown;
  /** JSON Schema of the wire format. Default: the model's JSON Schema. */
  readonly schema?: object | undefined;
  /** Model of the value in a response. Default: the model. */
  readonly returned?: z.core.$ZodType | undefined;
}

/**
 * The definition of a model, such as `shape` of a section, `element` of a list, or `innerType` of an optional value.
 */
interface Def {
  readonly type: string;
  readonly shape?: z.core.$ZodShape;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly checks?: z.core.$ZodCheck<never>[];
  /** Present if values are not sent unchanged. */
  readonly wire?: Wire;
  /** The table that contains the values. */
  readonly codes?: "currency" | "country";
}

const defOf = (model: z.core.$ZodType): Def => model._zod.def;

const SYNCHRONOUS = { async: false };

/** The properties of a model that checking and writing read. zod spreads a model over objects that are slow to visit. */
export class Part {
  /** The model of a value other than `none`. */
  readonly model: z.core.$ZodType;
  /** The values that count as no value: `undefined`, `null`, both or neither. */
  readonly none: readonly unknown[];
  readonly type: string;
  readonly wire: Wire | undefined;
  readonly codes: Def["codes"];
  /** The items of a list. */
  readonly item: Part | undefined;
  #fields: readonly (readonly [name: string, part: Part])[] | undefined;

  constructor(model: z.core.$ZodType) {
    const none: unknown[] = [];
    let inner = model;
    for (let def = defOf(inner); def.innerType; def = defOf(inner)) {
      none.push(def.type === "optional" ? undefined : null);
      inner = def.innerType;
    }
    const { type, wire, codes, element } = defOf(inner);
    this.model = inner;
    this.none = none;
    this.type = type;
    this.wire = wire;
    this.codes = codes;
    this.item = element && partOf(element);
  }

  /** The fields of a section. They are created when first needed, because most sections are absent. */
  get fields(): readonly (readonly [name: string, part: Part])[] | undefined {
    if (this.type !== "object") return undefined;
    this.#fields ??= Object.entries({ ...defOf(this.model).shape }).map(([name, field]) => [
      name,
      partOf(field),
    ]);
    return this.#fields;
  }

  /** Adds all issues of a value to the payload. */
  check(payload: z.core.ParsePayload): void {
    this.model._zod.run(payload, SYNCHRONOUS);
  }

  /** Adds only the issues from the rules of a section, not from its fields. */
  checkRules(payload: z.core.ParsePayload): void {
    for (const { _zod } of defOf(this.model).checks ?? []) Reflect.apply(_zod.check, _zod, [payload]);
  }
}

/** Copies a model with another definition. `check` or a spread would create the fields of an object too early. */
export function withDef<M extends z.ZodMiniType>(model: M, more: Pick<Def, "checks" | "wire" | "codes">): M;
/* @__NO_SIDE_EFFECTS__ */
export function withDef(model: z.ZodMiniType, more: Pick<Def, "checks" | "wire" | "codes">): z.ZodMiniType {
  const { def } = model._zod;
  const copy = Object.defineProperties({ type: def.type }, { ...Object.getOwnPropertyDescriptors(def) });
  return model.clone(Object.assign(copy, more));
}

/* @__NO_SIDE_EFFECTS__ */
export function withChecks<M extends z.ZodMiniType>(model: M, ...checks: z.core.$ZodCheck<never>[]): M {
  return withDef(model, { checks: [...(defOf(model).checks ?? []), ...checks] });
}

/** The wire format of a model's values. Undefined for an optional model, even if the model in it has one. */
export const wireOf = (model: z.core.$ZodType): Wire | undefined => defOf(model).wire;

/** The part of each model that was needed. */
const parts = new WeakMap<z.core.$ZodType, Part>();

export function partOf(model: z.core.$ZodType): Part {
  const known = parts.get(model);
  if (known) return known;
  const part = new Part(model);
  parts.set(model, part);
  return part;
}
