import type { Issue } from "../../../api/error-tree.ts";
import { isContract } from "../cards/card-checks.ts";
import { type CardPayment, findSavedCard, findTestCard, maskOf, type TestCard } from "../cards/test-cards.ts";
import type { Gateway } from "../gateway.ts";
import { type Fields, sectionOf, textOf } from "../input/section.ts";
import type { PaymentInput } from "../methods/methods.ts";
import type { CardRecord, Order } from "../orders/order.ts";
import { randomHex } from "../random-hex.ts";

interface CardRead {
  readonly input?: CardPayment;
  readonly problems: readonly Issue[];
}

const at = (field: string, message: string): CardRead => ({
  problems: [{ path: ["credit_card", field], messages: [message] }],
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

/** Whether the card is saved, for a contract, for a tokenization, or at the customer's request. */
const isToBeSaved = (input: CardPayment, fields: Fields): boolean =>
  input.cardToken === undefined &&
  (isContract(fields) || fields["transaction_type"] === "tokenization" || input.saveCard === true);

export const newCard = ({ card, holder, expMonth, expYear }: CardPayment): CardRecord => ({
  token: randomHex(32),
  number: maskOf(card.number),
  holder,
  expMonth,
  expYear,
});

/** Returns the card that a successful payment saves. Source: API reference, "Contract meanings". */
export const cardToSave = (input: PaymentInput, fields: Fields): CardRecord | undefined =>
  "card" in input && isToBeSaved(input, fields) ? newCard(input) : undefined;
