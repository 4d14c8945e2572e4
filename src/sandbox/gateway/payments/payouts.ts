import type { Transaction } from "../../../models/transaction.ts";
import { isRecord } from "../../../values.ts";
import type { Delivery } from "../deliveries/delivery.ts";
import { parseJson } from "../parse-json.ts";
import { textOf } from "../section.ts";
import type { Outcome } from "./transactions.ts";

/** A payout about which the merchant gave no answer. */
export const NOT_VERIFIED: Outcome = { status: "failed", message: "The payout could not be verified" };

/**
 * Asks the merchant before a payout: why it is declined, or undefined when it may go on. Anything but a 200
 * with code 0 declines. Source: gateway documentation, "Payout verification".
 */
export const verifyPayout = async (
  transaction: Transaction,
  ask: (body: unknown) => Promise<Delivery>,
): Promise<Outcome | undefined> => {
  const { uid, amount } = transaction;
  const { status, answers } = await ask({ transaction });
  const answer = status === 200 ? parseJson(answers.at(-1)?.body ?? "") : undefined;
  if (!isRecord(answer)) return NOT_VERIFIED;
  if (answer["code"] === 0 && answer["uid"] === uid && answer["amount"] === amount) return undefined;
  return {
    status: "failed",
    message: textOf(answer["message"]) ?? "The payout was not verified",
    friendlyMessage: textOf(answer["friendly_message"]),
    code: textOf(answer["code"]),
  };
};
