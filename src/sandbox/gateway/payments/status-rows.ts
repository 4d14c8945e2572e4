import { isKnownStatus, type KnownStatus, meaningOf } from "../../../api/statuses.ts";

/** How pages display a state. */
export type Tone = "good" | "bad" | "wait" | "info" | "quiet";

/** How the local gateway handles and displays a state of a transaction. */
export interface StatusRow {
  readonly word: string;
  readonly tone: Tone;
  /** Whether the customer can open, and the merchant withdraw, a bill in this state. The bill can also expire. */
  readonly unpaid?: true;
  readonly notified?: true;
  /** Whether the customer can try again while the token has attempts left. */
  readonly retryable?: true;
  /** The choices on the page of a bill in this state. Most customers take the first choice. */
  readonly offer?: { readonly text: string; readonly choices: readonly BillChoice[] };
}

/** An action on the page of a bill, and its label. */
type BillChoice = readonly ["open" | "close" | "confirm" | "decline" | "expire" | "withdraw", text: string];

const OPEN: BillChoice = ["open", "Let the customer open the bill"];
const CLOSE: BillChoice = ["close", "Let the 30 minutes pass"];
const CONFIRM: BillChoice = ["confirm", "Let the customer pay"];
const DECLINE: BillChoice = ["decline", "Let the payment fail"];
const EXPIRE: BillChoice = ["expire", "Let the bill expire"];
const WITHDRAW: BillChoice = ["withdraw", "Withdraw the bill as the shop"];

const STATUSES: Readonly<Record<KnownStatus, StatusRow>> = {
  successful: { word: "Paid", tone: "good", notified: true },
  failed: { word: "Declined", tone: "bad", notified: true, retryable: true },
  incomplete: { word: "Started", tone: "wait" },
  pending: {
    word: "Pending",
    tone: "wait",
    notified: true,
    unpaid: true,
    offer: {
      text: "In a bank's app or at a kiosk, the customer opens the bill before paying it.",
      choices: [CONFIRM, OPEN, DECLINE, EXPIRE, WITHDRAW],
    },
  },
  expired: { word: "Expired", tone: "quiet" },
  error: { word: "Error", tone: "bad" },
  deleted: { word: "Deleted", tone: "quiet", notified: true },
  permanent: {
    word: "Permanent",
    tone: "info",
    unpaid: true,
    offer: {
      text: "The bill can be paid any number of times.",
      choices: [CONFIRM, DECLINE, EXPIRE, WITHDRAW],
    },
  },
  start: {
    word: "Started",
    tone: "wait",
    offer: {
      text: "The bill is open. Only this customer can pay it for 30 minutes. Then it is pending again.",
      choices: [CONFIRM, DECLINE, CLOSE],
    },
  },
  auto_created: { word: "Started", tone: "wait" },
};

/** The row of a status. Undefined for an unknown status. */
export const statusRow = (status: unknown): StatusRow | undefined =>
  isKnownStatus(status) ? STATUSES[status] : undefined;

export type CheckoutState = "open" | "in progress" | "successful" | "failed" | "expired";

interface StateFacts extends StatusRow {
  /** The state of the payment token if this transaction is its newest. */
  readonly checkout: CheckoutState;
  /** Whether the transaction can still end. */
  readonly isWaiting: boolean;
}

/** Returns the facts of a state. Undefined for an unknown state, for example in an edited state file. */
export const stateFacts = (status: unknown): StateFacts | undefined => {
  const [row, meaning] = [statusRow(status), meaningOf(status)];
  if (!row || !meaning) return undefined;
  const isWaiting = meaning === "pending";
  return { ...row, checkout: isWaiting ? "in progress" : meaning, isWaiting };
};
