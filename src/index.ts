/**
 * The client, its models, errors and helpers.
 *
 * @module payments-client
 */

export { type AnyPaymentsError, isPaymentsError } from "./any-payments-error.ts";
export { PaymentsClient } from "./client.ts";
export type { ClientOptions } from "./client-options.ts";
export {
  ApiError,
  AuthenticationError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type ResponseContext,
  ResponseError,
  ServerError,
  UnexpectedResponseError,
  ValidationError,
} from "./errors/api-error.ts";
export { ConfigurationError } from "./errors/configuration-error.ts";
export { type ConnectionContext, ConnectionError, TimeoutError } from "./errors/connection-error.ts";
export type { ErrorTree, Issue, IssueCode } from "./errors/error-tree.ts";
export { InvalidRequestError } from "./errors/invalid-request-error.ts";
export { type ErrorCode, type ErrorContext, PaymentsError, type Processed } from "./errors/payments-error.ts";
export { RequestAbortedError } from "./errors/request-aborted-error.ts";
export { WebhookError, type WebhookErrorReason } from "./errors/webhook-error.ts";
export * from "./models/bill.ts";
export * from "./models/checkout/additional-data.ts";
export * from "./models/checkout/cart.ts";
export {
  type Checkout,
  type CheckoutCreateParams,
  checkoutCreateParamsFieldsSchema,
  checkoutCreateParamsSchema,
  checkoutSchema,
  type EchoedCheckout,
  type TransactionType,
} from "./models/checkout/checkout.ts";
export * from "./models/checkout/custom-field.ts";
export { type Customer, customerSchema } from "./models/checkout/customer.ts";
export {
  type CustomerField,
  type CustomerFields,
  customerFieldsSchema,
} from "./models/checkout/customer-fields.ts";
export * from "./models/checkout/order.ts";
export * from "./models/checkout/payment-method.ts";
export * from "./models/checkout/settings.ts";
export * from "./models/checkout/travel.ts";
export {
  type ApiErrorBody,
  type ApiErrorMessages,
  apiErrorBodySchema,
  type CheckoutErrorBody,
  type CheckoutErrors,
  checkoutErrorBodySchema,
  errorTreeSchema,
  type GatewayErrors,
  type ProductErrorBody,
  productErrorBodySchema,
} from "./models/error-bodies.ts";
export type { Amount, IntegerInput } from "./models/fields/amount.ts";
export type {
  Empty,
  Model,
  Open,
  Optional,
  OptionalModel,
  Section,
  Shape,
  WithOthers,
} from "./models/fields/primitives.ts";
export type { Returned, ReturnedValue } from "./models/fields/returned.ts";
export * from "./models/fields/single-values.ts";
export type { Time } from "./models/fields/time.ts";
export {
  type Product,
  type ProductCreateParams,
  type ProductTransactionType,
  type ProductUpdateParams,
  productCreateParamsFieldsSchema,
  productCreateParamsSchema,
  productSchema,
  productUpdateParamsFieldsSchema,
  productUpdateParamsSchema,
} from "./models/product.ts";
export * from "./models/transactions/checkout-status.ts";
export * from "./models/transactions/payment-details.ts";
export {
  type BillingAddress,
  billingAddressSchema,
  type CardCustomer,
  type CardPaymentData,
  type CardToCharge,
  cardCustomerSchema,
  cardPaymentDataSchema,
  cardToChargeFieldsSchema,
  cardToChargeSchema,
  type SavedCardPaymentParams,
  savedCardPaymentParamsSchema,
} from "./models/transactions/saved-card-payment.ts";
export * from "./models/transactions/transaction.ts";
export * from "./models/transactions/transaction-params.ts";
export * from "./models/transactions/transaction-sections.ts";
export type { TransactionStatus } from "./models/transactions/transaction-status.ts";
export { type FollowUpType, isTransaction, type TransactionOf } from "./payments/is-transaction.ts";
export { fromMinorUnits, type MinorUnitsOptions, toMinorUnits } from "./payments/money.ts";
export { isFinal, isPaid, type Outcome, outcome } from "./payments/outcome.ts";
export { parseReturnUrl, type ReturnParams } from "./payments/return-url.ts";
export { type PaymentSummary, paymentSummary } from "./payments/summary.ts";
export type { Bills } from "./resources/bills.ts";
export type { Checkouts } from "./resources/checkouts.ts";
export { IdempotencyError } from "./resources/idempotency-error.ts";
export type { PollOptions } from "./resources/poll.ts";
export type { Products } from "./resources/products.ts";
export type { Transactions } from "./resources/transactions.ts";
export type { ApiOperation, Method, Operation } from "./shared/operations.ts";
export type { CallPromise, CallResponse } from "./transport/call-promise.ts";
export type { Fetch } from "./transport/connection.ts";
export type { HeadersOption } from "./transport/headers.ts";
export type {
  CallErrorEvent,
  CallEvent,
  DriftEvent,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./transport/hooks.ts";
export type {
  BodyOptions,
  CheckoutOptions,
  RequestOptions,
  TransactionOptions,
} from "./transport/request-options.ts";
