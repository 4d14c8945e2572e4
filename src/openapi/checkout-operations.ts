import { EXAMPLES } from "./examples.ts";
import { answer, jsonOf, type OperationNotes, refTo, type Schema, SERVED, under } from "./schema.ts";

const checkoutOf = (component: string): Schema => under("checkout", refTo(component));

export const checkoutOperations = {
  "checkouts.create": {
    summary: "Create a payment token",
    description: "Not idempotent: sending the request again creates a second token.",
    requestBody: {
      required: true,
      content: jsonOf(checkoutOf("CheckoutCreateParams"), EXAMPLES.newCheckout),
    },
    responses: {
      "2XX": {
        description: "The token, with the request repeated. The reference does not show the status.",
        content: jsonOf(checkoutOf("Checkout"), EXAMPLES.checkout),
      },
      "4XX": answer("CheckoutRefused"),
      ...SERVED,
    },
  },
  "checkouts.get": {
    summary: "Get the status of a payment token",
    description:
      "Proves what the return of a customer only says. Not in the API reference: from the gateway's documentation of the " +
      "payment token status.",
    responses: {
      "200": {
        description: "The status of the token.",
        content: jsonOf(checkoutOf("CheckoutStatus"), EXAMPLES.status),
      },
      "404": answer("NotFound"),
      ...SERVED,
    },
  },
} satisfies Readonly<Record<string, OperationNotes>>;
