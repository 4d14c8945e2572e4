export { PaymentsClient } from "./client.ts";
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
export type { ErrorTree, Issue } from "./errors/error-tree.ts";
export { InvalidRequestError } from "./errors/invalid-request-error.ts";
export { type ErrorCode, type ErrorContext, PaymentsError } from "./errors/payments-error.ts";
export { RequestAbortedError } from "./errors/request-aborted-error.ts";
export { WebhookError, type WebhookErrorReason } from "./errors/webhook-error.ts";
export {
  type AdditionalData,
  additionalDataSchema,
  type Contract,
} from "./models/additional-data.ts";
export { type AgreementToggle, agreementToggleSchema } from "./models/agreement-toggle.ts";
export { type ApiErrorBody, type ApiErrorMessages, apiErrorBodySchema } from "./models/api-error-body.ts";
export { type CardOnFile, cardOnFileSchema } from "./models/card-on-file.ts";
export { type Cart, type CartPosition, cartSchema } from "./models/cart.ts";
export {
  type Checkout,
  type CheckoutCreateParams,
  checkoutCreateParamsSchema,
  checkoutSchema,
  type TransactionType,
} from "./models/checkout.ts";
export {
  type CheckoutStatus,
  type CheckoutStatusOrder,
  checkoutStatusSchema,
  type GatewayResponse,
} from "./models/checkout-status.ts";
export { type CustomField, type CustomFields, customFieldSchema } from "./models/custom-field.ts";
export { type Customer, customerSchema } from "./models/customer.ts";
export {
  type CustomerField,
  type CustomerFields,
  customerFieldsSchema,
} from "./models/customer-fields.ts";
export { type Order, orderSchema } from "./models/order.ts";
export { type PaymentMethod, paymentMethodSchema, type SavedCard } from "./models/payment-method.ts";
export type { Amount, Model, Optional, Time, Whole } from "./models/primitives.ts";
export {
  type Product,
  type ProductCreateParams,
  type ProductTransactionType,
  type ProductUpdateParams,
  productCreateParamsSchema,
  productSchema,
  productUpdateParamsSchema,
} from "./models/product.ts";
export { type Recipient, recipientSchema } from "./models/recipient.ts";
export {
  type AnotherCardToggle,
  type CreditCardFields,
  type SaveCardToggle,
  type Settings,
  settingsSchema,
} from "./models/settings.ts";
export {
  type CreditCard,
  type PaymentDetails,
  type Transaction,
  transactionSchema,
} from "./models/transaction.ts";
export {
  type CaptureParams,
  captureParamsSchema,
  type RefundParams,
  refundParamsSchema,
  type VoidParams,
  voidParamsSchema,
} from "./models/transaction-params.ts";
export {
  type Airline,
  airlineSchema,
  type Leg,
  type Passenger,
  type Travel,
  travelSchema,
} from "./models/travel.ts";
export { fromMinorUnits, toMinorUnits } from "./money.ts";
export type { ApiOperation, Method, Operation } from "./operations.ts";
export type { ClientOptions } from "./options.ts";
export { isFinal, isPaid } from "./payment-state.ts";
export type { Checkouts } from "./resources/checkouts.ts";
export type { PollOptions } from "./resources/poll.ts";
export type { Products } from "./resources/products.ts";
export type { Transactions } from "./resources/transactions.ts";
export { parseReturnUrl, type ReturnParams } from "./return-url.ts";
export type { Fetch } from "./transport/exchange.ts";
export type {
  CallErrorEvent,
  CallEvent,
  DriftEvent,
  Hooks,
  RequestEvent,
  ResponseEvent,
  RetryEvent,
} from "./transport/hooks.ts";
export type { HeadersOption, RequestOptions } from "./transport/request-options.ts";
