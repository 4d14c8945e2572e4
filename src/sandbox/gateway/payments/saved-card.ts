import type { Fields, KeptCard } from "../records.ts";
import type { Payer } from "./payment-input.ts";
import { randomHex } from "../random-hex.ts";
import { section } from "../section.ts";

/** Whether the card's token comes back: a contract asks for it, the customer, or the type of transaction. */
const isToBeSaved = (payer: Payer, fields: Fields): boolean => {
  const { contract } = section(section(fields["order"])["additional_data"]);
  const isContract = Array.isArray(contract) && contract.length > 0;
  return (
    isContract ||
    fields["transaction_type"] === "tokenization" ||
    ("card" in payer && payer.saveCard === true)
  );
};

/** The card that a payment saves when it succeeds. Source: API reference, "Contract meanings". */
export const cardToSave = (payer: Payer, fields: Fields): KeptCard | undefined => {
  if (!("card" in payer) || !isToBeSaved(payer, fields)) return undefined;
  const { card, holder, expMonth, expYear } = payer;
  return { token: randomHex(32), number: card.number, holder, expMonth, expYear };
};
