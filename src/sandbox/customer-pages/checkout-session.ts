import type { Transaction } from "../../api/transactions/transaction.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { sectionOf } from "../gateway/input/section.ts";
import type { PageLanguage } from "../gateway/page-languages.ts";
import { latestTransaction, tokenState } from "../gateway/payments/token-state.ts";
import type { CheckoutRecord, Fields } from "../gateway/records/records.ts";
import { checkoutOf } from "../gateway/records/store.ts";
import { type CheckoutState, stateFacts } from "../gateway/records/transaction-states.ts";
import { awaitsChallenge } from "../gateway/transactions/transactions.ts";
import { toHttpUrl } from "../http/to-http-url.ts";
import { type Messages, messagesFor } from "./languages/messages.ts";
import { returnAddress, type VisitEnding } from "./return-address.ts";

/** A customer's visit to the pages of a payment token. */
export interface CheckoutSession {
  readonly shop: Gateway;
  readonly checkout: CheckoutRecord;
  readonly state: CheckoutState;
  /** The latest transaction. */
  readonly transaction: Transaction | undefined;
  readonly settings: Fields;
  readonly messages: Messages;
  /** The language that the customer chose on the page. */
  readonly chosenLanguage: PageLanguage | undefined;
  /** Whether the pages are in the widget's overlay on the merchant's page. */
  readonly isWidget: boolean;
  /** The browser's `User-Agent`, on which the offered wallets depend. */
  readonly userAgent: string;
}

/** What the pages of a payment token are made from. */
export interface SessionProps {
  readonly session: CheckoutSession;
}

/** Undefined when there is no such token. */
export const openSession = (
  shop: Gateway,
  token: string,
  { isWidget, userAgent, chosenLanguage }: Pick<CheckoutSession, "isWidget" | "userAgent" | "chosenLanguage">,
): CheckoutSession | undefined => {
  const checkout = checkoutOf(shop.store, token);
  if (!checkout) return undefined;
  const settings = sectionOf(checkout.fields["settings"]);
  return {
    shop,
    checkout,
    state: tokenState(shop, checkout),
    transaction: latestTransaction(shop, checkout),
    settings,
    messages: messagesFor(chosenLanguage, settings["language"]),
    chosenLanguage,
    isWidget,
    userAgent,
  };
};

/** The session with the current state of its token. */
export const refreshed = (session: CheckoutSession): CheckoutSession =>
  openSession(session.shop, session.checkout.token, session) ?? session;

/** The address of one of the token's pages, such as `result`. */
export const pathTo = (
  { checkout, isWidget, chosenLanguage }: Pick<CheckoutSession, "checkout" | "isWidget" | "chosenLanguage">,
  page: string,
): string => {
  const query = new URLSearchParams({
    token: checkout.token,
    ...(isWidget && { widget: "1" }),
    ...(chosenLanguage && { language: chosenLanguage }),
  });
  return `/v2/${page}?${query}`;
};

/** Whether the latest payment failed and another attempt is allowed. */
export const canTryAgain = ({ state, transaction }: CheckoutSession): boolean =>
  state === "open" && stateFacts(transaction?.status)?.retryable === true;

/** How the visit ended; undefined while the customer has something to do or the payment is being processed. */
export const endingOf = (session: CheckoutSession): VisitEnding | undefined => {
  const { state, transaction } = session;
  if (state === "successful" || state === "failed") return state;
  if (state === "expired") return "error";
  if (canTryAgain(session)) return "failed";
  // The merchant is notified of a payment that waits for somebody else than the customer.
  const { isWaiting, notified } = stateFacts(transaction?.status) ?? {};
  return isWaiting && notified ? "pending" : undefined;
};

/** Whether a 3-D Secure challenge is open. */
export const isChallenged = ({ state, transaction }: CheckoutSession): boolean =>
  state === "in progress" && transaction !== undefined && awaitsChallenge(transaction);

/** The address at which the customer returns to the merchant; undefined if none was sent. */
export const returnAddressOf = (
  { settings, checkout, transaction }: CheckoutSession,
  ending: VisitEnding,
): string | undefined => {
  const uid = transaction?.uid;
  // A payment without a payment token has its own identifier in place of one.
  return returnAddress(settings, ending, checkout.token === uid ? undefined : checkout.token, uid);
};

/** The address to which a customer can go back: the merchant's, else that of the shop. */
export const wayBackOf = (session: CheckoutSession, ending: VisitEnding): string | undefined =>
  returnAddressOf(session, ending) ?? toHttpUrl(session.shop.settings.shopUrl)?.href;
