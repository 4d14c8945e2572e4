import type { Schema } from "./schema.ts";

/** What the document needs for an operation besides the table of operations. */
export interface OperationNotes {
  readonly summary: string;
  readonly description?: string;
  /** Besides those of its path. */
  readonly parameters?: readonly Schema[];
  readonly requestBody?: Schema;
  readonly responses: Schema;
}

export const answer = (name: string): Schema => ({ $ref: `#/components/responses/${name}` });

/** The responses that every operation may have. */
export const SERVED: Schema = {
  "401": answer("Unauthorized"),
  "429": answer("TooManyRequests"),
  "5XX": { description: "The gateway, or a proxy in front of it, failed: the body can be anything." },
};
