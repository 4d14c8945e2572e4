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
  /** Only if values are not sent as they are given. */
  readonly wire?: Wire;
}

/** The definition of a model, to walk it. `instanceof` would do, but is ten times slower with the classes of zod. */
export const defOf = (model: z.core.$ZodType): Def => model._zod.def;
