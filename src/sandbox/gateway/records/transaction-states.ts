export type CheckoutState = "open" | "in progress" | "successful" | "failed" | "expired";

interface StateFacts {
  /** The state of a payment token whose latest transaction it is. */
  readonly checkout: CheckoutState;
  /** Whether somebody can still end it. */
  readonly isWaiting?: true;
  /** Whether the customer can try again while attempts are left. */
  readonly isRetryable?: true;
  /** Whether the merchant is notified of it. */
  readonly isNotified?: true;
  /** One word for people. */
  readonly word: string;
}

/** The states of a transaction. Store, pages, dashboard and notifications read them here. */
const STATES = {
  incomplete: { checkout: "in progress", isWaiting: true, word: "Started" },
  pending: { checkout: "in progress", isWaiting: true, isNotified: true, word: "Pending" },
  permanent: { checkout: "in progress", isWaiting: true, word: "Permanent" },
  start: { checkout: "in progress", isWaiting: true, word: "Started" },
  auto_created: { checkout: "in progress", isWaiting: true, word: "Started" },
  successful: { checkout: "successful", isNotified: true, word: "Paid" },
  failed: { checkout: "failed", isRetryable: true, isNotified: true, word: "Declined" },
  deleted: { checkout: "failed", isNotified: true, word: "Deleted" },
  expired: { checkout: "expired", word: "Expired" },
} as const satisfies Readonly<Record<string, StateFacts>>;

export type TransactionState = keyof typeof STATES;

/** The facts of a state; undefined for one that the sandbox never gives, such as that of an edited state file. */
export const stateFacts = (status: unknown): StateFacts | undefined =>
  Object.entries(STATES).find(([name]) => name === status)?.[1];
