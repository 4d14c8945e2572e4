import { WebhookError } from "../errors/webhook-error.ts";
import { isGiven, isRecord } from "../values.ts";

/** What the gateway asks before it pays out. Source: gateway documentation, "Payout verification". */
export interface PayoutVerification {
  /** Identifier of the payout. */
  readonly uid: unknown;
  /** Amount in minimal currency units. */
  readonly amount: unknown;
  /** Whatever else came. */
  readonly [field: string]: unknown;
}

/** Why a payout is declined. */
export interface Decline {
  /** For the merchant's own staff. */
  message: string;
  /** For the customer. */
  friendlyMessage: string;
}

/** Returns true to accept a payout, or why it is declined. */
export type Decide = (verification: PayoutVerification) => true | Decline | Promise<true | Decline>;

const ACCEPTED = 0;
const DECLINED = 1;

/** What answers a payout verification, once it is believed. */
export function createVerification(raw: Record<string, unknown>, decide: Decide): () => Promise<Response> {
  const { uid, amount, ...rest } = isRecord(raw["transaction"]) ? raw["transaction"] : raw;
  if (!isGiven(uid)) throw new WebhookError("body", "The body is no payout verification: it has no uid");
  return async () => {
    const decision = await decide({ ...rest, uid, amount });
    if (decision === true) return Response.json({ code: ACCEPTED, uid, amount });
    const { message, friendlyMessage: friendly_message } = decision;
    return Response.json({ code: DECLINED, uid, amount, message, friendly_message });
  };
}
