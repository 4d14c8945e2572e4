import { section } from "../input/section.ts";
import { randomHex } from "../random-hex.ts";
import type { CardRecord, Fields } from "../records/records.ts";
import type { PaymentInput } from "./payment-input.ts";

/** Whether the card is saved: for a contract, for a tokenization, or because the customer asked for it. */
const isToBeSaved = (input: PaymentInput, fields: Fields): boolean => {
  const { contract } = section(section(fields["order"])["additional_data"]);
  const isContract = Array.isArray(contract) && contract.length > 0;
  return (
    isContract ||
    fields["transaction_type"] === "tokenization" ||
    ("card" in input && input.saveCard === true)
  );
};

/** The card that a payment saves when it succeeds. Source: API reference, "Contract meanings". */
export const cardToSave = (input: PaymentInput, fields: Fields): CardRecord | undefined => {
  if (!("card" in input) || !isToBeSaved(input, fields)) return undefined;
  const { card, holder, expMonth, expYear } = input;
  return { token: randomHex(32), number: card.number, holder, expMonth, expYear };
};
