import { minorUnits } from "../../payments/currencies.ts";
import { type Gateway, NotPayableError, Refusal } from "../gateway/gateway.ts";
import { toRefusal } from "../gateway/input/refusal.ts";
import { sectionOf } from "../gateway/input/section.ts";
import type { Order } from "../gateway/orders/order.ts";
import { createToken, problemsOfToken } from "../gateway/payments/requests.ts";
import { createProduct } from "../gateway/products.ts";
import { orderNamed } from "./named-order.ts";
import { readAmount } from "./parameters.ts";

interface NewOrder {
  readonly amount?: number | string | undefined;
  readonly currency: string;
  readonly description?: string | undefined;
  readonly notification_url?: string | undefined;
}

const create = (gateway: Gateway, fields: Order["fields"], origin: string): Order =>
  orderNamed(gateway, createToken(gateway, fields, origin, { madeBy: "dashboard" }).token).order;

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
  if (problems.length > 0) throw new NotPayableError(toRefusal(problems).message, problems[0]?.path.at(-1));
  return create(gateway, fields, origin);
};

/** Creates a product with a payment link, to look at. */
export const createSample = (gateway: Gateway): undefined => {
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
};

/** Creates a token with the request of another token, and the default expiry. @throws Refusal */
export const createAgain = (gateway: Gateway, id: string, origin: string): Order => {
  const { kind, fields } = orderNamed(gateway, id).order;
  if (kind !== "token") throw new Refusal("not_possible", "Only an order with a token is created again");
  const { expired_at: _, ...order } = sectionOf(fields["order"]);
  return create(gateway, { ...fields, order }, origin);
};
