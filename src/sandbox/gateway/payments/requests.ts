import { type Checkout, checkoutCreateParamsSchema } from "../../../api/checkout/checkout.ts";
import type { Issue } from "../../../api/error-tree.ts";
import { savedCardPaymentParamsSchema } from "../../../api/transactions/saved-card-payment.ts";
import { isGiven, isRecord } from "../../../shared/values.ts";
import { type CardPayment, findSavedCard, findTestCard, maskOf, type TestCard } from "../cards/test-cards.ts";
import { type Gateway, NotPayableError, pageLinks } from "../gateway.ts";
import { type Fields, problemAt, problemsOfParams, sectionOf, textOf } from "../input/section.ts";
import { unusableTypes } from "../methods/methods.ts";
import type { Order } from "../orders/order.ts";
import type { ProductRecord } from "../orders/store.ts";
import { productExpiry, saleOf } from "../products.ts";
import { randomHex } from "../random-hex.ts";
import type { Variants } from "../variants.ts";
import { charge, expireTokenInTime } from "./pay.ts";
import { TOKEN_LIFETIME } from "./states.ts";
import { DUPLICATE_WINDOW, type Effect } from "./transactions.ts";

interface CardRead {
  readonly input?: CardPayment;
  readonly problems: readonly Issue[];
}

const at = (field: string, message: string): CardRead => ({
  problems: problemAt(["credit_card", field], message),
});

const optionsOf = (given: Fields) => ({
  skipsSecure: given["skip_three_d_secure_verification"] === true,
  cvc: textOf(given["verification_value"]),
});

const readSaved = ({ store }: Gateway, token: string, given: Fields): CardRead => {
  const saved = store.cards.get(token);
  const card = saved && findSavedCard(saved);
  if (!card) return at("token", "does not exist");
  const { holder, expMonth, expYear } = saved;
  return { input: { card, holder, expMonth, expYear, cardToken: token, ...optionsOf(given) }, problems: [] };
};

/** Reads a test card with its expiry. Other numbers are neither stored nor returned, because they may be real cards. */
export const readTestCard = (
  given: Fields,
  now: Date,
  card: TestCard | undefined = findTestCard(textOf(given["number"]) ?? ""),
): CardRead => {
  if (!card) return at("number", "is not the number of a test card");
  const [expMonth, expYear] = [Number(textOf(given["exp_month"])), Number(textOf(given["exp_year"]))];
  if (!Number.isInteger(expYear) || !(expMonth >= 1 && expMonth <= 12)) return at("date", "is invalid");
  if (new Date(Date.UTC(expYear, expMonth)) <= now) return at("date", "is expired");
  const holder = textOf(given["holder"]) ?? "";
  return { input: { card, holder, expMonth, expYear, saveCard: true, ...optionsOf(given) }, problems: [] };
};

export const cardOfRequest = (gateway: Gateway, creditCard: unknown): CardRead => {
  const given = sectionOf(creditCard);
  const token = textOf(given["token"]);
  if (token !== undefined) return readSaved(gateway, token, given);
  return textOf(given["number"]) === undefined ? { problems: [] } : readTestCard(given, gateway.clock.now());
};

/** Payments without a payment token wait for 3-D Secure without a limit. */
const NEVER = "9999-12-31T23:59:59Z";

/** Converts a request without a payment token. The `token` of the result is the `uid` of the transaction. */
export const toOrder = (type: string, fields: Fields, origin: string, now: Date): Order => {
  const uid = crypto.randomUUID();
  const time = now.toISOString();
  const { amount, currency, description, tracking_id, additional_data } = fields;
  const { notification_url, return_url, language } = fields;
  return {
    id: uid,
    kind: "charge",
    transactions: [],
    deliveries: [],
    origin,
    createdAt: time,
    updatedAt: time,
    fields: {
      transaction_type: type,
      test: fields["test"] === true,
      dynamic_billing_descriptor: fields["dynamic_billing_descriptor"],
      order: { amount, currency, description, tracking_id, additional_data, expired_at: NEVER },
      settings: { notification_url, return_url, language, auto_return: 0 },
      customer: { ...sectionOf(fields["billing_address"]), ...sectionOf(fields["customer"]) },
    },
  };
};

/** Returns the problems of a new token below `checkout`, by the rules of the client and the gateway. */
export const problemsOfToken = (fields: unknown): Issue[] => [
  ...problemsOfParams(checkoutCreateParamsSchema, fields, ["checkout"]),
  ...unusableTypes(sectionOf(fields), ["checkout", "payment_method", "types"]),
];

export const createToken = (
  gateway: Gateway,
  fields: Fields,
  origin: string,
  {
    productId,
    madeBy,
    page,
  }: Pick<Order, "productId" | "madeBy"> & { readonly page?: Variants["page"] } = {},
): Checkout => {
  const token = randomHex(32);
  const now = gateway.clock.now().toISOString();
  const made = { createdAt: now, updatedAt: now, origin, productId, madeBy };
  const order: Order = { id: token, kind: "token", fields, ...made, transactions: [], deliveries: [] };
  gateway.store.orders.set(token, order);
  expireTokenInTime(gateway, order);
  gateway.journal.append("state");
  return { ...fields, token, redirect_url: pageLinks.checkout(origin, token, page) };
};

