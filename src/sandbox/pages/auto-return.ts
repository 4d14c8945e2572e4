import { readInteger } from "../../models/fields/amount.ts";
import { savedCardOf } from "./forms/cards.ts";
import type { Ending } from "./return-address.ts";
import { canTryAgain, returnAddressOf, type Visit } from "./checkout-session.ts";

/**
 * Seconds until the customer is taken back; undefined when they stay: nothing was asked for, there is no address,
 * or they can try again and would be taken away from that. Source: API reference, "auto_return".
 */
export const secondsToReturn = (visit: Visit, ending: Ending): number | undefined => {
  if (canTryAgain(visit) || returnAddressOf(visit, ending) === undefined) return undefined;
  return readInteger(visit.settings["auto_return"]);
};

/** The saved card that opening the token's page pays with, once. Source: API reference, "auto_pay". */
export const autoPayCard = (visit: Visit) =>
  visit.settings["auto_pay"] === true && visit.state === "open" && visit.checkout.uids.length === 0
    ? savedCardOf(visit)
    : undefined;

/** Whether the token's only payment is the one that its opening made: its result page is left out. */
const isAutoPaid = (visit: Visit): boolean =>
  visit.settings["auto_pay"] === true && visit.checkout.uids.length === 1 && savedCardOf(visit) !== undefined;

/** Where the customer goes without a result page; undefined when there is one. */
export const immediateReturn = (visit: Visit, ending: Ending): string | undefined => {
  const isAtOnce = isAutoPaid(visit) || secondsToReturn(visit, ending) === 0;
  return isAtOnce && !visit.isWidget ? returnAddressOf(visit, ending) : undefined;
};
