import { expect } from "vitest";
import {
  type CheckoutCreateParams,
  type ClientOptions,
  InvalidRequestError,
  type PaymentsClient,
  type ProductCreateParams,
  type ProductUpdateParams,
} from "../../src/index.ts";
import checkoutCreated from "../fixtures/checkout-created.json" with { type: "json" };
import product from "../fixtures/product.json" with { type: "json" };
import refunded from "../fixtures/refund.json" with { type: "json" };
import { startGateway } from "../support/gateway.ts";

type Call = (payments: PaymentsClient) => Promise<unknown>;

/** Valid as a product, a payment token and a transaction. */
export const ANSWER = { status: 201, body: { ...product, ...checkoutCreated, ...refunded } };

/** The error of a call that is refused before anything is sent. */
export const refusalOf = async (call: Call): Promise<InvalidRequestError> => {
  await using gateway = await startGateway(ANSWER);
  const outcome = await call(gateway.client()).catch((error: unknown) => error);
  expect(gateway.requests).toStrictEqual([]);
  if (outcome instanceof InvalidRequestError) return outcome;
  throw new Error("refused with another error, or not at all", { cause: outcome });
};

/** The text that a call sends. */
export const textSentBy = async (call: Call, options?: ClientOptions): Promise<string> => {
  await using gateway = await startGateway(ANSWER);
  await call(gateway.client(options));
  expect(gateway.requests).toHaveLength(1);
  return gateway.requests[0]?.body ?? "";
};

/** The JSON that a call sends. */
export const bodySentBy = async (call: Call, options?: ClientOptions): Promise<unknown> =>
  JSON.parse(await textSentBy(call, options));

export const createProduct =
  (params: ProductCreateParams): Call =>
  ({ products }) =>
    products.create(params);

export const updateProduct =
  (params: ProductUpdateParams): Call =>
  ({ products }) =>
    products.update("prd_7c1e04b29f3a5d68", params);

export const createCheckout =
  (params: CheckoutCreateParams): Call =>
  ({ checkouts }) =>
    checkouts.create(params);

const setAt = (target: object, [field = "", ...below]: readonly string[], value: unknown): void => {
  const inner: unknown = Reflect.get(target, field);
  const section = typeof inner === "object" && inner !== null ? inner : {};
  Reflect.set(target, field, below.length === 0 ? value : section);
  if (below.length > 0) setAt(section, below, value);
};

/**
 * A copy in which the fields at these dotted paths have these values, of any type, as in plain JavaScript. Missing
 * sections are added.
 */
export const having = <T extends object>(params: T, fields: Record<string, unknown>): T => {
  const copy = structuredClone(params);
  for (const [path, value] of Object.entries(fields)) setAt(copy, path.split("."), value);
  return copy;
};

/** One problem in the structure of `errors`. */
export const errorsAt = (path: string, ...messages: string[]): object => having({}, { [path]: messages });

/** The dotted paths of all fields of an object at every depth, except for items of arrays. */
export const pathsOf = (value: unknown, parent = ""): string[] => {
  if (typeof value !== "object" || value === null || value instanceof Date) return [];
  return Object.entries(value).flatMap(([field, inner]) => {
    const path = parent ? `${parent}.${field}` : field;
    return [...(Array.isArray(value) ? [] : [path]), ...pathsOf(inner, path)];
  });
};

/** The smallest valid product. */
export const aProduct: ProductCreateParams = {
  name: "Annual pass",
  description: "Entry for one person, twelve months",
  currency: "EUR",
  amount: 12900,
  quantity: 40,
  expired_at: "2027-01-01T00:00:00+00:00",
};

/** A product that stays on sale, whatever the date and the number of sales. */
export const endlessProduct = {
  name: "Pass",
  description: "Day",
  currency: "EUR",
  amount: 100,
  infinite: true,
  immortal: true,
  language: "en",
} satisfies ProductCreateParams;

/** `aProduct` on the wire. */
export const aProductSent = { ...aProduct, amount: "12900", quantity: "40", language: "en" };

/** The smallest valid payment token request. */
export const aCheckout: CheckoutCreateParams = {
  transaction_type: "payment",
  order: { amount: 12900, currency: "EUR", description: "Annual pass" },
};

/** With a cart of two items. */
export const aCheckoutWithACart = having(aCheckout, {
  "order.additional_data.cart.positions": [
    { name: "Pass", amount: 10000, quantity: 1, description: "Twelve months" },
    { name: "Guide", amount: 2900, quantity: 1, description: "Printed" },
  ],
});
