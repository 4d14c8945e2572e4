import type { Transaction } from "../../../models/transaction.ts";
import { isRecord } from "../../../values.ts";
import { parseJson } from "../input/parse-json.ts";
import { textOf } from "../input/section.ts";
import type { Delivery } from "../records/delivery.ts";
import type { Decision } from "../transactions/transactions.ts";

/** The decision about a payout without a valid response of the merchant. */
export const NOT_VERIFIED: Decision = { status: "failed", message: "The payout could not be verified" };

/**
 * Asks the merchant to verify a payout: resolves to why it is declined, or to undefined if it is accepted. Anything
 * but a 200 with code 0 declines. Source: gateway documentation, "Payout verification".
 */
export const verifyPayout = async (
  transaction: Transaction,
  ask: (body: unknown) => Promise<Delivery>,
): Promise<Decision | undefined> => {
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
