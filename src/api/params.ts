import { billCreateParamsSchema } from "./bill.ts";
import { checkoutCreateParamsSchema } from "./checkout/checkout.ts";
import { productCreateParamsSchema, productUpdateParamsSchema } from "./product.ts";
import { savedCardPaymentParamsSchema } from "./transactions/saved-card-payment.ts";
import {
  captureParamsSchema,
  refundParamsSchema,
  voidParamsSchema,
} from "./transactions/transaction-params.ts";

/** The models of parameters, by the name of their type. */
export const PARAMS = {
  ProductCreateParams: productCreateParamsSchema,
  ProductUpdateParams: productUpdateParamsSchema,
  CheckoutCreateParams: checkoutCreateParamsSchema,
  SavedCardPaymentParams: savedCardPaymentParamsSchema,
  CaptureParams: captureParamsSchema,
  VoidParams: voidParamsSchema,
  RefundParams: refundParamsSchema,
  BillCreateParams: billCreateParamsSchema,
};
