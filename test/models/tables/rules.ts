/** The rules of the API reference that involve several fields. */
import type {
  BillCreateParams,
  CheckoutCreateParams,
  ProductCreateParams,
  ProductUpdateParams,
} from "../../../src/index.ts";
import { newBill } from "../../client/calls.ts";
import { aCheckout, aProduct } from "../params.ts";
import { CUSTOMER_FIELDS } from "./kinds.ts";

interface Params {
  readonly "products.create": ProductCreateParams;
  readonly "products.update": ProductUpdateParams;
  readonly "checkouts.create": CheckoutCreateParams;
  readonly "bills.create": BillCreateParams;
}

/** A rule. The params that it allows are typed, so they must compile. */
interface RuleOf<Operation extends keyof Params> {
  readonly name: string;
  readonly operation: Operation;
  readonly takes: readonly Params[Operation][];
  /** Params that it forbids, with the path of the field that is reported. */
  readonly refuses: readonly (readonly [path: string, params: object])[];
  /** A field whose comment states the rule, and the text. */
  readonly comment: readonly [type: string, field: string, words: string];
  /** True if JSON Schema cannot express it: `openapi.json` then has the comment. */
  readonly isOnlyDescribed?: true;
}

type Rule = { readonly [Operation in keyof Params]: RuleOf<Operation> }[keyof Params];

const { quantity, expired_at, ...endless } = { ...aProduct, infinite: true, immortal: true };
const { order } = aCheckout;

/** A cart as JavaScript may send it. */
const withCart = (cart: object): CheckoutCreateParams => withOrder(Object({ additional_data: { cart } }));

const withOrder = (more: Partial<CheckoutCreateParams["order"]>): CheckoutCreateParams => ({
  ...aCheckout,
  order: { ...order, ...more },
});

const item = (amount: number) => ({ name: "Pass", amount, quantity: 1, description: "One" });

