import { decimalAmount } from "../../format-amount.ts";
import { capitalized } from "../../gateway/input/section.ts";
import type { TransactionRecord } from "../../gateway/records/records.ts";
import type { Store } from "../../gateway/records/store.ts";
import { followUpsFor, leftOf } from "../../gateway/transactions/follow-up-rules.ts";
import { ActionForm, Submit } from "./action-form.tsx";
import { Choice, Field } from "./field.tsx";

/** Captures, voids or refunds what is left of a transaction, or a part of it. */
export const FollowUpForm = ({ record, store }: { record: TransactionRecord; store: Store }) => {
  const { uid, tracking_id, type, currency } = record.transaction;
  const types = followUpsFor(record.transaction);
  const left = leftOf(record, store);
  if (types.length === 0 || left === 0) return null;
  const what = `${type} ${tracking_id ?? uid}`;
  return (
    <ActionForm action="follow-up" subject={["parent", uid]}>
      <Field
        label={`Amount, ${currency}`}
        name="amount"
        id={`amount-${uid}`}
        value={decimalAmount(left, currency)}
        inputmode="decimal"
        required
        title={`Amount for ${what}, in ${currency}`}
      />
      <Choice name="outcome" id={`outcome-${uid}`} title={`Outcome for ${what}`}>
        <option value="successful">approved</option>
        <option value="failed">declined</option>
      </Choice>
      {types.map((followUp) => (
        <Submit
          name="type"
          value={followUp}
          id={`${followUp}-${uid}`}
          label={`${capitalized(followUp)} ${what}`}
        >
          {capitalized(followUp)}
        </Submit>
      ))}
    </ActionForm>
  );
};
