/** All that this package reads of a zod model beyond zod's functions: `_zod` appears in no other file. */
import type * as z from "zod/mini";

/** How the values of a model are written on the wire. */
export interface Wire {
  /** Converts a value to its wire format. Other values are returned unchanged. */
  readonly send: (value: unknown) => unknown;
  /** JSON Schema of what is sent. Default: that of the model. */
  readonly schema?: object | undefined;
  /** Model of the value in a response. Default: the model. */
  readonly returned?: z.core.$ZodType | undefined;
}

/** The definition of a model: `shape` of a section, `element` of a list, `innerType` of an optional or nullable value. */
interface Def {
  readonly type: string;
  readonly shape?: z.core.$ZodShape;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
  readonly checks?: z.core.$ZodCheck<never>[];
  /** Only if values are not sent as they are given. */
  readonly wire?: Wire;
  /** The table that has the values, if there is one. */
  readonly codes?: "currency" | "country";
}

const defOf = (model: z.core.$ZodType): Def => model._zod.def;

const SYNCHRONOUS = { async: false };

/** What checking and writing need of a model, read when it is first needed: of a field that is absent nothing is. */
export class Part {
  /** The model of a value that is given. */
  readonly model: z.core.$ZodType;
  /** The values that pass as none: `undefined`, `null`, both or neither. */
  readonly none: readonly unknown[];
  #item: Part | undefined;
  #fields: readonly (readonly [name: string, part: Part])[] | undefined;

  constructor(model: z.core.$ZodType) {
    const none: unknown[] = [];
    let inner = model;
    for (let def = defOf(inner); def.innerType; def = defOf(inner)) {
      none.push(def.type === "optional" ? undefined : null);
      inner = def.innerType;
    }
    this.model = inner;
    this.none = none;
  }

  /** The items of a list. */
  get item(): Part | undefined {
    const { element } = defOf(this.model);
    this.#item ??= element && partOf(element);
    return this.#item;
  }

  /** The fields of a section. */
  get fields(): readonly (readonly [name: string, part: Part])[] | undefined {
    if (this.#fields || defOf(this.model).type !== "object") return this.#fields;
    this.#fields = Object.entries({ ...defOf(this.model).shape }).map(([name, field]) => [
      name,
      partOf(field),
    ]);
    return this.#fields;
  }

  /** zod's name for its type. */
  get type(): string {
    return defOf(this.model).type;
  }

  get wire(): Wire | undefined {
    return defOf(this.model).wire;
  }

  get codes(): Def["codes"] {
    return defOf(this.model).codes;
  }

  /** Adds the issues of a value to the payload: all that zod finds. */
  check(payload: z.core.ParsePayload): void {
    this.model._zod.run(payload, SYNCHRONOUS);
  }

  /** Adds the issues that the rules of a section find, without those of its fields. */
  checkRules(payload: z.core.ParsePayload): void {
    for (const { _zod } of defOf(this.model).checks ?? []) Reflect.apply(_zod.check, _zod, [payload]);
  }
}

/**
 * A copy of a model with another definition. The fields of an object stay unread: `check`, and a spread, would make them.
 */
export function withDef<M extends z.ZodMiniType>(model: M, more: Pick<Def, "checks" | "wire" | "codes">): M;
/* @__NO_SIDE_EFFECTS__ */
export function withDef(model: z.ZodMiniType, more: Pick<Def, "checks" | "wire" | "codes">): z.ZodMiniType {
  const { def } = model._zod;
  const copy = Object.defineProperties({ type: def.type }, { ...Object.getOwnPropertyDescriptors(def) });
  return model.clone(Object.assign(copy, more));
}

/** A model with additional checks. */
/* @__NO_SIDE_EFFECTS__ */
export function withChecks<M extends z.ZodMiniType>(model: M, ...checks: z.core.$ZodCheck<never>[]): M {
  return withDef(model, { checks: [...(defOf(model).checks ?? []), ...checks] });
}

/** How the values of a model are written; undefined for those of an optional model around it. */
export const wireOf = (model: z.core.$ZodType): Wire | undefined => defOf(model).wire;

/** Parts are made once: zod spreads a model over objects that are slow to visit in each call. */
const parts = new WeakMap<z.core.$ZodType, Part>();

export function partOf(model: z.core.$ZodType): Part {
  const known = parts.get(model);
  if (known) return known;
  const part = new Part(model);
  parts.set(model, part);
  return part;
}
