import { pageUrl } from "../../api/fields/text.ts";
import type { Transaction } from "../../api/transactions/transaction.ts";
import { toHttpUrl } from "../../shared/parse-url.ts";
import { isGiven } from "../../shared/values.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { type Fields, sectionOf } from "../gateway/input/section.ts";
import type { Order } from "../gateway/orders/order.ts";
import {
  type CheckoutState,
  latestTransaction,
  statusFacts,
  type Tone,
  tokenState,
} from "../gateway/payments/states.ts";
import { awaitsChallenge } from "../gateway/payments/transactions.ts";

/** The result of a customer's visit to the payment page. */
export type VisitEnding = "successful" | "failed" | "pending" | "error" | "canceled";

/** How the page of a result displays it, and which settings have the address for the customer's return. */
interface EndingRow {
  readonly tone: Tone;
  /** In order of precedence. `return_url` overrides `success_url` and `decline_url`. Source: API reference, "settings". */
  readonly urls: readonly string[];
}

export const VISIT_ENDINGS: Readonly<Record<VisitEnding, EndingRow>> = {
  successful: { tone: "good", urls: ["return_url", "success_url"] },
  failed: { tone: "bad", urls: ["return_url", "decline_url"] },
  pending: { tone: "wait", urls: ["return_url"] },
  error: { tone: "bad", urls: ["fail_url", "return_url"] },
  canceled: { tone: "quiet", urls: ["cancel_url", "return_url"] },
};

/** A customer's visit to the pages of a payment token. */
export interface CheckoutSession {
  readonly gateway: Gateway;
  readonly checkout: Order;
  readonly state: CheckoutState;
  readonly transaction: Transaction | undefined;
  readonly settings: Fields;
  /** Whether the pages are in the widget's overlay on the merchant's page. */
  readonly isWidget: boolean;
  readonly hasDashboard: boolean;
  /** The browser's `User-Agent`, which limits the offered wallets. */
  readonly userAgent: string;
}

export interface SessionProps {
  readonly session: CheckoutSession;
}

export const openSession = (
  gateway: Gateway,
  token: string,
  visit: Pick<CheckoutSession, "isWidget" | "hasDashboard" | "userAgent">,
): CheckoutSession | undefined => {
  const checkout = gateway.store.orders.get(token);
  if (!checkout) return undefined;
  const settings = sectionOf(checkout.fields["settings"]);
  return {
    ...visit,
    gateway,
    checkout,
    state: tokenState(gateway, checkout),
    transaction: latestTransaction(checkout),
    settings,
  };
};

export const refreshed = (session: CheckoutSession): CheckoutSession =>
  openSession(session.gateway, session.checkout.id, session) ?? session;

/** Returns the address of a page of the token, such as `result`. */
export const pathTo = (
  { checkout, isWidget }: Pick<CheckoutSession, "checkout" | "isWidget">,
  page: string,
): string => {
  const query = new URLSearchParams({
    token: checkout.id,
    ...(isWidget && { widget: "1" }),
  });
  return `/v2/${page}?${query}`;
};

export const canTryAgain = ({ state, transaction }: CheckoutSession): boolean =>
  state === "open" && statusFacts(transaction?.status)?.retryable === true;

/** Returns the result of the visit. Undefined if the customer must act or the payment is being processed. */
export const endingOf = (session: CheckoutSession): VisitEnding | undefined => {
  const { state, transaction } = session;
  if (state === "successful" || state === "failed") return state;
  if (state === "expired") return "error";
  if (canTryAgain(session)) return "failed";
  // Some payments wait for the bank or a cash desk. The merchant has been notified of them.
  const { isWaiting, notified } = statusFacts(transaction?.status) ?? {};
  return isWaiting && notified ? "pending" : undefined;
};

export const isChallenged = ({ state, transaction }: CheckoutSession): boolean =>
  state === "in progress" && transaction !== undefined && awaitsChallenge(transaction);

/**
 * Returns the merchant's URL with `token`, `status` and `uid`. Undefined if the request has no URL. The parameters of the
 * URL stay, even with the same names.
 */
export const returnAddressOf = (
  { settings, checkout, transaction }: CheckoutSession,
  ending: VisitEnding,
): string | undefined => {
  const name = VISIT_ENDINGS[ending].urls.find((setting) => isGiven(settings[setting]));
  const address = settings[name ?? ""];
  // Undocumented settings, for example of a product, were not validated.
  if (typeof address !== "string" || !pageUrl.safeParse(address).success) return undefined;
  const url = new URL(address);
  const uid = transaction?.uid;
  const added = new URLSearchParams({
    // A payment without a payment token uses its `uid` as the token.
    ...(checkout.id !== uid && { token: checkout.id }),
    // No source shows it after a cancellation. The merchant must not rely on it.
    status: ending === "canceled" ? "incomplete" : ending,
    ...(uid !== undefined && { uid }),
  });
  url.search = [...url.search.slice(1).split("&").filter(Boolean), added.toString()].join("&");
  return url.href;
};

/** Returns the address for the customer's return, from the merchant's request or from the shop. */
export const wayBackOf = (session: CheckoutSession, ending: VisitEnding): string | undefined =>
  returnAddressOf(session, ending) ?? toHttpUrl(session.gateway.settings.shopUrl)?.href;
