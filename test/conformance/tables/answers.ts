/** The fields of each response, in the order of the API reference. */
import checkoutCreated from "../../fixtures/checkout-created.json" with { type: "json" };
import errorCheckout from "../../fixtures/error-checkout.json" with { type: "json" };
import errorProduct from "../../fixtures/error-product.json" with { type: "json" };
import product from "../../fixtures/product.json" with { type: "json" };

/** A row of a table. */
interface Returned {
  readonly field: string;
  /** The field's type without null and undefined, in the form of `places/typescript.ts`. */
  readonly type: string;
  /** A value of another type. */
  readonly wrong: unknown;
  readonly isNullable?: true;
  /** Not in every response. */
  readonly isOptional?: true;
  /** The reference does not show whether gateways return it; the sandbox does not. */
  readonly isNotShown?: true;
}

/** A table: a response. */
export interface Answer {
  /** Its type name; `productSchema` is the model of `Product`. */
  readonly name: string;
  readonly example: object;
  readonly fields: readonly Returned[];
}

const text = (field: string): Returned => ({ field, type: "string", wrong: 5 });

const integer = (field: string): Returned => ({ field, type: "number", wrong: "5" });

const flag = (field: string): Returned => ({ field, type: "boolean", wrong: "true" });

const record = (field: string): Returned => ({ field, type: "section", wrong: ["a"] });

/** Copied from the request: may be null or missing. */
const replicated = (row: Returned): Returned => ({ ...row, isNullable: true, isOptional: true });

/** A field that some gateways return. */
const notShown = (row: Returned): Returned => ({ ...replicated(row), isNotShown: true });

export const ANSWERS: readonly Answer[] = [
  {
    name: "Product",
    example: product,
    fields: [
      text("id"),
      text("name"),
      text("description"),
      text("currency"),
      integer("amount"),
      { ...integer("quantity"), isNullable: true },
      flag("infinite"),
      text("language"),
      text("transaction_type"),
      text("created_at"),
      text("updated_at"),
      flag("test"),
      replicated(record("additional_data")),
      notShown(flag("immortal")),
      notShown(text("expired_at")),
      notShown(text("return_url")),
      notShown({ field: "visible_fields", type: "(string)[]", wrong: "email" }),
      notShown({ field: "shop_id", type: "number|string", wrong: true }),
      text("pay_url"),
      text("payment_url"),
      text("confirm_url"),
    ],
  },
  {
    name: "Checkout",
    example: checkoutCreated.checkout,
    fields: [
      text("token"),
      text("redirect_url"),
      // "The response also replicates the request parameters of the transaction section."
      replicated(text("transaction_type")),
      replicated(integer("attempts")),
      replicated(text("dynamic_billing_descriptor")),
      replicated(flag("test")),
      replicated(flag("iframe")),
      replicated(record("settings")),
      replicated(record("order")),
      replicated(record("customer")),
      replicated(record("payment_method")),
      replicated(record("travel")),
    ],
  },
  { name: "ProductErrorBody", example: errorProduct, fields: [text("message"), record("errors")] },
  { name: "CheckoutErrorBody", example: errorCheckout, fields: [text("message"), record("errors")] },
];
