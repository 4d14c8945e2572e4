import type { DatabaseSync } from "node:sqlite";
import {
  outcome,
  type PaymentsClient,
  PaymentsError,
  type Transaction,
  ValidationError,
} from "payments-client";
import { expectPayment } from "payments-client/webhooks";
import { awaitCustomer, type Charge, markFailed, markPaid, openCharges, storeDueCharges } from "./charges.ts";

export interface Job {
  readonly db: DatabaseSync;
  readonly payments: PaymentsClient;
  /** True charges test cards: no money moves. */
  readonly test: boolean;
  /** Where the customer returns after 3-D Secure. */
  readonly returnUrl: string;
  readonly now: Date;
}

/** The payment of a charge. The tracking id is the charge's own, so nothing else has it. */
async function find({ payments }: Job, { key }: Charge): Promise<Transaction | undefined> {
  const found = await payments.transactions.findByTrackingId(key);
  return found.find(({ type }) => type === "payment");
}

/** The result of a charge. However often it is asked for, the card is charged once. */
async function resultOf(job: Job, charge: Charge): Promise<Transaction> {
  const { payments, test, returnUrl, now } = job;
  if (charge.uid !== null) return payments.transactions.get(charge.uid);
  // An earlier run may have made it, and the gateway forgets the key after 24 hours.
  const known = charge.createdAt < now ? await find(job, charge) : undefined;
  if (known) return known;
  const { key, amount, currency, description, cardToken } = charge;
  return payments.transactions.pay(
    {
      amount,
      currency,
      description,
      tracking_id: key,
      test,
      return_url: returnUrl,
      // Two subscriptions may have the same card and amount. What is a repeat, the key says.
      duplicate_check: false,
      credit_card: { token: cardToken },
      additional_data: { card_on_file: { initiator: "merchant" } },
    },
    { idempotencyKey: key },
  );
}

function take({ db, test, now }: Job, charge: Charge, result: Transaction): void {
  const message = result.message ?? "";
  switch (outcome(result, { test })) {
    case "paid": {
      const { amount, currency, key: trackingId } = charge;
      expectPayment(result, { amount, currency, trackingId, test });
      markPaid(db, charge, result.uid, message);
      return;
    }
    case "failed":
    case "expired":
      markFailed(db, charge, result.uid, message, now);
      return;
    case "pending":
      if (awaitCustomer(db, charge, result.uid, result.redirect_url ?? null, now))
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
 * the key that makes it repeatable: whatever is killed or lost, the next run gets its result.
 */
export async function renew(job: Job): Promise<void> {
  storeDueCharges(job.db, job.now);
  for (const charge of openCharges(job.db)) {
    try {
      take(job, charge, await resultOf(job, charge));
    } catch (error) {
      // Refused, for example since the token was deleted: no money moved. Anything else stays open for the next run.
      if (error instanceof ValidationError) markFailed(job.db, charge, null, error.message, job.now);
      else if (error instanceof PaymentsError) console.error(`Charge ${charge.key} is open:`, error.message);
      else throw error;
    }
  }
}
