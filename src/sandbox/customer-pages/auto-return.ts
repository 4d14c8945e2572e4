import { readInteger } from "../../api/fields/amount.ts";
import type { CardPayment } from "../gateway/cards/payment-input.ts";
import { type CheckoutSession, canTryAgain, returnAddressOf } from "./checkout-session.ts";
import { savedCardOf, sentCardToken } from "./forms/cards.ts";
import type { VisitEnding } from "./return-address.ts";

/**
 * Seconds until the customer is redirected to the shop. Undefined without `auto_return` or an address, and while the
 * customer can try again. Source: API reference, "auto_return".
 */
export const secondsToReturn = (session: CheckoutSession, ending: VisitEnding): number | undefined => {
  if (canTryAgain(session) || returnAddressOf(session, ending) === undefined) return undefined;
  return readInteger(session.settings["auto_return"]);
};

/** The saved card that pays as soon as the token's page is opened, once. Source: API reference, "auto_pay". */
export const autoPayCard = (session: CheckoutSession): CardPayment | undefined => {
  const { settings, state, checkout } = session;
  const isDue = settings["auto_pay"] === true && state === "open" && checkout.uids.length === 0;
  const card = isDue ? savedCardOf(session) : undefined;
  return card && { ...card, cardToken: sentCardToken(checkout.fields) };
};

/** Whether the token's only payment was made by `auto_pay`, which skips the result page. */
const isAutoPaid = (session: CheckoutSession): boolean =>
  session.settings["auto_pay"] === true &&
  session.checkout.uids.length === 1 &&
  savedCardOf(session) !== undefined;

/** The address to which `auto_return` redirects without a result page; undefined if there is one. */
export const returnWithoutResult = (session: CheckoutSession, ending: VisitEnding): string | undefined =>
  secondsToReturn(session, ending) === 0 && !session.isWidget ? returnAddressOf(session, ending) : undefined;

/** The address to which the customer is redirected right after a payment; undefined if there is a result page. */
export const immediateReturn = (session: CheckoutSession, ending: VisitEnding): string | undefined =>
  isAutoPaid(session) && !session.isWidget
    ? returnAddressOf(session, ending)
    : returnWithoutResult(session, ending);
