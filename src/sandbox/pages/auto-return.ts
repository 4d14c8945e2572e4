import { readInteger } from "../../models/fields/amount.ts";
import { type CheckoutSession, canTryAgain, returnAddressOf } from "./checkout-session.ts";
import { savedCardOf } from "./forms/cards.ts";
import type { Ending } from "./return-address.ts";

/**
 * Seconds until the customer is taken back; undefined when they stay: nothing was asked for, there is no address,
 * or they can try again and would be taken away from that. Source: API reference, "auto_return".
 */
export const secondsToReturn = (session: CheckoutSession, ending: Ending): number | undefined => {
  if (canTryAgain(session) || returnAddressOf(session, ending) === undefined) return undefined;
  return readInteger(session.settings["auto_return"]);
};

/** The saved card that opening the token's page pays with, once. Source: API reference, "auto_pay". */
export const autoPayCard = (session: CheckoutSession) =>
  session.settings["auto_pay"] === true && session.state === "open" && session.checkout.uids.length === 0
    ? savedCardOf(session)
    : undefined;

/** Whether the token's only payment is the one that its opening made: its result page is left out. */
const isAutoPaid = (session: CheckoutSession): boolean =>
  session.settings["auto_pay"] === true &&
  session.checkout.uids.length === 1 &&
  savedCardOf(session) !== undefined;

/** Where the customer goes without a result page; undefined when there is one. */
export const immediateReturn = (session: CheckoutSession, ending: Ending): string | undefined => {
  const isAtOnce = isAutoPaid(session) || secondsToReturn(session, ending) === 0;
  return isAtOnce && !session.isWidget ? returnAddressOf(session, ending) : undefined;
};
