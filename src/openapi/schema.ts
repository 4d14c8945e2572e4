/** A JSON Schema (2020-12, used by OpenAPI 3.1). */
export interface Schema {
  readonly [keyword: string]: unknown;
}

export const refTo = (component: string): Schema => ({ $ref: `#/components/schemas/${component}` });

export const jsonOf = (schema: Schema, example: unknown): Schema => ({
  "application/json": { schema, example },
});

/** An object with one required key. */
export const under = (key: string, schema: Schema): Schema => ({
  type: "object",
  required: [key],
  properties: { [key]: schema },
});

/** The component that represents a missing value. */
export const NOT_GIVEN = "NotGiven";

/** The values that mean that an optional field of a request is not given. */
export const notGiven: Schema = {
  description: "No value, which is equivalent to leaving the field out.",
  anyOf: [{ type: "string", const: "" }, { type: "null" }],
};

export const answer = (name: string): Schema => ({ $ref: `#/components/responses/${name}` });

/** The responses that every operation may have. */
export const SERVED: Schema = {
  "401": answer("Unauthorized"),
  "429": answer("TooManyRequests"),
  default: {
    description:
      "Any other status, from the gateway or from a proxy in front of it. The body can be anything.",
  },
};
