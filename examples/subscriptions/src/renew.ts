import type { DatabaseSync } from "node:sqlite";
import { outcome, type PaymentsClient, type Transaction } from "payments-client";
import { type Answer, askOnce, UNDER_WAY } from "./ask-once.ts";
import {
  awaitCustomer,
  type Charge,
  claim,
  markFailed,
  markPaid,
  openCharges,
  storeDueCharges,
} from "./charges.ts";

export interface Job {
  readonly db: DatabaseSync;
  readonly payments: PaymentsClient;
  /** Whether the gateway is known to honour idempotency keys: the option of the client. */
  readonly idempotencyKeys: boolean;
  /** True charges test cards: no money moves. */
  readonly test: boolean;
  /** Where the customer returns after 3-D Secure. */
  readonly returnUrl: string;
  readonly clock: () => Date;
}

/** Charges the card, once, or finds out what became of an earlier call. */
function ask(
  { db, payments, idempotencyKeys, test, returnUrl, clock }: Job,
  charge: Charge,
): Promise<Answer> {
  const { key, amount, currency, description, cardToken } = charge;
  const params = {
    amount,
    currency,
    description,
    tracking_id: key,
    test,
    return_url: returnUrl,
    // Without keys it is what refuses a repeat. It also refuses another subscription with the same card and amount.
    duplicate_check: !idempotencyKeys,
    credit_card: { token: cardToken },
    additional_data: { card_on_file: { initiator: "merchant" as const } },
  };
  return askOnce(
    payments,
    { key, type: "payment", amount, currency },
    () => claim(db, key, clock(), idempotencyKeys ? 0 : UNDER_WAY), // now: a run can take hours
    (options) => payments.transactions.pay(params, options),
  );
}

function take({ db, test, clock }: Job, charge: Charge, result: Transaction): void {
  const message = result.message ?? null;
  switch (outcome(result, { test })) {
    case "paid":
      markPaid(db, charge, result.uid, message, clock(), () =>
        console.error(
          `Refund ${result.uid} of ${charge.subscriptionId}: its month was paid already, or passed`,
        ),
      );
      return;
    case "failed":
    case "expired":
      markFailed(db, charge, result.uid, message, clock());
      return;
    case "pending":
      if (awaitCustomer(db, charge, result.uid, result.redirect_url ?? null, clock()))
        console.error(
          `Subscription ${charge.subscriptionId} is unpaid: ${charge.key} was not confirmed in time`,
        );
      return;
    default:
      // It stays open, and the other charges continue: a person has to look at it.
      console.error(`Charge ${charge.key} is open: ${result.type} ${result.uid} is ${result.status}`);
  }
}

/**
 * Renews what is due. Run it every few minutes, from one process or several. A charge is stored before it is made, with
 * the key that makes it one: whatever is killed or lost, a later run gets its result.
 */
export async function renew(job: Job): Promise<void> {
  const now = job.clock();
  storeDueCharges(job.db, now);
  for (const charge of openCharges(job.db, now)) {
    const answer = await ask(job, charge);
    if (answer.is === "done") take(job, charge, answer.transaction);
    // No money moved, for example since the token was deleted. Any other failure leaves the charge open.
    else if (answer.is === "refused") {
      console.error(`Charge ${charge.key} is refused:`, answer.reason);
      markFailed(job.db, charge, null, answer.reason, job.clock());
    } else console.error(`Charge ${charge.key} is open:`, answer.reason);
  }
}
