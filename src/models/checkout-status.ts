import { type ReplicatedCheckout, replicatedFields } from "./checkout.ts";
import {
  flag,
  integer,
  type Optional,
  optional,
  record,
  type Section,
  type Shape,
  section,
} from "./fields/primitives.ts";
import { type Returned, returned, textOrNumber } from "./fields/returned.ts";
import { filled, text } from "./fields/text.ts";
import { type PaymentMethodFields, paymentMethodSchema } from "./payment-method.ts";
import { type PaymentDetails, paymentDetailsSchema, type TransactionStatus } from "./transaction.ts";

/** What the transaction's section holds, by transaction type. Source: gateway documentation. */
export interface GatewayResponse {
  /** What the processing said of a payment. */
  payment?: Optional<PaymentDetails>;
  /** What the processing said of an authorization. */
  authorization?: Optional<PaymentDetails>;
  /** What the processing said of a charge. */
  charge?: Optional<PaymentDetails>;
  /** What the processing said of a payout. */
  payout?: Optional<PaymentDetails>;
  /** What the processing said of a tokenization. */
  tokenization?: Optional<PaymentDetails>;
}

/** The payment methods of a token, with their own identifier and times. Source: gateway documentation. */
export interface OfferedPaymentMethod extends Returned<PaymentMethodFields> {
  /** Identifier. */
  id?: Optional<string | number>;
  /** When it was created: ISO 8601. */
  created_at?: Optional<string>;
  /** When it was last changed: ISO 8601. */
  updated_at?: Optional<string>;
}

/**
 * A payment token and what became of it: the request replicated, with null for what was not sent, and the
 * outcome. Source: gateway documentation, "Payment token status".
 */
export interface CheckoutStatus extends ReplicatedCheckout {
  /** Payment token. */
  token: string;
  /** Shop identifier. */
  shop_id?: Optional<number>;
  /** `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, or one that is new. */
  status?: Optional<TransactionStatus>;
  /** What the status means, in words. */
  message?: Optional<string>;
  /** True when an external system processed the payment. */
  finished?: Optional<boolean>;
  /** True when the token's time ran out. */
  expired?: Optional<boolean>;
  /** What the processing said, in one section named after the transaction type; null before that. */
  gateway_response?: Optional<GatewayResponse>;
  /** Which payment methods are offered. */
  payment_method?: Optional<OfferedPaymentMethod>;
  /** The shop as the payment page shows it: `name`, `url`, `contact_email`, `contact_phone`, `brands`. */
  shop?: Optional<Record<string, unknown>>;
  /** The merchant. The gateway documentation does not show its fields. */
  merchant?: Optional<Record<string, unknown>>;
}

/** The zod model of {@link GatewayResponse}. */
export const gatewayResponseSchema: Section<GatewayResponse> = section({
  payment: optional(paymentDetailsSchema),
  authorization: optional(paymentDetailsSchema),
  charge: optional(paymentDetailsSchema),
  payout: optional(paymentDetailsSchema),
  tokenization: optional(paymentDetailsSchema),
} satisfies Shape<GatewayResponse>);

/* @__NO_SIDE_EFFECTS__ */
function offeredPaymentMethod(): Section<OfferedPaymentMethod> {
  return section({
    ...returned(paymentMethodSchema).shape,
    id: optional(textOrNumber),
    created_at: optional(text),
    updated_at: optional(text),
  } satisfies Shape<OfferedPaymentMethod>);
}

/** The zod model of {@link CheckoutStatus}. */
export const checkoutStatusSchema: Section<CheckoutStatus> = section({
  ...replicatedFields,
  token: filled,
  shop_id: optional(integer),
  status: optional(text),
  message: optional(text),
  finished: optional(flag),
  expired: optional(flag),
  gateway_response: optional(gatewayResponseSchema),
  payment_method: optional(offeredPaymentMethod()),
  shop: optional(record),
  merchant: optional(record),
} satisfies Shape<CheckoutStatus>);
