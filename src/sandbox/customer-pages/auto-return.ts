import { readInteger } from "../../api/fields/amount.ts";
import type { CardPayment } from "../gateway/cards/test-cards.ts";
import { attemptsOf } from "../gateway/orders/order.ts";
import { type CheckoutSession, canTryAgain, returnAddressOf, type VisitEnding } from "./checkout-session.ts";
import { savedCardOf, sentCardToken } from "./forms/cards.tsx";

/**
 * Returns the seconds before the customer is redirected to the shop. Undefined without `auto_return` or an address, or if
 * the customer can try again. Source: API reference, "auto_return".
 */
export const secondsToReturn = (session: CheckoutSession, ending: VisitEnding): number | undefined => {
  if (canTryAgain(session) || returnAddressOf(session, ending) === undefined) return undefined;
  return readInteger(session.settings["auto_return"]);
};

/** Returns the saved card that pays when the page is first opened. Source: API reference, "auto_pay". */
export const autoPayCard = (session: CheckoutSession): CardPayment | undefined => {
  const { settings, state, checkout } = session;
  const isDue = settings["auto_pay"] === true && state === "open" && attemptsOf(checkout).length === 0;
  const card = isDue ? savedCardOf(session) : undefined;
  return card && { ...card, cardToken: sentCardToken(checkout.fields) };
};

/** Whether `auto_pay` made the token's only payment, which has no result page. */
const isAutoPaid = (session: CheckoutSession): boolean =>
  session.settings["auto_pay"] === true &&
  attemptsOf(session.checkout).length === 1 &&
  savedCardOf(session) !== undefined;

/** Returns the address to which `auto_return` redirects without a result page. Undefined if there is a result page. */
export const returnWithoutResult = (session: CheckoutSession, ending: VisitEnding): string | undefined =>
  secondsToReturn(session, ending) === 0 && !session.isWidget ? returnAddressOf(session, ending) : undefined;

/** Returns the address for a redirect immediately after a payment. Undefined if there is a result page. */
export const immediateReturn = (session: CheckoutSession, ending: VisitEnding): string | undefined =>
  isAutoPaid(session) && !session.isWidget
    ? returnAddressOf(session, ending)
    : returnWithoutResult(session, ending);
