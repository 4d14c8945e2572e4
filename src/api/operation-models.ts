import type * as z from "zod/mini";
import { billCreateParamsSchema } from "./bill.ts";
import { checkoutCreateParamsSchema, checkoutSchema } from "./checkout/checkout.ts";
import { list, type ValueOf } from "./fields/primitives.ts";
import type { ApiOperation } from "./operations.ts";
import { productCreateParamsSchema, productSchema, productUpdateParamsSchema } from "./product.ts";
import { checkoutStatusSchema } from "./transactions/checkout-status.ts";
import { savedCardPaymentParamsSchema } from "./transactions/saved-card-payment.ts";
import { transactionSchema } from "./transactions/transaction.ts";
import {
  captureParamsSchema,
  refundParamsSchema,
  voidParamsSchema,
} from "./transactions/transaction-params.ts";

/** The models of the parameters and the result of an operation. */
interface OperationModels {
  /** If undefined, the operation takes no parameters and sends no body. */
  readonly params?: z.ZodMiniType;
  /** The key of the result in the response. If undefined, the body is the result. */
  readonly key?: string;
  /** If undefined, the operation resolves on any 2xx. */
  readonly result?: z.ZodMiniType;
}

/** The models of every operation. The client, the local gateway and the OpenAPI document read this table. */
const OPERATION_MODELS = {
  "products.create": { params: productCreateParamsSchema, result: productSchema },
  "products.get": { result: productSchema },
  "products.list": { result: list(productSchema) },
  "products.update": { params: productUpdateParamsSchema },
  "checkouts.create": { params: checkoutCreateParamsSchema, key: "checkout", result: checkoutSchema },
  "checkouts.get": { key: "checkout", result: checkoutStatusSchema },
  "transactions.get": { key: "transaction", result: transactionSchema },
  "transactions.findByTrackingId": { key: "transactions", result: list(transactionSchema) },
  "transactions.pay": { params: savedCardPaymentParamsSchema, key: "transaction", result: transactionSchema },
  "transactions.authorize": {
    params: savedCardPaymentParamsSchema,
    key: "transaction",
    result: transactionSchema,
  },
  "transactions.capture": { params: captureParamsSchema, key: "transaction", result: transactionSchema },
  "transactions.void": { params: voidParamsSchema, key: "transaction", result: transactionSchema },
  "transactions.refund": { params: refundParamsSchema, key: "transaction", result: transactionSchema },
  "bills.create": { params: billCreateParamsSchema, key: "transaction", result: transactionSchema },
  "bills.get": { key: "transaction", result: transactionSchema },
  "bills.delete": {},
} as const satisfies Readonly<Record<ApiOperation, OperationModels>>;

type Models = typeof OPERATION_MODELS;

/** The parameters of an operation. Undefined if the operation takes none. */
export type ParamsOf<O extends ApiOperation> = Models[O] extends { readonly params: infer Model }
  ? ValueOf<Model>
  : undefined;

/** The result of an operation. */
export type ResultOf<O extends ApiOperation> = Models[O] extends { readonly result: infer Model }
  ? ValueOf<Model>
  : undefined;

/** An operation without a result. */
export type Command = {
  [O in ApiOperation]: Models[O] extends { readonly result: unknown } ? never : O;
}[ApiOperation];

export const modelsOf = (operation: ApiOperation): OperationModels => OPERATION_MODELS[operation];
