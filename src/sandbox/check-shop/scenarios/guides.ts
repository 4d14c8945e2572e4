const guide = (page: string, section: string): string => `(Guide “${page}”, section “${section}”.)`;

export const HANDLER = guide("Receive notifications", "The handler");
export const ONCE_ONLY = guide("Receive notifications", "Fulfil an order once");
export const RAW_BODY = guide("Receive notifications", "Keep the raw body");
export const SIGNATURE = guide("Receive notifications", "Without a public key");
export const LOST = guide("Reconciliation", "The job");
export const OUTCOME = guide("Status and polling", "What happened: outcome");
export const TOKEN = guide("Payment lifecycle", "Payment token");
export const LIFECYCLE = guide("Payment lifecycle", "What to do");
export const RETURN_URL = guide("Take a payment", "Return URL");
export const NOT_SENT = guide("Handle errors", "Was anything sent?");
export const REFUNDS = guide("Captures, voids, refunds", "Refund exactly once");

export const FULFILLED_ONCE = "The order is fulfilled once.";
export const NOT_FULFILLED = "The order is not fulfilled.";
