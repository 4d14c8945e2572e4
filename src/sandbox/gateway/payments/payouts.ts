import type { Transaction } from "../../../api/transactions/transaction.ts";
import { isRecord } from "../../../shared/values.ts";
import { parseJson } from "../input/parse-json.ts";
import { textOf } from "../input/section.ts";
import type { Delivery } from "../records/delivery.ts";
import type { Decision } from "../transactions/transactions.ts";

/** The decision about a payout without a valid response of the merchant. */
export const NOT_VERIFIED: Decision = { status: "failed", message: "The payout could not be verified" };

/** Why an answer of the merchant does not accept a payout: nothing is wrong with one that accepts it. */
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
 * Asks the merchant to verify a payout: resolves to why it is declined, or to undefined if it is accepted. Anything
 * but a 200 with code 0 declines. Source: gateway documentation, "Payout verification".
 *
 * @param isPublic Whether others reach the sandbox: someone with its key could read answers of this machine's services, so
 * nothing of an answer is repeated.
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
