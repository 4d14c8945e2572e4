/**
 * Receives notifications and payout verifications.
 *
 * @module payments-client/webhooks
 */

export { WebhookError, type WebhookErrorReason } from "./errors/webhook-error.ts";
export type {
  CheckoutNotification,
  Notification,
  OtherNotification,
  Payment,
  TransactionNotification,
} from "./payments/notification.ts";
export type { ByteReader } from "./runtime/read-bytes.ts";
export { type ExpectedPayment, expectPayment, expectPayout } from "./webhooks/expect-payment.ts";
export { handlePayment } from "./webhooks/handle-payment.ts";
export type { HandlerOptions, WebhookHandler } from "./webhooks/handler.ts";
export type { HeaderReader, WebhookHeaders } from "./webhooks/headers.ts";
export { type NodeRequest, type NodeResponse, toNodeListener } from "./webhooks/node-listener.ts";
export { paymentDetails } from "./webhooks/notification.ts";
export { notificationKey } from "./webhooks/notification-key.ts";
export type { WebhooksOptions } from "./webhooks/options.ts";
export type {
  OrderPayment,
  Payable,
  PaymentEvent,
  PaymentHandlers,
  PaymentResult,
  PaymentToReview,
  ReviewReason,
} from "./webhooks/payment-handlers.ts";
export type { Decide, Decline, PayoutVerification } from "./webhooks/payout-verification.ts";
export type { RawWebhook, WebhookRequest } from "./webhooks/raw-body.ts";
export { Webhooks } from "./webhooks/webhooks.ts";
