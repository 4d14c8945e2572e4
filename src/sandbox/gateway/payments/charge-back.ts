import type { Gateway } from "../gateway.ts";
import { leftOf, problemsOfFollowUp } from "./follow-up-rules.ts";
import { processFollowUp } from "./follow-ups.ts";
import { NotPayableError } from "./not-payable-error.ts";
import { recordOf } from "./settle.ts";
import type { Processed } from "./transactions.ts";

/** Options of a chargeback. */
export interface ChargeBackOptions {
  /** Minor units. Default: the rest of the payment. At most this rest. */
  amount?: number | undefined;
  /** The reason. Default: `client request`. */
  reason?: string | undefined;
}

/**
 * Returns the money of a payment or a capture to the customer, as a bank does after a dispute.
 *
 * @throws NotPayableError if the transaction cannot be charged back.
 */
export const chargeBack = (
  gateway: Gateway,
  uid: string,
  { amount, reason = "client request" }: ChargeBackOptions,
): Processed => {
  const left = leftOf(recordOf(gateway, uid), gateway.store);
  const fields = { parent_uid: uid, amount: amount ?? left, reason, duplicate_check: false };
  const problems = problemsOfFollowUp(gateway, "chargeback", fields);
  if (problems.length > 0) {
    const reasons = problems.map(({ path, messages }) => `${path.join(".")} ${messages.join(", ")}`);
    throw new NotPayableError(`The payment cannot be charged back: ${reasons.join("; ")}`);
  }
  return processFollowUp(gateway, "chargeback", fields);
};
