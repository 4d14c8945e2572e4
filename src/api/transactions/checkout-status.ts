import { type EchoedCheckout, echoedFields } from "../checkout/checkout.ts";
import { type PaymentMethodFields, paymentMethodSchema } from "../checkout/payment-method.ts";
import {
  flag,
  type Infer,
  integer,
  type Named,
  optional,
  record,
  type Section,
  section,
  textOrNumber,
} from "../fields/primitives.ts";
import { type Returned, returned } from "../fields/returned.ts";
import { filled, text } from "../fields/text.ts";
import { paymentDetailsSchema } from "./payment-details.ts";
import { transactionStatus } from "./transaction-status.ts";

const gatewayResponseFields = () => ({
  /** Processing result of a payment. */
  payment: optional(paymentDetailsSchema),
  /** Processing result of an authorization. */
  authorization: optional(paymentDetailsSchema),
  /** Processing result of a charge. */
  charge: optional(paymentDetailsSchema),
  /** Processing result of a payout. */
  payout: optional(paymentDetailsSchema),
  /** Processing result of a tokenization. */
  tokenization: optional(paymentDetailsSchema),
});

/** The processing result, in one section named after the transaction type. */
export interface GatewayResponse extends Infer<typeof gatewayResponseFields>, Named {}

const offeredPaymentMethodFields = () => ({
  /** Identifier. */
  id: optional(textOrNumber),
  /** Creation time, ISO 8601. */
  created_at: optional(text),
  /** Time of the last change, ISO 8601. */
  updated_at: optional(text),
});

/** The payment methods of a token, with an identifier and timestamps. */
export interface OfferedPaymentMethod
  extends Returned<PaymentMethodFields>,
    Infer<typeof offeredPaymentMethodFields> {}

const checkoutStatusFields = () => ({
  /** Payment token. */
  token: filled,
  /** Shop identifier. */
  shop_id: optional(integer),
  /** `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, `deleted`, or an unknown one. */
  status: optional(transactionStatus),
  /** Description of the status. */
  message: optional(text),
  /** True if an external system processed the payment. */
  finished: optional(flag),
  /** True if the token has expired. */
  expired: optional(flag),
  /** The processing result, in one section named after the transaction type. Null before processing. */
  gateway_response: optional(gatewayResponseSchema),
  /** The payment methods offered. */
  payment_method: optional(offeredPaymentMethodSchema),
  /** The shop as shown on the payment page: `name`, `url`, `contact_email`, `contact_phone`, `brands`. */
  shop: optional(record),
  /** The merchant. The gateway documentation does not show its fields. */
  merchant: optional(record),
});

/**
 * Status of a payment token. It contains the request, with null for fields that were not sent, and the result. Source:
 * gateway documentation, "Payment token status".
 */
export interface CheckoutStatus
  extends Omit<EchoedCheckout, "payment_method">,
    Infer<typeof checkoutStatusFields> {}

/** The zod model of {@link GatewayResponse}. */
export const gatewayResponseSchema: Section<GatewayResponse> = section(gatewayResponseFields);

const offeredPaymentMethodSchema: Section<OfferedPaymentMethod> = section(() => ({
  ...returned(paymentMethodSchema).shape,
  ...offeredPaymentMethodFields(),
}));

/** The zod model of {@link CheckoutStatus}. */
export const checkoutStatusSchema: Section<CheckoutStatus> = section(() => ({
  ...echoedFields(),
  ...checkoutStatusFields(),
}));
