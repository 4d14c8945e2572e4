/** The sections of the documentation that advice names. */
const guide = (page: string, section: string): string => `(Guide “${page}”, section “${section}”.)`;

export const HANDLER = guide("Receive notifications", "The handler");
export const ONCE_ONLY = guide("Receive notifications", "Fulfill an order once");
export const REVIEW = guide("Receive notifications", "Payments in manual review");
export const RAW_BODY = guide("Receive notifications", "Keep the raw body and the credentials");
export const SIGNATURE = guide("Receive notifications", "Keep the raw body and the credentials");
export const REFUSED = guide("Troubleshooting", "Notifications are refused");
export const JOB = guide("Find payments whose notification was lost", "The job");
export const CALLS = guide("Find payments whose notification was lost", "Refunds and charges");
export const OUTCOME = guide("Status and polling", "What happened: outcome");
export const LIFECYCLE = guide("Payment lifecycle", "What to do");
export const RETURN_URL = guide("Take a payment", "Show the result on the return page");
export const NOT_SENT = guide("Handle errors", "Check whether the gateway processed a call");
export const CHARGEBACKS = guide("Captures, voids, refunds", "Chargebacks");
export const REFUNDS = guide("Captures, voids, refunds", "Refund exactly once");
export const RENEWALS = guide("Charge a saved card", "Charge it from a job");
export const FUNCTIONS = guide("Check your shop", "The functions");
