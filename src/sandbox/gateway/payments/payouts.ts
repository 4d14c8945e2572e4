import type { Transaction } from "../../../api/transactions/transaction.ts";
import { isRecord } from "../../../shared/values.ts";
import { parseJson, textOf } from "../input/section.ts";
import type { Delivery } from "../orders/order.ts";
import type { Decision } from "./transactions.ts";

/** The decision about a payout without a valid response of the merchant. */
export const NOT_VERIFIED: Decision = { status: "failed", message: "The payout could not be verified" };

/** Returns the reasons why the merchant's answer does not accept a payout. Empty if it accepts the payout. */
export const problemsOfVerification = (
  { uid, amount }: Pick<Transaction, "uid" | "amount">,
  { status, answers }: Pick<Delivery, "status" | "answers">,
): string[] => {
  if (status !== 200)
    return [status === undefined ? "it did not answer" : `it answered ${status}, only 200 accepts`];
  const answer = parseJson(answers.at(-1)?.body ?? "");
  if (!isRecord(answer)) return ["the body of its answer is not a JSON object"];
  const { code, message } = answer;
  if (code !== undefined && code !== 0) {
    const reason = textOf(message);
    return [`it answered code ${textOf(code)}${reason === undefined ? "" : `: ${reason}`}; 0 accepts`];
  }
  const expected = { code: 0, uid, amount };
  return Object.entries(expected)
    .filter(([name, value]) => answer[name] !== value)
    .map(([name, value]) => {
      const found = answer[name] === undefined ? "is missing" : `is ${JSON.stringify(answer[name])}`;
      return `${name} ${found} in its answer, and must be ${JSON.stringify(value)}`;
    });
};

/**
 * Posts a payout to the merchant's verification address. Resolves to the reason of a decline, or to undefined after a 200
 * with code 0. Source: gateway documentation, "Payout verification".
 *
 * @param isPublic Hides the answer, because others with the sandbox's key could read local services of this machine.
 */
export const verifyPayout = async (
  transaction: Transaction,
  ask: (body: unknown) => Promise<Delivery>,
  isPublic: boolean,
): Promise<Decision | undefined> => {
  const verification = await ask({ transaction });
  if (problemsOfVerification(transaction, verification).length === 0) return undefined;
  const { status, answers } = verification;
  const answer = status === 200 ? parseJson(answers.at(-1)?.body ?? "") : undefined;
  if (!isRecord(answer) || isPublic) return NOT_VERIFIED;
  return {
    status: "failed",
    message: textOf(answer["message"]) ?? "The payout was not verified",
    friendlyMessage: textOf(answer["friendly_message"]),
    code: textOf(answer["code"]),
  };
};
