import type { Transaction } from "../../../models/transaction.ts";
import { awaitsCompletion } from "../../gateway/transactions/transactions.ts";
import { ActionForm, Submit } from "./action-form.tsx";

const BUTTONS = { successful: "Complete", failed: "Fail" };

/** Completes a payment that is pending or waits for its 3-D Secure challenge. */
export const CompleteForm = ({ transaction }: { transaction: Transaction }) => {
  const { uid, tracking_id, type } = transaction;
  if (!awaitsCompletion(transaction)) return null;
  const what = `${type} ${tracking_id ?? uid}`;
  return (
    <ActionForm action="complete" subject={["uid", uid]}>
      {Object.entries(BUTTONS).map(([outcome, name]) => (
        <Submit name="outcome" value={outcome} id={`${outcome}-${uid}`} label={`${name} ${what}`}>
          {name}
        </Submit>
      ))}
    </ActionForm>
  );
};
