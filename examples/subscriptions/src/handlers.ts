import type { DatabaseSync } from "node:sqlite";
import type { PaymentHandlers } from "payments-client/webhooks";
import { type Charge, findCharge, markPaid, storeReview } from "./charges.ts";

/** The functions for payments of charges, for the job and for your handler of notifications. */
export const handlersOf = (db: DatabaseSync, test: boolean, now: Date): PaymentHandlers<Charge> => ({
  findOrder(key) {
    const charge = findCharge(db, key);
    return charge && { ...charge, test };
  },
  paid: ({ order, uid }) => markPaid(db, order, uid, now),
  review: (payment) => storeReview(db, payment, now),
});
