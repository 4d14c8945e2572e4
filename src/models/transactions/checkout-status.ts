import { type EchoedCheckout, echoedFields } from "../checkout/checkout.ts";
import { type PaymentMethodFields, paymentMethodSchema } from "../checkout/payment-method.ts";
import {
  flag,
  integer,
  type Optional,
  optional,
  record,
  type Section,
  type Shape,
  section,
  textOrNumber,
} from "../fields/primitives.ts";
import { type Returned, returned } from "../fields/returned.ts";
import { filled, text } from "../fields/text.ts";
import { type PaymentDetails, paymentDetailsSchema, type TransactionStatus } from "./payment-details.ts";

/** The processing result, in one section named after the transaction type. */
export interface GatewayResponse {
  /** Processing result of a payment. */
  payment?: Optional<PaymentDetails>;
  /** Processing result of an authorization. */
  authorization?: Optional<PaymentDetails>;
  /** Processing result of a charge. */
  charge?: Optional<PaymentDetails>;
  /** Processing result of a payout. */
  payout?: Optional<PaymentDetails>;
  /** Processing result of a tokenization. */
  tokenization?: Optional<PaymentDetails>;
}

/** The payment methods of a token, with an identifier and timestamps. */
export interface OfferedPaymentMethod extends Returned<PaymentMethodFields> {
  /** Identifier. */
  id?: Optional<string | number>;
  /** When it was created: ISO 8601. */
  created_at?: Optional<string>;
  /** When it was last changed: ISO 8601. */
  updated_at?: Optional<string>;
}

/**
 * Status of a payment token: the request, with null for fields that were not sent, and the result. Source: gateway
 * documentation, "Payment token status".
 */
export interface CheckoutStatus extends EchoedCheckout {
  /** Payment token. */
  token: string;
  /** Shop identifier. */
  shop_id?: Optional<number>;
  /** `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, `deleted`, or an unknown one. */
  status?: Optional<TransactionStatus>;
  /** Description of the status. */
  message?: Optional<string>;
  /** True if an external system processed the payment. */
  finished?: Optional<boolean>;
  /** True if the token has expired. */
  expired?: Optional<boolean>;
  /** The processing result, in one section named after the transaction type; null before processing. */
  gateway_response?: Optional<GatewayResponse>;
  /** The payment methods offered. */
  payment_method?: Optional<OfferedPaymentMethod>;
  /** The shop as shown on the payment page: `name`, `url`, `contact_email`, `contact_phone`, `brands`. */
  shop?: Optional<Record<string, unknown>>;
  /** The merchant. The gateway documentation does not show its fields. */
  merchant?: Optional<Record<string, unknown>>;
}

/** The zod model of {@link GatewayResponse}. */
export const gatewayResponseSchema: Section<GatewayResponse> = section(
  (): Shape<GatewayResponse> => ({
    payment: optional(paymentDetailsSchema),
    authorization: optional(paymentDetailsSchema),
    charge: optional(paymentDetailsSchema),
    payout: optional(paymentDetailsSchema),
    tokenization: optional(paymentDetailsSchema),
  }),
);

const offeredPaymentMethodSchema: Section<OfferedPaymentMethod> = section(
  (): Shape<OfferedPaymentMethod> => ({
    ...returned(paymentMethodSchema).shape,
    id: optional(textOrNumber),
    created_at: optional(text),
    updated_at: optional(text),
  }),
);

/** The zod model of {@link CheckoutStatus}. */
export const checkoutStatusSchema: Section<CheckoutStatus> = section(
  (): Shape<CheckoutStatus> => ({
    ...echoedFields(),
    token: filled,
    shop_id: optional(integer),
    status: optional(text),
    message: optional(text),
    finished: optional(flag),
    expired: optional(flag),
    gateway_response: optional(gatewayResponseSchema),
    payment_method: optional(offeredPaymentMethodSchema),
    shop: optional(record),
    merchant: optional(record),
  }),
);
