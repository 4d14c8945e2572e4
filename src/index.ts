/**
 * The client, its models, errors and helpers.
 *
 * @module payments-client
 */

export * from "./api/bill.ts";
export * from "./api/checkout/additional-data.ts";
export * from "./api/checkout/cart.ts";
export {
  type Checkout,
  type CheckoutCreateParams,
  checkoutCreateParamsFieldsSchema,
  checkoutCreateParamsSchema,
  checkoutSchema,
  type EchoedCheckout,
  type TransactionType,
} from "./api/checkout/checkout.ts";
export * from "./api/checkout/custom-field.ts";
export { type Customer, type CustomerField, customerSchema } from "./api/checkout/customer.ts";
export { type CustomerFields, customerFieldsSchema } from "./api/checkout/customer-fields.ts";
export * from "./api/checkout/order.ts";
export * from "./api/checkout/payment-method.ts";
export * from "./api/checkout/settings.ts";
export * from "./api/checkout/travel.ts";
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
} from "./api/error-bodies.ts";
export type { ErrorTree, Issue, IssueCode } from "./api/error-tree.ts";
export type { Amount, IntegerInput } from "./api/fields/amount.ts";
export type { Country, Currency, Language } from "./api/fields/known-codes.ts";
export type {
  Empty,
  Infer,
  Model,
  Named,
  Open,
  Optional,
  OptionalModel,
  Section,
  Shape,
  WithOthers,
} from "./api/fields/primitives.ts";
export type { Returned, ReturnedValue } from "./api/fields/returned.ts";
export * from "./api/fields/single-values.ts";
export type { Time } from "./api/fields/time.ts";
export type { ApiOperation, Method, Operation } from "./api/operations.ts";
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
} from "./api/product.ts";
export * from "./api/transactions/checkout-status.ts";
export * from "./api/transactions/payment-details.ts";
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
} from "./api/transactions/saved-card-payment.ts";
export * from "./api/transactions/transaction.ts";
export * from "./api/transactions/transaction-params.ts";
export * from "./api/transactions/transaction-sections.ts";
export type { TransactionStatus } from "./api/transactions/transaction-status.ts";
export type { FollowUpType, OtherType } from "./api/transactions/transaction-type.ts";
export { type AnyPaymentsError, isPaymentsError } from "./client/methods/any-payments-error.ts";
export type { Bills } from "./client/methods/bills.ts";
export type { Checkouts } from "./client/methods/checkouts.ts";
export { type DriftEvent, driftHooks } from "./client/methods/drift-hooks.ts";
export type { ClientOptions } from "./client/methods/options.ts";
export { PaymentsClient } from "./client/methods/payments-client.ts";
export type { Products } from "./client/methods/products.ts";
export {
  type SendMethod,
  type SendOnceOptions,
  type SendOnceParams,
  type Sent,
  sendOnce,
} from "./client/methods/send-once.ts";
export type { Transactions } from "./client/methods/transactions.ts";
export type { Fetch } from "./client/prepare/connection.ts";
export type { HeadersOption } from "./client/prepare/headers.ts";
export type {
  CallErrorEvent,
  CallEvent,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./client/prepare/hooks.ts";
export type {
  BodyOptions,
  CheckoutOptions,
  PollOptions,
  RequestOptions,
  TransactionOptions,
} from "./client/prepare/request-options.ts";
export type { CallPromise, CallResponse } from "./client/send/call-promise.ts";
export { IdempotencyError } from "./client/send/idempotency-error.ts";
export {
  ApiError,
  AuthenticationError,
  type ErrorResponse,
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
export { InvalidRequestError } from "./errors/invalid-request-error.ts";
export { type ErrorCode, type ErrorContext, PaymentsError, type Processed } from "./errors/payments-error.ts";
export { RequestAbortedError } from "./errors/request-aborted-error.ts";
export { WebhookError, type WebhookErrorReason } from "./errors/webhook-error.ts";
export { isTransaction, type TransactionOf } from "./payments/is-transaction.ts";
export { fromMinorUnits, type MinorUnitsOptions, toMinorUnits } from "./payments/money.ts";
export type {
  CheckoutNotification,
  Notification,
  OtherNotification,
  Payment,
  TransactionNotification,
} from "./payments/notification.ts";
export { isFinal, type Outcome, outcome } from "./payments/outcome.ts";
export { parseReturnUrl, type ReturnParams } from "./payments/return-url.ts";
export { type PaymentSummary, paymentSummary } from "./payments/summary.ts";
