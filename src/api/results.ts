import { checkoutSchema } from "./checkout/checkout.ts";
import { productSchema } from "./product.ts";
import { checkoutStatusSchema } from "./transactions/checkout-status.ts";
import { transactionSchema } from "./transactions/transaction.ts";

/** The models of results, by the name of their type. The client alone does not need them. */
export const RESULTS = {
  Product: productSchema,
  Checkout: checkoutSchema,
  CheckoutStatus: checkoutStatusSchema,
  Transaction: transactionSchema,
};
