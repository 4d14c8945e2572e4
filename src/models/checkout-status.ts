import { type CustomFields, returnedCustomFieldsSchema } from "./custom-field.ts";
import {
  anyObject,
  filled,
  flag,
  integer,
  type Model,
  nullish,
  type Shape,
  section,
  text,
} from "./primitives.ts";
import { type PaymentDetails, paymentDetailsSchema } from "./transaction.ts";

/** The order of a token, as it was sent. Source: gateway documentation, "Payment token status". */
export interface CheckoutStatusOrder {
  /** Amount in minimal currency units. */
  amount?: number | null | undefined;
  /** Currency, ISO 4217 alpha-3. */
  currency?: string | null | undefined;
  /** Order description. */
  description?: string | null | undefined;
  /** The merchant's own identifier of the order. */
  tracking_id?: string | null | undefined;
  /** Until when the payment can be made, ISO 8601. */
  expired_at?: string | null | undefined;
  /** The custom fields, with the values that the customer gave. */
  custom_fields?: CustomFields | null | undefined;
  /** Additional data of the order, as it was sent. */
  additional_data?: Record<string, unknown> | null | undefined;
}

/** What the transaction's section holds, by transaction type. Source: gateway documentation. */
export interface GatewayResponse {
  /** What the processing said of a payment. */
  payment?: PaymentDetails | null | undefined;
  /** What the processing said of an authorization. */
  authorization?: PaymentDetails | null | undefined;
  /** What the processing said of a charge. */
  charge?: PaymentDetails | null | undefined;
  /** What the processing said of a payout. */
  payout?: PaymentDetails | null | undefined;
  /** What the processing said of a tokenization. */
  tokenization?: PaymentDetails | null | undefined;
}

/**
 * A payment token and what became of it: the request replicated, with null for what was not sent, and the
 * outcome. Source: gateway documentation, "Payment token status".
 */
export interface CheckoutStatus {
  /** Payment token. */
  token: string;
  /** Shop identifier. */
  shop_id?: number | null | undefined;
  /** What the customer's payment does, as it was sent. */
  transaction_type?: string | null | undefined;
  /** `successful`, `failed`, `incomplete`, `pending`, `expired`, `error`, or one that is new. */
  status?: string | null | undefined;
  /** What the status means, in words. */
  message?: string | null | undefined;
  /** True when an external system processed the payment. */
  finished?: boolean | null | undefined;
  /** True when the token's time ran out. */
  expired?: boolean | null | undefined;
  /** True for a test transaction: no money moved. */
  test?: boolean | null | undefined;
  /** What the processing said, in one section named after the transaction type; null before that. */
  gateway_response?: GatewayResponse | null | undefined;
  /** What is paid for, as it was sent. */
  order?: CheckoutStatusOrder | null | undefined;
  /** How the payment page looks and where it leads, as it was sent. */
  settings?: Record<string, unknown> | null | undefined;
  /** Who pays, as it was sent. */
  customer?: Record<string, unknown> | null | undefined;
  /** Which payment methods are offered, with `id`, `created_at` and `updated_at`. */
  payment_method?: Record<string, unknown> | null | undefined;
  /** The shop as the payment page shows it: `name`, `url`, `contact_email`, `contact_phone`, `brands`. */
  shop?: Record<string, unknown> | null | undefined;
  /** The merchant. The gateway documentation does not show its fields. */
  merchant?: Record<string, unknown> | null | undefined;
}

const orderSchema: Model<CheckoutStatusOrder> = section({
  amount: nullish(integer),
  currency: nullish(text),
  description: nullish(text),
  tracking_id: nullish(text),
  expired_at: nullish(text),
  custom_fields: nullish(returnedCustomFieldsSchema),
  additional_data: nullish(anyObject),
} satisfies Shape<CheckoutStatusOrder>);

const gatewayResponseSchema: Model<GatewayResponse> = section({
  payment: nullish(paymentDetailsSchema),
  authorization: nullish(paymentDetailsSchema),
  charge: nullish(paymentDetailsSchema),
  payout: nullish(paymentDetailsSchema),
  tokenization: nullish(paymentDetailsSchema),
} satisfies Shape<GatewayResponse>);

/** The zod model of {@link CheckoutStatus}. */
export const checkoutStatusSchema: Model<CheckoutStatus> = section({
  token: filled,
  shop_id: nullish(integer),
  transaction_type: nullish(text),
  status: nullish(text),
  message: nullish(text),
  finished: nullish(flag),
  expired: nullish(flag),
  test: nullish(flag),
  gateway_response: nullish(gatewayResponseSchema),
  order: nullish(orderSchema),
  settings: nullish(anyObject),
  customer: nullish(anyObject),
  payment_method: nullish(anyObject),
  shop: nullish(anyObject),
  merchant: nullish(anyObject),
} satisfies Shape<CheckoutStatus>);
