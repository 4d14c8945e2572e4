import { anything, type Model, nullish, type Shape, section, text } from "./primitives.ts";

/** The gateway's messages. Source: API reference, "Errors". */
export interface ApiErrorMessages {
  /** The joined messages. */
  message?: string | null | undefined;
  /** Messages by field: nested by section or with dotted keys, down to an array of strings or one string. */
  errors?: unknown;
}

/** What a refusal carries. Source: API reference, "Errors"; `response`: gateway documentation. */
export interface ApiErrorBody extends ApiErrorMessages {
  /** The same two, wrapped. */
  response?: ApiErrorMessages | null | undefined;
}

const messagesSchema: Model<ApiErrorMessages> = section({
  message: nullish(text),
  errors: anything,
} satisfies Shape<ApiErrorMessages>);

/** The zod model of {@link ApiErrorBody}. */
export const apiErrorBodySchema: Model<ApiErrorBody> = section({
  message: nullish(text),
  errors: anything,
  response: nullish(messagesSchema),
} satisfies Shape<ApiErrorBody>);
