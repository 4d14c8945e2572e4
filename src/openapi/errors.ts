import { refTo, type Schema } from "./schema.ts";

/** What a refusal carries besides the models of it. */
export const errorComponents: Readonly<Record<string, Schema>> = {
  WrappedErrors: {
    description: "The same, wrapped, with dotted keys. Source: gateway documentation.",
    type: "object",
    required: ["response"],
    properties: {
      response: {
        description: "What was refused.",
        type: "object",
        required: ["message", "errors"],
        properties: {
          message: { description: "The joined messages.", type: "string" },
          errors: refTo("GatewayErrors"),
        },
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
    description: "There is no such product or token. The reference does not show the body.",
    content: jsonOf(refTo("ApiErrorBody")),
  },
  ProductRefused: {
    description: "The parameters were refused.",
    content: jsonOf({ anyOf: [refTo("ProductErrorBody"), refTo("WrappedErrors")] }),
  },
  CheckoutRefused: {
    description: "The parameters were refused. The reference does not show the status.",
    content: jsonOf({ anyOf: [refTo("CheckoutErrorBody"), refTo("WrappedErrors")] }),
  },
  TooManyRequests: {
    description: "Try again later, with a growing interval. Source: gateway documentation.",
    headers: {
      "Retry-After": { description: "Seconds to wait, or a date.", schema: { type: "string" } },
    },
    content: jsonOf(refTo("ApiErrorBody")),
  },
};
