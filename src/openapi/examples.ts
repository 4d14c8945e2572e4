import type { Checkout } from "../api/checkout/checkout.ts";
import type { CheckoutErrorBody, ProductErrorBody } from "../api/error-bodies.ts";
import type { Product } from "../api/product.ts";
import type { CheckoutStatus } from "../api/transactions/checkout-status.ts";
import type { Transaction } from "../api/transactions/transaction.ts";

const PRODUCT_ID = "prd_7c1e04b29f3a5d68";
const TOKEN = "6d0f1c7b1a2e4f93a7c5e8b2d4f60819ab3c5d7e9f1024687bdc5ae390f2c641";
const UID = "5b8f1f0e-93f0-4ed0-8f9e-2f3a6b1c7d54";
const PAY_URL = `https://api.gateway.example/products/${PRODUCT_ID}/pay`;

const product: Product = {
  id: PRODUCT_ID,
  name: "Annual pass",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: 12900,
  quantity: 40,
  infinite: false,
  language: "en",
  transaction_type: "payment",
  created_at: "2026-03-02T08:14:55.120Z",
  updated_at: "2026-03-02T08:14:55.120Z",
  test: true,
  additional_data: {},
  pay_url: PAY_URL,
  payment_url: PAY_URL,
  confirm_url: `https://checkout.gateway.example/v2/confirm_order/${PRODUCT_ID}/4821`,
};

const order = { amount: 12900, currency: "EUR", description: "Annual pass", tracking_id: "order-1007" };

const settings = {
  return_url: "https://shop.example/orders/1007",
  notification_url: "https://shop.example/notify",
  auto_return: "3",
};

const checkout: Checkout = {
  token: TOKEN,
  redirect_url: `https://checkout.gateway.example/widget/hpp.html?token=${TOKEN}`,
  transaction_type: "payment",
  order,
  settings,
};

const details = { uid: UID, status: "successful", message: "Payment was approved", auth_code: "654321" };

const status: CheckoutStatus = {
  token: TOKEN,
  shop_id: 4821,
  transaction_type: "payment",
  test: true,
  order,
  settings,
  finished: true,
  expired: false,
  status: "successful",
  message: "Transaction is successful.",
  gateway_response: { payment: details },
};

const transaction: Transaction = {
  ...order,
  uid: UID,
  type: "payment",
  status: "successful",
  message: "Successfully processed",
  test: true,
  paid_at: "2026-03-02T08:21:15.495Z",
  payment: details,
};

const refusedProduct: ProductErrorBody = {
  message: "Currency is not in ISO 4217 alpha-3 format",
  errors: { currency: ["is not in ISO 4217 alpha-3 format"] },
};

const refusedCheckout: CheckoutErrorBody = {
  message: "Fail url does not appear to be valid",
  errors: { checkout: { settings: { fail_url: ["does not appear to be valid"] } } },
};

const refund: Transaction = {
  ...transaction,
  uid: "9d2c6a41-0b7e-4c55-8a1f-6e3d90b2f718",
  parent_uid: UID,
  type: "refund",
  amount: 2900,
  tracking_id: "refund-1007-1",
  refund: { status: "successful", message: "The operation was successfully processed." },
};

/** A capture or a void of the refund's parent and amount. */
const followedBy = (type: "capture" | "void"): { readonly transaction: Transaction } => {
  const { refund: section, reason: _, ...others } = refund;
  return { transaction: { ...others, type, tracking_id: order.tracking_id, [type]: section } };
};

const CARD = { token: "5e2f7a10-4c8b-4b58-9d53-0a1f6f1f2c77" };

const savedCardPayment = {
  ...order,
  notification_url: settings.notification_url,
  credit_card: CARD,
  additional_data: { card_on_file: { initiator: "merchant" } },
};

const charged: Transaction = {
  ...transaction,
  credit_card: { brand: "visa", last_4: "0000", exp_month: 12, exp_year: 2031, ...CARD },
};

const { payment: held, ...authorized } = { ...charged, type: "authorization" };

const numbers = { order_id: "100700000012", tracking_id: order.tracking_id };

const service = { account_number: "1007", service_no: "99999999" };

const newBill = {
  ...order,
  ...numbers,
  currency: "BYN",
  ip: "203.0.113.7",
  notification_url: settings.notification_url,
  payment_method: { type: "erip", ...service },
};

const bill: Transaction = {
  ...order,
  ...numbers,
  uid: "c2d5f0a1-6b7e-4c34-9d21-08f7a6b5c4d3",
  type: "payment",
  status: "pending",
  currency: "BYN",
  message: "The payment is awaited",
  payment_method_type: "erip",
  erip: {
    ...service,
    instruction: ["Internet shops, Reading rooms"],
    banks: [
      {
        name: "Bank",
        icon: "data:image/svg+xml;base64,PHN2Zy8+",
        platform_urls: { ios: "bank://pay#", android: "bank://pay#", huaweiapp: null },
      },
    ],
  },
  payment: { status: "pending" },
};

const followUp = { parent_uid: UID, amount: 2900 };

const payout = { uid: UID, amount: 12900 };

/** Example requests and responses of each call, in their wire format. */
export const EXAMPLES = {
  newProduct: {
    name: "Annual pass",
    description: "Entry for one person, twelve months",
    currency: "EUR",
    amount: "12900",
    quantity: "40",
    expired_at: "2027-01-01T00:00:00+00:00",
    language: "en",
  },
  changes: { amount: "9900", infinite: true },
  product,
  products: [product],
  newCheckout: { checkout: { transaction_type: "payment", order, settings } },
  checkout: { checkout },
  status: { checkout: status },
  refusedProduct,
  refusedCheckout,
  malformed: { message: "The body must be a JSON object" },
  refused: { message: "Access denied" },
  notFound: { message: "Record not found" },
  tooMany: { message: "Too many requests" },
  transaction: { transaction },
  transactions: { transactions: [refund, transaction] },
  followUp: { request: followUp },
  newRefund: { request: { ...followUp, reason: "Returned guide", tracking_id: "refund-1007-1" } },
  capture: followedBy("capture"),
  void: followedBy("void"),
  refund: { transaction: refund },
  savedCardPayment: { request: savedCardPayment },
  charged: { transaction: charged },
  held: { transaction: { ...authorized, authorization: held } },
  newBill: { request: newBill },
  bill: { transaction: bill },
  deletedBill: { message: "Successfully deleted" },
  refusedRefund: {
    message: "Amount is more than the remaining amount",
    errors: { amount: ["is more than the remaining amount"] },
  },
  expired: { checkout: { token: TOKEN, expired: true, status: "error", gateway_response: null } },
  payout: { transaction: { ...payout, type: "payout", currency: "EUR" } },
  decision: { code: 0, ...payout },
};
