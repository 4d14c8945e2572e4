import { refTo, type Schema } from "./schema.ts";

const MESSAGES: Schema = { type: "array", items: { type: "string" } };

const message: Schema = { description: "The joined messages.", type: "string" };

/** What a refusal carries, by what refused. */
export const errorComponents: Readonly<Record<string, Schema>> = {
  ErrorTree: {
    description:
      "Messages by field, nested as the request is or with dotted keys. `base`: of no single field.",
    type: "object",
    additionalProperties: { anyOf: [MESSAGES, { type: "string" }, refTo("ErrorTree")] },
  },
  ProductErrors: {
    description: 'Refused parameters of a product. Source: API reference, "Errors".',
    type: "object",
    required: ["message", "errors"],
    properties: {
      message,
      errors: { description: "Messages by field.", type: "object", additionalProperties: MESSAGES },
    },
  },
  CheckoutErrors: {
    description: 'Refused parameters of a payment token. Source: API reference, "Errors".',
    type: "object",
    required: ["message", "errors"],
    properties: {
      message,
      errors: {
        description: "Messages by section and field, below `checkout`.",
        type: "object",
        required: ["checkout"],
        properties: { checkout: { anyOf: [MESSAGES, refTo("ErrorTree")] } },
      },
    },
  },
  FollowUpErrors: {
    description: "A refused capture, void or refund. Source: gateway documentation.",
    type: "object",
    required: ["message", "errors"],
    properties: {
      message,
      errors: {
        description: "Messages by field, below `request`.",
        type: "object",
        required: ["request"],
        properties: { request: { anyOf: [MESSAGES, refTo("ErrorTree")] } },
      },
    },
  },
  WrappedErrors: {
    description: "The same, wrapped, with dotted keys. Source: gateway documentation.",
    type: "object",
    required: ["response"],
    properties: {
      response: {
        description: "What was refused.",
        type: "object",
        required: ["message", "errors"],
        properties: { message, errors: refTo("ErrorTree") },
      },
    },
  },
};

const jsonOf = (schema: Schema): Schema => ({ "application/json": { schema } });

/** The answers that are not 2xx. */
export const errorResponses: Readonly<Record<string, Schema>> = {
  Unauthorized: {
    description: "The shop identifier or the secret key is not the gateway's.",
    content: jsonOf(refTo("ApiErrorBody")),
  },
  NotFound: {
    description: "There is no such product, token or transaction. The reference does not show the body.",
    content: jsonOf(refTo("ApiErrorBody")),
  },
  ProductRefused: {
    description: "The parameters were refused.",
    content: jsonOf({ anyOf: [refTo("ProductErrors"), refTo("WrappedErrors")] }),
  },
  CheckoutRefused: {
    description: "The parameters were refused. The reference does not show the status.",
    content: jsonOf({ anyOf: [refTo("CheckoutErrors"), refTo("WrappedErrors")] }),
  },
  FollowUpRefused: {
    description: "The parameters were refused. Source: gateway documentation.",
    content: jsonOf({ anyOf: [refTo("FollowUpErrors"), refTo("WrappedErrors")] }),
  },
  TooManyRequests: {
    description: "Try again later, with a growing interval. Source: gateway documentation.",
    headers: {
      "Retry-After": { description: "Seconds to wait, or a date.", schema: { type: "string" } },
    },
    content: jsonOf(refTo("ApiErrorBody")),
  },
};
