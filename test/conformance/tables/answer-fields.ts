/** The fields of the gateway's answers: of products and tokens, of errors, and of transactions and their sections. */

const ADDRESS = ["first_name", "last_name", "address", "city", "state", "zip", "country", "phone"];

/** By the name of the type. */
export const ANSWER_FIELDS: Readonly<Record<string, readonly string[]>> = {
  Product: [
    ...["id", "name", "description", "currency", "amount", "quantity", "infinite", "language", "test"],
    ...[
      "transaction_type",
      "created_at",
      "updated_at",
      "additional_data",
      "immortal",
      "expired_at",
      "return_url",
    ],
    ...["visible_fields", "shop_id", "pay_url", "payment_url", "confirm_url"],
  ],
  Checkout: [
    ...[
      "token",
      "redirect_url",
      "transaction_type",
      "attempts",
      "dynamic_billing_descriptor",
      "test",
      "iframe",
    ],
    ...["settings", "order", "customer", "payment_method", "travel"],
  ],
  ProductErrorBody: ["message", "errors"],
  CheckoutErrorBody: ["message", "errors"],
  Transaction: [
    ...["uid", "id", "parent_uid", "type", "status", "amount", "currency", "description", "tracking_id"],
    "order_id",
    ...[
      "message",
      "code",
      "friendly_message",
      "custom_fields",
      "test",
      "created_at",
      "updated_at",
      "paid_at",
    ],
    ...["expired_at", "closed_at", "settled_at", "manually_corrected_at", "language", "payment_method_type"],
    ...["method_type", "recurring_type", "status_code", "receipt_url", "credit_card", "payment"],
    ...["authorization", "charge", "payout", "tokenization", "capture", "void", "refund", "erip"],
    ...["avs_cvc_verification", "three_d_secure_verification", "be_protected_verification", "customer"],
    ...["billing_address", "additional_data", "redirect_url"],
  ],
  CreditCard: [
    ...["holder", "brand", "last_4", "first_1", "bin", "exp_month", "exp_year", "token", "stamp"],
    ...["issuer_country", "issuer_name", "product", "token_provider", "sub_brand"],
  ],
  TransactionCustomer: ["email", "ip", "device_id", "birth_date", "external_id", "taxpayer_id"],
  BillingAddress: ADDRESS,
  ReturnedBillingAddress: ADDRESS,
  TransactionData: ["vendor"],
  Vendor: ["name", "token"],
  AvsCvcVerification: ["avs_verification", "cvc_verification"],
  CheckResult: ["result_code"],
  ThreeDSecureVerification: ["pa_status", "eci", "ve_status"],
  EripPayment: [
    ...[
      "request_id",
      "service_no",
      "service_no_erip",
      "account_number",
      "transaction_id",
      "instruction",
      "service_info",
    ],
    ...["receipt", "qr_code", "qr_code_raw"],
  ],
};
