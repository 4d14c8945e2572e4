/**
 * Receives notifications and payout verifications.
 *
 * @module payments-client/webhooks
 */

export { WebhookError, type WebhookErrorReason } from "../errors/webhook-error.ts";
export type {
  CheckoutNotification,
  Notification,
  OtherNotification,
  Payment,
  TransactionNotification,
} from "../payments/notification.ts";
export { type ExpectedPayment, expectPayment, expectPayout } from "./expect-payment.ts";
export type { HandlerOptions, WebhookHandler } from "./handler.ts";
export type { WebhookHeaders } from "./headers.ts";
export { type NodeRequest, type NodeResponse, toNodeListener } from "./node-listener.ts";
export type { EventHandler, NotificationHandlers } from "./notification-handlers.ts";
export { notificationKey } from "./notification-key.ts";
export type { WebhooksOptions } from "./options.ts";
export { paymentDetails } from "./payment-details.ts";
export { type PaymentEvent, type PaymentEventFields, paymentEvent } from "./payment-event.ts";
export type { Decide, Decline, PayoutVerification } from "./payout-verification.ts";
export type { RawWebhook } from "./raw-body.ts";
export { Webhooks } from "./webhooks.ts";
