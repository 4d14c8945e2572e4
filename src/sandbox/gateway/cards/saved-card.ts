import { sectionOf } from "../input/section.ts";
import { randomHex } from "../random-hex.ts";
import type { CardRecord, Fields } from "../records/records.ts";
import type { CardPayment, PaymentInput } from "./payment-input.ts";
import { maskOf } from "./test-cards.ts";

/** Whether the order is for a contract. Source: API reference, "Contract meanings". */
export const isContract = (fields: Fields): boolean => {
  const { contract } = sectionOf(sectionOf(fields["order"])["additional_data"]);
  return Array.isArray(contract) && contract.length > 0;
};

/** Whether the card is saved: for a contract, for a tokenization, or because the customer asked for it. */
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

/** The card that a payment saves when it succeeds. Source: API reference, "Contract meanings". */
export const cardToSave = (input: PaymentInput, fields: Fields): CardRecord | undefined =>
  "card" in input && isToBeSaved(input, fields) ? newCard(input) : undefined;