const expiryBefore = (fields: Fields, end: Date): string | undefined => {
  const expiry = productExpiry(fields);
  return expiry && expiry < end ? textOf(fields["expired_at"]) : undefined;
};

const returnUrlOf = (fields: Fields, shopUrl: string | undefined): unknown => {
  if (isGiven(fields["return_url"])) return fields["return_url"];
  const hasOther = isGiven(fields["success_url"]) || isGiven(fields["fail_url"]);
  return hasOther ? null : (shopUrl ?? null);
};

const fieldsFor = ({ settings, clock }: Gateway, { id, fields }: ProductRecord, customer?: Fields) => ({
  transaction_type: textOf(fields["transaction_type"]) ?? "payment",
  test: fields["test"] === true,
  order: {
    amount: Number(fields["amount"]),
    currency: fields["currency"],
    description: textOf(fields["description"]) ?? fields["name"],
    tracking_id: id, // no source shows the tracking id of a link's payment
    expired_at: expiryBefore(fields, new Date(clock.now().getTime() + TOKEN_LIFETIME)) ?? null,
    additional_data: sectionOf(fields["additional_data"]),
  },
  settings: {
    return_url: returnUrlOf(fields, settings.shopUrl),
    success_url: fields["success_url"] ?? null,
    fail_url: fields["fail_url"] ?? null,
    notification_url: fields["notification_url"] ?? null,
    language: textOf(fields["language"]) ?? "en",
    customer_fields: customer ? {} : { visible: fields["visible_fields"] ?? [] },
  },
  customer: { ...customer },
});

/**
 * Creates the payment token of a payment link. The page does not ask again for data from the confirmation page.
 *
 * @throws NotPayableError if the product is unknown, expired or sold out.
 */
export const createTokenForProduct = (
  gateway: Gateway,
  productId: string,
  origin: string,
  customer?: Fields,
): Checkout => {
  const product = gateway.store.products.get(productId);
  if (!product) throw new NotPayableError("There is no such product");
  const sale = saleOf(gateway, productId);
  if (sale !== "open") throw new NotPayableError(`The product cannot be paid for, because it is ${sale}`);
  return createToken(gateway, fieldsFor(gateway, product, customer), origin, { productId });
};

/** The types of transactions that a request can make without a payment token. */
export type CardPaymentType = "payment" | "authorization" | "charge" | "credit";

/** Removes card data, because the model accepts only card tokens. */
const withoutCardData = (value: unknown): unknown => {
  const card = isRecord(value) ? value["credit_card"] : undefined;
  if (!isRecord(value) || !isRecord(card)) return value;
  const { number, verification_value: _, ...known } = card;
  return { ...value, credit_card: textOf(number) === undefined ? known : { ...known, token: "by number" } };
};

const keyOf = (type: CardPaymentType, { credit_card, amount, currency }: Fields): string => {
  const { token, number } = sectionOf(credit_card);
  return [type, textOf(token) ?? maskOf(textOf(number) ?? ""), textOf(amount), textOf(currency)].join();
};

const isDuplicate = ({ recentCharges, clock }: Gateway, type: CardPaymentType, fields: Fields): boolean => {
  const now = clock.now();
  for (const [key, end] of recentCharges) if (end <= now) recentCharges.delete(key);
  return fields["duplicate_check"] !== false && recentCharges.has(keyOf(type, fields));
};

/** Returns the problems of a payment, authorization or credit without a payment token. Source: gateway documentation. */
export const problemsOfCardPayment = (gateway: Gateway, type: CardPaymentType, value: unknown): Issue[] => {
  const fields = sectionOf(value);
  return [
    ...problemsOfParams(savedCardPaymentParamsSchema, withoutCardData(value)),
    ...cardOfRequest(gateway, fields["credit_card"]).problems,
    ...(isDuplicate(gateway, type, fields) ? problemAt(["base"], "Duplicate transaction") : []),
  ];
};

/**
 * Charges a card or sends money to it. Synchronous, so that the second of two concurrent requests is a duplicate.
 *
 * @param fields A valid request.
 */
export const processCardPayment = (
  gateway: Gateway,
  type: CardPaymentType,
  fields: Fields,
  origin: string,
): Effect => {
  const { input } = cardOfRequest(gateway, fields["credit_card"]);
  if (!input) throw new NotPayableError("There is no such card");
  const now = gateway.clock.now();
  gateway.recentCharges.set(keyOf(type, fields), gateway.clock.endOf(now, DUPLICATE_WINDOW));
  const card = type === "credit" ? { ...input, skipsSecure: true } : input;
  return charge(gateway, toOrder(type, fields, origin, now), card);
};
