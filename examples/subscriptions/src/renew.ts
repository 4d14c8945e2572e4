import type { DatabaseSync } from "node:sqlite";
import { type PaymentsClient, type Sent, sendOnce } from "payments-client";
import { handlePayment } from "payments-client/webhooks";
import { awaitCustomer, type Charge, claim, markFailed, openCharges, storeDueCharges } from "./charges.ts";
import { checkedTime } from "./clock.ts";
import { handlersOf } from "./handlers.ts";

export interface Job {
  readonly db: DatabaseSync;
  readonly payments: PaymentsClient;
  /** True charges test cards. No money moves. */
  readonly test: boolean;
  /** Where the customer returns after 3-D Secure. */
  readonly returnUrl: string;
  readonly clock: () => Date;
}

/** Charges the card once, or finds the result of an earlier call. */
const send = ({ db, payments, test, returnUrl, clock }: Job, charge: Charge): Promise<Sent> => {
  const { key, amount, currency, description, cardToken } = charge;
  return sendOnce(
    payments,
    "pay",
    {
      amount,
      currency,
      description,
      test,
      return_url: returnUrl,
      credit_card: { token: cardToken },
      additional_data: { card_on_file: { initiator: "merchant" } },
    },
    { key, claim: (milliseconds) => claim(db, key, clock(), milliseconds) }, // not `now`, because a run can take hours
  );
};

async function charge(job: Job, due: Charge, now: Date): Promise<void> {
  const { db, test } = job;
  const sent = await send(job, due);
  switch (sent.is) {
    case "succeeded": {
      const { is } = await handlePayment(handlersOf(db, test, now), sent.transaction);
      if (is !== "paid" && is !== "review") console.error(`Charge ${due.key} is open: its payment is ${is}`);
      return;
    }
    case "pending":
      if (awaitCustomer(db, due, sent.transaction.redirect_url ?? null, now))
        console.error(`Subscription ${due.subscriptionId} is unpaid: ${due.key} was not confirmed in time`);
      return;
    case "unknown":
      console.error(`Charge ${due.key} is open:`, sent.reason);
      return;
    default:
      if (sent.is === "refused") console.error(`Charge ${due.key} is refused:`, sent.reason);
      markFailed(db, due, sent.reason, now);
  }
}

/**
 * Charges what is due, at most one month of a subscription. Run it every few minutes, from one process or several. A charge
 * is stored before it is sent, so that a later run finds the result of a run that was killed.
 */
export async function renew(job: Job): Promise<void> {
  const { db, payments, clock } = job;
  const now = await checkedTime(payments, clock);
  storeDueCharges(db, now);
  for (const due of openCharges(db, now)) {
    try {
      await charge(job, due, now);
    } catch (error) {
      console.error(`Charge ${due.key} is open:`, error);
    }
  }
}
