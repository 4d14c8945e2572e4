import type { Transaction } from "../../../models/transaction.ts";
import { awaitsCompletion } from "../../gateway/transactions/transactions.ts";

const BUTTONS = { successful: "Complete", failed: "Fail" };

/** Completes a payment that is pending or waits for its 3-D Secure challenge. */
export const CompleteForm = ({ transaction }: { transaction: Transaction }) => {
  const { uid, tracking_id, type } = transaction;
  if (!awaitsCompletion(transaction)) return null;
  return (
    <form method="post" action="/sandbox/complete">
      <input type="hidden" name="uid" value={uid} />
      {Object.entries(BUTTONS).map(([outcome, name]) => (
        <button
          type="submit"
          name="outcome"
          value={outcome}
          id={`${outcome}-${uid}`}
          aria-label={`${name} ${type} ${tracking_id ?? uid}`}
        >
          {name}
        </button>
      ))}
    </form>
  );
};
