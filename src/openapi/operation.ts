import type { Schema } from "./schema.ts";

/** What the document says of an operation besides what the table of operations does. */
export interface OperationNotes {
  readonly summary: string;
  readonly description?: string;
  readonly requestBody?: Schema;
  readonly responses: Schema;
}

export const answer = (name: string): Schema => ({ $ref: `#/components/responses/${name}` });

/** What any operation may answer. */
export const SERVED: Schema = {
  "401": answer("Unauthorized"),
  "429": answer("TooManyRequests"),
  "5XX": { description: "The gateway failed, or a proxy before it: the body can be anything." },
};

/** What stands under one key. */
export const under = (key: string, schema: Schema): Schema => ({
  type: "object",
  required: [key],
  properties: { [key]: schema },
});
