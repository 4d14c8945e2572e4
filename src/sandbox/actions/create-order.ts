import type { Issue } from "../../api/error-tree.ts";
import { minorUnits } from "../../payments/currencies.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { capitalized, sectionOf } from "../gateway/input/section.ts";
import type { Order } from "../gateway/orders/order.ts";
import { tokenOf } from "../gateway/orders/store.ts";
import { createToken, problemsOfToken } from "../gateway/payments/create-token.ts";
import { createProduct } from "../gateway/products.ts";
import { NotPayableError, Refusal } from "../gateway/refusal.ts";
import type { Result } from "./action.ts";
import { orderNamed } from "./named-order.ts";
import { readAmount } from "./parameters.ts";

interface NewOrder {
  readonly amount?: number | string | undefined;
  readonly currency: string;
  readonly description?: string | undefined;
  readonly notification_url?: string | undefined;
}

/** Returns a problem of a field with the field's label. */
const problemText = ({ path, messages }: Issue): string => {
  const field = path.findLast((name) => name !== "base") ?? "";
  return `${field.includes("_") ? field : capitalized(field)} ${messages.join(", ")}`;
};

/** Returns the refusal of fields with problems, at the first field. */
const refusalOfFields = (problems: readonly Issue[]): NotPayableError =>
  new NotPayableError(problems.map(problemText).join(". "), problems[0]?.path.at(-1));

const create = (gateway: Gateway, fields: Order["fields"], origin: string): Order => {
  const { token } = createToken(gateway, fields, origin, { madeBy: "dashboard" });
  const order = tokenOf(gateway.store, token);
  if (!order) throw new Refusal("not_found", "The order was deleted");
  return order;
};

/** Creates a test order. @throws Refusal */
export const createOrder = (
  gateway: Gateway,
  { amount, currency: code, description, notification_url: url = "" }: NewOrder,
  origin: string,
): Order => {
  const currency = code.trim().toUpperCase();
  if (minorUnits(currency) === undefined)
    throw new Refusal("wrong_value", "Enter the code of a currency, such as EUR", "currency");
  const fields = {
    transaction_type: "payment",
    test: true,
    order: {
      amount: amount === undefined ? undefined : readAmount(amount, currency),
      currency,
      description,
      tracking_id: `test-${gateway.store.orders.size + 1}`,
    },
    settings: { ...(url.trim() && { notification_url: url.trim() }) },
  };
  const problems = problemsOfToken(fields);
  if (problems.length > 0) throw refusalOfFields(problems);
  return create(gateway, fields, origin);
};

/** Creates a product with a payment link, to look at. */
export const createSample = (gateway: Gateway): Result => {
  createProduct(gateway, {
    name: "Annual pass",
    description: "A sample of a product",
    currency: "EUR",
    amount: 12_900,
    infinite: true,
    immortal: true,
    language: "en",
    test: true,
  });
  return {};
};

/** Creates a token with the request of another token, and the default expiry. @throws Refusal */
export const createAgain = (gateway: Gateway, id: string, origin: string): Order => {
  const { kind, fields } = orderNamed(gateway, id).order;
  if (kind !== "token") throw new Refusal("not_possible", "Only an order with a token is created again");
  const { expired_at: _, ...order } = sectionOf(fields["order"]);
  return create(gateway, { ...fields, order }, origin);
};
