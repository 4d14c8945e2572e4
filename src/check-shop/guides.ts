/** The sections of the documentation that advice names. The package contains its documentation. */
const guide = (page: string, section: string): string =>
  `See “${section}” in node_modules/payments-client/docs/guides/${page}.md.`;

export const AMOUNTS = guide("amounts-and-currencies", "Values that the client accepts");
export const HANDLER = guide("receive-notifications", "The handler");
export const ONCE_ONLY = guide("receive-notifications", "Fulfill an order once");
export const CLOSED = guide("receive-notifications", "Use a database");
export const REVIEW = guide("receive-notifications", "Payments in manual review");
export const SIGNATURE = guide("receive-notifications", "Keep the raw body and the credentials");
export const REFUSED = guide("troubleshooting", "Notifications are refused");
export const JOB = guide("reconciliation", "The job");
export const CALLS = guide("reconciliation", "Refunds and charges");
export const OUTCOME = guide("status-and-polling", "What happened: outcome");
export const LIFECYCLE = guide("payment-lifecycle", "What to do");
export const PAGE = guide("take-a-payment", "Use the hosted page");
export const RETURN_URL = guide("take-a-payment", "Show the result on the return page");
export const NOT_SENT = guide("handle-errors", "Check whether the gateway processed a call");
export const CHARGEBACKS = guide("captures-voids-refunds", "Chargebacks");
export const REFUNDS = guide("captures-voids-refunds", "Refund exactly once");
export const BILLS = guide("bills", "Let a customer pay one bill several times");
export const LINKS = guide("payment-links", "Be notified");
export const RENEWALS = guide("saved-cards", "Charge it from a job");

export const FUNCTIONS = guide("prove-your-shop", "The functions");

/** What to do with a charge that waits. */
export const WAITS = `A charge that is incomplete is neither paid nor failed, because the customer may confirm it later. Ask for its result until it is final. ${guide("saved-cards", "If the bank requires 3-D Secure")}`;
