import type { CardPayment } from "../../gateway/cards/card-payment.ts";
import { findSavedCard, TEST_CARDS, type TestCard } from "../../gateway/cards/test-cards.ts";
import { type Fields, sectionOf, textOf } from "../../gateway/input/section.ts";
import { CARD, isExcludedBrand, offeredMethods } from "../../gateway/methods/offered-methods.ts";
import type { CheckoutSession } from "../checkout-session.ts";

/** Returns the token of a saved card in the merchant's request. */
export const sentCardToken = ({ payment_method: method }: Fields): string | undefined =>
  textOf(sectionOf(sectionOf(method)["credit_card"])["token"]);

/** Returns the merchant's saved card. Undefined if its token is unknown or the card is not offered. */
export const savedCardOf = ({ gateway, checkout: { fields } }: CheckoutSession): CardPayment | undefined => {
  const record = gateway.store.cards.get(sentCardToken(fields) ?? "");
  const card = record && findSavedCard(record);
  if (!card || !offeredMethods(fields).includes(CARD) || isExcludedBrand(fields, card.brand))
    return undefined;
  const { holder, expMonth, expYear } = record;
  return { card, holder, expMonth, expYear };
};

export const acceptedCards = (fields: Fields): readonly TestCard[] =>
  TEST_CARDS.filter(({ brand }) => !isExcludedBrand(fields, brand));

/** The purpose of the card form. Fields and texts depend on it. */
export type CardPurpose = "payment" | "payout" | "tokenization";

export const purposeOf = ({ transaction_type: type }: Fields): CardPurpose =>
  type === "payout" || type === "tokenization" ? type : "payment";

/** Returns the cardholder's name in the request, and whether the customer can change it. */
export const holderOf = (settings: Fields): { readonly holder: string; readonly isReadOnly: boolean } => {
  const { holder, read_only: readOnly } = sectionOf(settings["credit_card_fields"]);
  return {
    holder: textOf(holder) ?? "",
    isReadOnly: Array.isArray(readOnly) && readOnly.includes("holder") && textOf(holder) !== undefined,
  };
};

/** Whether the customer may use another card than the saved card. */
export const mayUseAnotherCard = (settings: Fields): boolean =>
  sectionOf(settings["another_card_toggle"])["display"] !== false;
