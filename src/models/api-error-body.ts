import { anything, type Model, nullish, type Shape, section, text } from "./primitives.ts";

/** The gateway's messages. Source: API reference, "Errors". */
interface Messages {
  /** The joined messages. */
  message?: string | null | undefined;
  /** Messages by field: nested by section or with dotted keys, down to an array of strings or one string. */
  errors?: unknown;
}

/** What a refusal carries. Source: API reference, "Errors"; `response`: gateway documentation. */
export interface ApiErrorBody extends Messages {
  /** The same two, wrapped. */
  response?: Messages | null | undefined;
}

const messagesSchema: Model<Messages> = section({
  message: nullish(text),
  errors: anything,
} satisfies Shape<Messages>);

export const apiErrorBodySchema: Model<ApiErrorBody> = section({
  message: nullish(text),
  errors: anything,
  response: nullish(messagesSchema),
} satisfies Shape<ApiErrorBody>);
