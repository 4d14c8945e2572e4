import {
  InvalidRequestError,
  type PaymentsClient,
  PaymentsError,
  paymentSummary,
  type Transaction,
  type TransactionOptions,
  ValidationError,
} from "payments-client";

/** A transaction that a row of yours asks for. The row is stored before the first call. */
export interface Asked {
  /** Made for this row alone: its idempotency key, and its `tracking_id`. */
  readonly key: string;
  readonly type: "payment" | "authorization" | "capture" | "void" | "refund";
  /** In minor units. */
  readonly amount: number;
  readonly currency: string;
  /** The transaction that a capture, void or refund follows. */
  readonly parentUid?: string;
}

export type Answer =
  /** The transaction exists. Its `outcome` says whether it succeeded. */
  | { readonly is: "done"; readonly transaction: Transaction }
  /** Nothing happened, and nothing will. Another try is another row, with another key. */
  | { readonly is: "refused"; readonly reason: string }
  /** It may have happened: leave the row, and ask again later with the same key. */
  | { readonly is: "unknown"; readonly reason: string };

/** How long a call may be under way, in milliseconds. The client gives up after 30 seconds, but the gateway may go on. */
export const UNDER_WAY = 120_000;

const isAnswerTo = ({ key, type, amount, currency, parentUid }: Asked, transaction: Transaction): boolean => {
  const summary = paymentSummary(transaction);
  return (
    summary.type === type &&
    summary.trackingId === key &&
    summary.amount === amount &&
    summary.currency === currency &&
    (parentUid === undefined || transaction.parent_uid === parentUid)
  );
};

/** An earlier call may have been answered to nobody. The gateway keeps the key for 24 hours at most. */
async function find(payments: PaymentsClient, asked: Asked): Promise<Transaction | undefined> {
  const known = await payments.transactions.findByTrackingId(asked.key);
  const answers = known.filter((transaction) => isAnswerTo(asked, transaction));
  // Beside a decline, which a gateway may make of a repeat, the other one counts.
  return (
    answers.find(({ status }) => status !== "failed") ??
    answers[0] ??
    known.find(({ type }) => type === asked.type)
  );
}

/**
 * Asks the gateway for a transaction once, however often it is called for a row, in any number of processes.
 *
 * @param claim Stores, in one statement, that the row is sent now. False if it was less than `UNDER_WAY` ago.
 * @param send Sends it with these options, and with the key as `tracking_id`.
 */
export async function askOnce(
  payments: PaymentsClient,
  asked: Asked,
  claim: () => boolean | Promise<boolean>,
  send: (options: TransactionOptions) => Promise<Transaction>,
): Promise<Answer> {
  const claimedAt = Date.now();
  const isClaimed = await claim();
  let isSent = false;
  try {
    const earlier = await find(payments, asked);
    // The look-up took so long that another process may claim it before this call is over.
    const isLate = Date.now() - claimedAt >= UNDER_WAY / 2;
    if (!earlier && (!isClaimed || isLate))
      return { is: "unknown", reason: "An earlier call may still be under way" };
    isSent = true;
    // The next call for the row is the retry: it looks first.
    const transaction = earlier ?? (await send({ idempotencyKey: asked.key, maxRetries: 0 }));
    return isAnswerTo(asked, transaction)
      ? { is: "done", transaction }
      : {
          is: "unknown",
          reason: `${transaction.type} ${transaction.uid} has the key, but was not asked for`,
        };
  } catch (error) {
    if (!(error instanceof PaymentsError)) throw error;
    // Only the refusal of this very request says that it did nothing, and never will. A gateway that is down says less.
    const isRefusal = error instanceof ValidationError || error instanceof InvalidRequestError;
    const isOver = isSent && isRefusal && error.processed === "no";
    const refusal = { is: isOver ? "refused" : "unknown", reason: error.message } as const;
    if (!isOver) return refusal;
    // Refused as a repeat of an earlier call that arrived after the look-up?
    const late = await find(payments, asked).catch(() => null);
    return late === undefined ? refusal : { is: "unknown", reason: error.message };
  }
}
