import { ConfigurationError } from "../errors/configuration-error.ts";
import { WebhookError } from "../errors/webhook-error.ts";
import { isTest } from "../outcome.ts";
import { isGiven, isRecord } from "../values.ts";
import type { Task } from "./handler.ts";

/** What the gateway asks before it pays out. Source: gateway documentation, "Payout verification". */
export interface PayoutVerification {
  /** Identifier of the payout. */
  readonly uid: string;
  /** Amount in minimal currency units, a positive integer. */
  readonly amount: number;
  /** Currency, ISO 4217 alpha-3. */
  readonly currency: string;
  /** `order.tracking_id` of the token; undefined where it has none. */
  readonly tracking_id: string | undefined;
  /** Description of the order; undefined where it came without. */
  readonly description: string | undefined;
  /** True for a test: no money moves. */
  readonly test: boolean;
  /** The whole body, parsed. */
  readonly raw: unknown;
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

/** What the gateway is told where `decide` did not. */
const UNDECIDED = "The payout could not be verified";

const refusal = (problem: string): WebhookError =>
  new WebhookError("body", `The body is not a payout verification: ${problem}`);

/** A number that was sent as an identifier is taken as text; undefined where nothing was sent. */
function readText(value: unknown, field: string): string | undefined {
  if (!isGiven(value)) return undefined;
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value !== "string") throw refusal(`its ${field} is not text`);
  return value;
}

function readVerification(payout: Record<string, unknown>, raw: unknown): PayoutVerification {
  const { type, uid, amount, currency, tracking_id, description, test } = payout;
  if (isGiven(type) && type !== "payout") throw refusal("its type is not payout");
  const identifier = readText(uid, "uid");
  if (identifier === undefined) throw refusal("it has no uid");
  if (typeof amount !== "number" || !Number.isSafeInteger(amount) || amount < 1)
    throw refusal("its amount is not a positive integer");
  if (typeof currency !== "string" || !/^[A-Z]{3}$/.test(currency))
    throw refusal("its currency is not an alpha-3 code");
  return {
    uid: identifier,
    amount,
    currency,
    tracking_id: readText(tracking_id, "tracking_id"),
    description: readText(description, "description"),
    test: isTest(test),
    raw,
  };
}

const isDecline = (decision: unknown): boolean =>
  isRecord(decision) && ("message" in decision || "friendlyMessage" in decision);

const textOf = (value: unknown): string => (typeof value === "string" && value !== "" ? value : UNDECIDED);

/** What answers a payout verification that was authenticated. */
export function createVerification(raw: Record<string, unknown>, decide: Decide): Task {
  const payout = isRecord(raw["transaction"]) ? raw["transaction"] : raw;
  const verification = readVerification(payout, raw);
  const { uid, amount } = payout;
  const decline = (reason: unknown): Response => {
    const { message, friendlyMessage } = Object(reason);
    const told = { message: textOf(message), friendly_message: textOf(friendlyMessage) };
    return Response.json({ code: DECLINED, uid, amount, ...told });
  };
  return {
    subject: `payout ${verification.uid}, declined`,
    async run() {
      const decision: unknown = await decide(verification);
      if (decision === true) return Response.json({ code: ACCEPTED, uid, amount });
      if (!isDecline(decision)) throw new TypeError("decide returned neither true nor why it declines");
      return decline(decision);
    },
    fail: () => decline(undefined),
  };
}

/** Refuses what can't decide when the handler is made, and not when the first payout waits. */
export function checkDecide(decide: unknown): void {
  if (typeof decide !== "function") throw new ConfigurationError("decide must be a function");
}