export const RULES: readonly Rule[] = [
  {
    name: "account_number is required for erip",
    operation: "bills.create",
    takes: [newBill, { ...newBill, payment_method: { type: "invoice" } }],
    refuses: [
      ["payment_method.account_number", { ...newBill, payment_method: { type: "erip" } }],
      ["payment_method.account_number", { ...newBill, payment_method: { type: "erip", account_number: "" } }],
    ],
    comment: ["BillMethod", "account_number", "Required for `erip`"],
  },
  {
    name: "quantity is required unless infinite is true",
    operation: "products.create",
    takes: [endless, { ...endless, infinite: false, quantity: 1 }],
    refuses: [
      ["quantity", { ...endless, infinite: false }],
      ["quantity", { ...endless, infinite: null, quantity: "" }],
    ],
    comment: ["ProductCreateParams", "quantity", "Required on creation unless `infinite` is true"],
  },
  {
    name: "quantity must not be sent when infinite is true",
    operation: "products.create",
    takes: [
      { ...endless, quantity: null },
      { ...endless, quantity: "" },
    ],
    refuses: [40, "40", 0, "0"].map((given) => ["quantity", { ...endless, quantity: given }] as const),
    comment: ["ProductCreateParams", "quantity", "must not be sent if it is"],
  },
  {
    name: "quantity must not be sent when infinite is true, on update",
    operation: "products.update",
    takes: [{ infinite: true }, { quantity: 1 }, { infinite: true, quantity: null }],
    refuses: [40, "40", 0, "0"].map((given) => ["quantity", { infinite: true, quantity: given }] as const),
    comment: ["ProductUpdateParams", "quantity", "must not be sent if it is"],
  },
  {
    name: "expired_at is required unless immortal is true",
    operation: "products.create",
    takes: [true, false].map((immortal) => ({ ...endless, immortal, expired_at: "2030-01-01T00:00:00Z" })),
    refuses: [
      ["expired_at", { ...endless, immortal: false }],
      ["expired_at", { ...endless, immortal: null, expired_at: "" }],
    ],
    comment: ["ProductCreateParams", "expired_at", "Required on creation unless `immortal` is true"],
  },
  {
    name: "an update takes any subset, at least one field",
    operation: "products.update",
    takes: [
      { amount: 1 },
      { infinite: true, amount: "5" },
      { name: "Pass" },
      // The other field of the rules above may already be set.
      { infinite: false },
      { immortal: false },
    ],
    refuses: [
      ["", {}],
      ["", { name: undefined, amount: undefined, undocumented: undefined }],
    ],
    comment: ["ProductUpdateParams", "", "at least one"],
  },
  {
    name: "an update leaves out a field that a new product must have, but does not empty it",
    operation: "products.update",
    takes: [{ description: "Entry for two" }, { name: undefined, infinite: true, quantity: null }],
    refuses: ["name", "description", "currency", "amount"].flatMap((field) => [
      [field, { [field]: "" }] as const,
      [field, { [field]: null }] as const,
    ]),
    comment: ["ProductUpdateParams", "", "can be left out, not emptied"],
  },
  {
    name: "at most three custom fields, with fixed names",
    operation: "checkouts.create",
    takes: [
      withOrder({
        custom_fields: { custom_field_1: { label: "a" }, custom_field_2: {}, custom_field_3: null },
      }),
      ...[null, "", undefined].map((nothing) =>
        withOrder({ custom_fields: { custom_field_1: { value: "a" }, ...{ custom_field_4: nothing } } }),
      ),
    ],
    refuses: ["custom_field_4", "custom_field_0", "customField1", "toString"].map((name) => [
      `order.custom_fields.${name}`,
      { ...aCheckout, order: { ...order, custom_fields: { [name]: { value: "a" } } } },
    ]),
    comment: ["CustomFields", "", "Up to three custom fields, with these keys"],
  },
  {
    name: "a card-on-file type beside another initiator is sent, but not used",
    operation: "checkouts.create",
    takes: [
      withOrder({ additional_data: { card_on_file: { type: "no_show" } } }),
      withOrder({ additional_data: { card_on_file: { initiator: "customer", type: "no_show" } } }),
    ],
    refuses: [],
    comment: ["CardOnFile", "type", "used only if `initiator` is `merchant`"],
  },
  {
    name: "a cart has an array, by any name",
    operation: "checkouts.create",
    takes: [
      withOrder({ additional_data: { cart: { positions: [item(12900)] } } }),
      ...[{ items: [] }, { positions: null, items: [item(1)] }].map(withCart),
    ],
    refuses: [{}, { positions: null }].map((cart) => [
      "order.additional_data.cart.positions",
      withCart(cart),
    ]),
    comment: ["Cart", "positions", "Required, unless the cart has an array by another name"],
  },
  {
    name: "the amounts of the cart's items add up to the order's",
    operation: "checkouts.create",
    takes: [withOrder({ additional_data: { cart: { positions: [item(13000), item(-100)] } } })],
    refuses: [
      [
        "order.additional_data.cart.positions",
        withOrder({ additional_data: { cart: { positions: [item(12900), item(1)] } } }),
      ],
    ],
    comment: ["Cart", "positions", "add up to `order.amount`"],
    isOnlyDescribed: true,
  },
  {
    name: "read-only fields are present and not empty in the customer section",
    operation: "checkouts.create",
    takes: [
      {
        ...aCheckout,
        settings: { customer_fields: { read_only: ["email"] } },
        customer: { email: "k@k.test" },
      },
    ],
    refuses: CUSTOMER_FIELDS.flatMap((field) =>
      (field === "email" ? [undefined, null, {}, { email: null }, { email: "" }] : [{}]).map((customer) => [
        `customer.${field}`,
        { ...aCheckout, settings: { customer_fields: { read_only: [field, field] } }, customer },
      ]),
    ),
    comment: ["CustomerFields", "read_only", "must be present and non-empty in the `customer` section"],
    isOnlyDescribed: true,
  },
  {
    // Reference, "customer": "Two-letter billing state, only when the billing country is IN, US or CA."
    name: "a state has two letters where the country is IN, US or CA, and is any text beside another or none",
    operation: "checkouts.create",
    takes: [
      { ...aCheckout, customer: { country: "IN", state: "KA" } },
      { ...aCheckout, customer: { country: "US", state: "" } },
      { ...aCheckout, customer: { country: "CA", state: null } },
      { ...aCheckout, customer: { country: "DE", state: "Baden-Württemberg" } },
      { ...aCheckout, customer: { state: "California" } },
    ],
    refuses: [
      ["IN", "Karnataka"],
      ["US", "California"],
      ["US", "C"],
      ["US", "06"],
      ["CA", "ON "],
    ].map(([country, state]) => ["customer.state", { ...aCheckout, customer: { country, state } }]),
    comment: ["Customer", "state", "two letters if `country` is IN, US or CA"],
  },
  {
    name: "a method that needs parameters gets an object by its type's name",
    operation: "checkouts.create",
    takes: [
      { ...aCheckout, payment_method: { types: ["erip", "halva"], erip: { order_id: 1 }, halva: { a: 1 } } },
    ],
    refuses: [["payment_method.credit_card", { ...aCheckout, payment_method: { credit_card: "tok_1" } }]],
    comment: ["PaymentMethod", "", "an object with the method's type as its key"],
  },
];
