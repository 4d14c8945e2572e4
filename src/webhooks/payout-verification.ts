import { WebhookError } from "../errors/webhook-error.ts";
import { factsOf, fieldOf, givenText } from "../payments/facts.ts";
import { isConsistent, isSet } from "../payments/outcome.ts";
import { isGiven, isRecord } from "../shared/values.ts";

/** The payout that the merchant must accept or decline. Source: gateway documentation, "Payout verification". */
export interface PayoutVerification {
  /** Identifier of the payout. */
  readonly uid: string;
  /** Amount in minor units, a positive integer. */
  readonly amount: number;
  /** Currency, ISO 4217 alpha-3. */
  readonly currency: string;
  /** `order.tracking_id` of the token. Undefined if absent. */
  readonly tracking_id: string | undefined;
  /** Description of the order. Undefined if absent. */
  readonly description: string | undefined;
  /** True for a test, which moves no money. */
  readonly test: boolean;
  /** The whole body, parsed. */
  readonly raw: unknown;
}

/** The reason for declining a payout. */
export interface Decline {
  /** Reason for the merchant's staff. */
  message: string;
  /** Reason for the customer. */
  friendlyMessage: string;
}

/** Returns true to accept a payout, or the reason to decline it. */
export type Decide = (verification: PayoutVerification) => true | Decline | Promise<true | Decline>;

const ACCEPTED = 0;
const DECLINED = 1;

/** The reason sent to the gateway if `decide` returned none. */
const DEFAULT_REASON = "The payout could not be verified";

const refusal = (problem: string): WebhookError =>
  new WebhookError("body", `The body is not a payout verification: ${problem}`);

/** Reads text. An integer becomes text, because gateways differ. Undefined if absent. */
function readText(value: unknown, field: string): string | undefined {
  const text = givenText(value);
  if (text === undefined && isGiven(value)) throw refusal(`its ${field} is not text`);
  return text;
}

function readVerification(payout: Record<string, unknown>, raw: unknown): PayoutVerification {
  const [type, amount, currency] = ["type", "amount", "currency"].map((field) => fieldOf(payout, field));
  if (isGiven(type) && type !== "payout") throw refusal("its type is not payout");
  const text = (field: string): string | undefined => readText(fieldOf(payout, field), field);
  const uid = text("uid");
  if (uid === undefined) throw refusal("it has no uid");
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 1)
    throw refusal("its amount is not a positive integer");
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency))
    throw refusal("its currency is not an alpha-3 code");
  const verification = {
    uid,
    amount,
    currency,
    tracking_id: text("tracking_id"),
    description: text("description"),
    test: isSet(fieldOf(payout, "test")),
    raw,
  };
  if (!isConsistent(factsOf(payout))) throw refusal("its section contradicts it");
  return verification;
}

const reasonText = (value: unknown): string =>
  typeof value === "string" && value !== "" ? value : DEFAULT_REASON;

/** Throws unless `decide` returned a reason to decline. */
export function checkDecline(decision: unknown): unknown {
  if (isRecord(decision) && ("message" in decision || "friendlyMessage" in decision)) return decision;
  throw new TypeError("decide must return true or { message, friendlyMessage }");
}

/** The payout of an authenticated body, and the responses to it. */
export function toPayout(raw: Record<string, unknown>) {
  const transaction = fieldOf(raw, "transaction");
  const payout = isRecord(transaction) ? transaction : raw;
  const verification = readVerification(payout, raw);
  const [uid, amount] = [fieldOf(payout, "uid"), verification.amount];
  return {
    verification,
    accepted: (): Response => Response.json({ code: ACCEPTED, uid, amount }),
    declined: (reason?: unknown): Response => {
      const { message, friendlyMessage } = Object(reason);
      const reasons = { message: reasonText(message), friendly_message: reasonText(friendlyMessage) };
      return Response.json({ code: DECLINED, uid, amount, ...reasons });
    },
  };
}
