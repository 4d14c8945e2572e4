import { followUpsFor } from "../../gateway/follow-ups/follow-up-rules.ts";
import type { FollowUpType } from "../../gateway/follow-ups/follow-up-type.ts";
import { leftOf } from "../../gateway/follow-ups/remaining.ts";
import type { TransactionRecord } from "../../gateway/records/records.ts";
import type { Store } from "../../gateway/records/store.ts";

const NAMES: Readonly<Record<FollowUpType, string>> = { capture: "Capture", void: "Void", refund: "Refund" };

interface FollowUpFormProps {
  readonly record: TransactionRecord;
  readonly store: Store;
}

/** Captures, voids or refunds what is left of a transaction, or a part of it. */
export const FollowUpForm = ({ record, store }: FollowUpFormProps) => {
  const { uid, tracking_id, type } = record.transaction;
  const types = followUpsFor(record.transaction);
  const left = leftOf(record, store);
  if (types.length === 0 || left === 0) return null;
  const what = `${type} ${tracking_id ?? uid}`;
  return (
    <form method="post" action="/sandbox/follow-up">
      <input type="hidden" name="parent" value={uid} />
      <input
        type="number"
        name="amount"
        id={`amount-${uid}`}
        value={String(left)}
        min="1"
        max={String(left)}
        required
        aria-label={`Amount for ${what}, in minor units`}
      />
      <select name="outcome" id={`outcome-${uid}`} aria-label={`Outcome for ${what}`}>
        <option value="successful">approved</option>
        <option value="failed">declined</option>
      </select>
      {types.map((followUp) => (
        <button
          type="submit"
          name="type"
          value={followUp}
          id={`${followUp}-${uid}`}
          aria-label={`${NAMES[followUp]} ${what}`}
        >
          {NAMES[followUp]}
        </button>
      ))}
    </form>
  );
};
