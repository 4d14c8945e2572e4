import type { Issue } from "../errors/error-tree.ts";
import { type Checkout, checkoutCreateParamsSchema } from "../models/checkout.ts";
import type { CheckoutStatus } from "../models/checkout-status.ts";
import { problemsOf } from "../transport/check-params.ts";
import { isRecord } from "../values.ts";
import type { Host } from "./products.ts";
import { randomHex } from "./random-hex.ts";
import { unknownCurrency } from "./refusal.ts";

type Fields = Readonly<Record<string, unknown>>;

interface KeptCheckout {
  readonly token: string;
  readonly fields: Fields;
  readonly createdAt: Date;
}

const DAY = 24 * 60 * 60 * 1000;

const section = (value: unknown): Fields => (isRecord(value) ? value : {});

/** The documented fields of a section, null where they were not sent, and whatever else was sent. */
const replicated = (sent: unknown, documented: readonly string[]): Record<string, unknown> => ({
  ...Object.fromEntries(documented.map((field) => [field, null])),
  ...section(sent),
});

const SETTINGS = [
  "success_url",
  "fail_url",
  "decline_url",
  "cancel_url",
  "return_url",
  "notification_url",
  "verification_url",
  "auto_return",
  "button_next_text",
];

const CUSTOMER = [
  "first_name",
  "last_name",
  "address",
  "city",
  "country",
  "state",
  "phone",
  "zip",
  "email",
  "birth_date",
  "taxpayer_id",
  "external_id",
];

const expiryOf = ({ fields, createdAt }: KeptCheckout): Date => {
  const { expired_at: given } = section(fields["order"]);
  return typeof given === "string" && given !== "" ? new Date(given) : new Date(createdAt.getTime() + DAY);
};

const toStatus = (checkout: KeptCheckout, shopId: string): CheckoutStatus => {
  const { token, fields, createdAt } = checkout;
  const expired = expiryOf(checkout).getTime() <= Date.now();
  const times = { created_at: createdAt.toISOString(), updated_at: createdAt.toISOString() };
  return {
    ...fields,
    token,
    shop_id: Number.isSafeInteger(Number(shopId)) ? Number(shopId) : null,
    transaction_type: String(fields["transaction_type"]),
    gateway_response: null,
    order: {
      tracking_id: null,
      expired_at: null,
      ...section(fields["order"]),
      additional_data: section(section(fields["order"])["additional_data"]),
    },
    settings: {
      ...replicated(fields["settings"], SETTINGS),
      customer_fields: section(section(fields["settings"])["customer_fields"]),
      credit_card_fields: section(section(fields["settings"])["credit_card_fields"]),
    },
    customer: replicated(fields["customer"], CUSTOMER),
    finished: false,
    expired,
    shop: {
      name: "Sandbox",
      url: null,
      contact_email: null,
      contact_phone: null,
      brands: ["visa", "master"],
    },
    test: fields["test"] === true,
    status: expired ? "error" : "incomplete",
    message: expired ? "Token is expired." : "The customer has not paid yet.",
    payment_method: { types: ["credit_card"], ...section(fields["payment_method"]), ...times },
  };
};

/** The payment tokens of a sandbox. */
export class SandboxCheckouts {
  readonly #kept = new Map<string, KeptCheckout>();

  /** Every problem of a new token, the client's rules and the gateway's own, nested below `checkout`. */
  problemsOfNew(fields: unknown): Issue[] {
    const { currency } = section(section(fields)["order"]);
    return [
      ...problemsOf(checkoutCreateParamsSchema, fields, ["checkout"]),
      ...unknownCurrency(currency, ["checkout", "order", "currency"]),
    ];
  }

  /** A new token: what was sent is replicated in the answer. */
  create(fields: Fields, { origin }: Host): Checkout {
    const token = randomHex(32);
    this.#kept.set(token, { token, fields, createdAt: new Date() });
    return { ...fields, token, redirect_url: `${origin}/v2/checkout?token=${token}` };
  }

  get(token: string, { shopId }: Host): CheckoutStatus | undefined {
    const checkout = this.#kept.get(token);
    return checkout && toStatus(checkout, shopId);
  }
}
