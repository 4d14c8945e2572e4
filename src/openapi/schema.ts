/** A JSON Schema of 2020-12, as OpenAPI 3.1 has it. */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export const refTo = (component: string): Schema => ({ $ref: `#/components/schemas/${component}` });

/** A body in JSON. */
export const jsonOf = (schema: Schema, example: unknown): Schema => ({
  "application/json": { schema, example },
});

/** The component that stands for a value that is not there. */
export const NOTHING = "NotGiven";

/** What a request carries in an optional field for which there is no value. */
export const notGiven: Schema = {
  description: "No value: it counts as if the field were left out.",
  type: ["string", "null"],
  enum: ["", null],
};
