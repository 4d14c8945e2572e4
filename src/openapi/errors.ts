import { EXAMPLES } from "./examples.ts";
import { retryAfter } from "./headers.ts";
import { jsonOf, refTo, type Schema, under } from "./schema.ts";

const gatewayError = (description: string): Schema => ({
  description,
  type: "object",
  required: ["message", "errors"],
  properties: {
    message: { description: "The joined messages.", type: "string" },
    errors: refTo("GatewayErrors"),
  },
});

/** Components of error responses that have no model. */
export const errorComponents: Readonly<Record<string, Schema>> = {
  FollowUpErrors: gatewayError("Error response for an invalid request for a transaction."),
  WrappedErrors: {
    description: "The same error, wrapped and with dotted keys, in the format of some gateways.",
    ...under("response", gatewayError("The error.")),
  },
};

const NOT_SHOWN = "The API reference does not show this response.";

export const errorResponses: Readonly<Record<string, Schema>> = {
  Unauthorized: {
    description: `The shop identifier or the secret key is wrong. ${NOT_SHOWN}`,
    content: jsonOf(refTo("ApiErrorBody"), EXAMPLES.refused),
  },
  Malformed: {
    description: `The request is malformed, such as a body that is not JSON. ${NOT_SHOWN}`,
    content: jsonOf(refTo("ApiErrorBody"), EXAMPLES.malformed),
  },
  NotFound: {
    description: "No product, token or transaction has this id. The API reference does not show the body.",
    content: jsonOf(refTo("ApiErrorBody"), EXAMPLES.notFound),
  },
  ProductRefused: {
    description: "The parameters are invalid.",
    content: jsonOf({ anyOf: [refTo("ProductErrorBody"), refTo("WrappedErrors")] }, EXAMPLES.refusedProduct),
  },
  CheckoutRefused: {
    description: "The parameters are invalid. The API reference does not show the status.",
    content: jsonOf(
      { anyOf: [refTo("CheckoutErrorBody"), refTo("WrappedErrors")] },
      EXAMPLES.refusedCheckout,
    ),
  },
  FollowUpRefused: {
    description: "The parameters are invalid.",
    content: jsonOf({ anyOf: [refTo("FollowUpErrors"), refTo("WrappedErrors")] }, EXAMPLES.refusedRefund),
  },
  TooManyRequests: {
    description: "Try again later, with a growing interval.",
    headers: retryAfter,
    content: jsonOf(refTo("ApiErrorBody"), EXAMPLES.tooMany),
  },
};
