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
export { type ExpectedPayment, expectPayment, expectPayout } from "./webhooks/expect-payment.ts";
export type { HandlerOptions, WebhookHandler } from "./webhooks/handler.ts";
export type { WebhookHeaders } from "./webhooks/headers.ts";
export { type NodeRequest, type NodeResponse, toNodeListener } from "./webhooks/node-listener.ts";
export { paymentDetails } from "./webhooks/notification.ts";
export type { EventHandler, NotificationHandlers } from "./webhooks/notification-handlers.ts";
export { notificationKey } from "./webhooks/notification-key.ts";
export type { WebhooksOptions } from "./webhooks/options.ts";
export { type PaymentEvent, type PaymentEventFields, paymentEvent } from "./webhooks/payment-event.ts";
export type { Decide, Decline, PayoutVerification } from "./webhooks/payout-verification.ts";
export type { RawWebhook } from "./webhooks/raw-body.ts";
export { Webhooks } from "./webhooks/webhooks.ts";
