/** Prints what the models return for valid and invalid values, for a process with its own Node flags. */
import { checkoutCreateParamsSchema, checkoutStatusSchema, productSchema } from "../../src/index.ts";
import checkoutStatus from "../fixtures/checkout-status.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import { completeCheckout } from "./complete-params.ts";
import { having } from "./params.ts";

const WRONG = [
  { transaction_type: "refund", "order.currency": "eur", "order.amount": 32.45 },
  { "order.description": "", "order.tracking_id": "", "order.expired_at": "2027-02-30T00:00:00Z" },
  { "settings.return_url": "/thanks", "settings.notification_url": null, "settings.auto_return": "soon" },
  { "order.custom_fields.custom_field_1.label": "a".repeat(51), "customer.country": "Germany" },
  { "order.additional_data.contract": ["forever"], "order.additional_data.receipt_text": "a line" },
  { "order.additional_data.cart.positions.0.amount": 1, "travel.airline.legs": [{}, 5] },
  { settings: "dark", customer: [], order: null },
];

const results = [
  checkoutCreateParamsSchema.safeParse(completeCheckout),
  ...WRONG.map((changes) => checkoutCreateParamsSchema.safeParse(having(completeCheckout, changes))),
  productSchema.safeParse(product),
  productSchema.safeParse({ ...product, quantity: "40", additional_data: [], undocumented: true }),
  checkoutStatusSchema.safeParse(checkoutStatus.checkout),
  checkoutStatusSchema.safeParse(having(checkoutStatus.checkout, { finished: "true", token: "" })),
];
const written = (_key: string, value: unknown): unknown =>
  typeof value === "bigint" ? String(value) : value;
console.log(JSON.stringify(results, written));
