import type { FollowUpType } from "../../api/transactions/transaction-type.ts";
import { formatAmount } from "../format-amount.ts";
import type { Gateway } from "../gateway/gateway.ts";
import { leftOf, problemsOfFollowUp, processFollowUp, verbOf } from "../gateway/payments/follow-ups.ts";
import { recordOf } from "../gateway/payments/settle.ts";
import type { Processed } from "../gateway/payments/transactions.ts";
import { NotPayableError } from "../gateway/refusal.ts";
import { readAmount } from "./parameters.ts";

/** Options of a chargeback. */
export interface ChargeBackOptions {
  /** Minor units. Default: the rest of the payment. At most this rest. */
  amount?: number | undefined;
  /** The reason. Default: `client request`. */
  reason?: string | undefined;
}

interface FollowUp {
  readonly uid: string;
  readonly type: FollowUpType;
  /** Minor units, or a displayed amount. Default: the rest. */
  readonly amount?: number | string | undefined;
  readonly reason?: string | undefined;
  /** `failed` for a decline. */
  readonly outcome?: "successful" | "failed" | undefined;
}

/** The processing code for a requested decline. */
const DECLINED = "05";

const REASONS = { refund: "Made on the local gateway", chargeback: "client request" };

/** Captures, voids, refunds or charges back. Allows several of them, up to the remaining amount. @throws NotPayableError */
export const followUp = (gateway: Gateway, { uid, type, amount, reason, outcome }: FollowUp): Processed => {
  const parent = recordOf(gateway, uid);
  const left = leftOf(parent, gateway.store);
  const { currency = "" } = parent.transaction;
  const minor = amount === undefined ? left : readAmount(amount, currency ?? "", left || undefined);
  const fields = {
    parent_uid: uid,
    amount: minor,
    duplicate_check: false,
    ...((type === "refund" || type === "chargeback") && { reason: reason ?? REASONS[type] }),
    ...(outcome === "failed" && { additional_data: { recipient: { expected_bank_code: DECLINED } } }),
  };
  const problems = problemsOfFollowUp(gateway, type, fields);
  if (problems.length === 0) return processFollowUp(gateway, type, fields);
  // A displayed amount is refused as it is displayed.
  if (typeof amount === "string" && minor > left) {
    const most = `At most ${formatAmount(left, currency, "en")} is left`;
    throw new NotPayableError(left > 0 ? most : "Nothing is left", "amount");
  }
  const reasons = problems.map(({ path, messages }) => `${path.join(".")} ${messages.join(", ")}`);
  const message = `The payment cannot be ${verbOf(type)}: ${reasons.join("; ")}`;
  throw new NotPayableError(message, problems[0]?.path.at(-1));
};
