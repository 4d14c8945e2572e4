import { HANDLER, REFUSED } from "../guides.ts";
import type { History } from "../history/events.ts";
import { all, type Facts } from "../history/facts.ts";
import type { Broken } from "./payments.ts";

const STORE = `Answer 200 when a payment is stored. If it does not match its order, or there is no such order, keep it for manual review and answer 200, because a repeat would not help. ${HANDLER}`;

const CREDENTIALS = `A 401 means another shop id, secret key or public key, or a body that was parsed before. ${REFUSED}`;

/** A genuine notification that was not answered with 200 when it was posted last. */
export function notAnswered({ now, right, inReview }: Facts, history: History): Broken | undefined {
  const genuine = all(history, "notified").filter(({ what }) => what === "genuine");
  const failed = [...new Map(genuine.map((each) => [each.id, each])).values()].filter(
    ({ answer }) => answer !== 200,
  );
  const notified = failed.find(({ answer }) => answer !== undefined) ?? failed[0];
  if (!notified) return undefined;
  const { answer } = notified;
  const paid = all(history, "moved").find(
    ({ uid, by }) => by === "customer" && failed.some((each) => each.uid === uid),
  );
  const isMissing = paid && !inReview && !(now > 0 && paid.uid === right[0]?.uid);
  const observed = `the notification was repeated, and ${answer === undefined ? "got no response" : `was answered ${answer}`}`;
  return {
    observed: isMissing ? `${observed}, so that a payment of ${paid.amount} is recorded nowhere` : observed,
    advice: answer === undefined ? undefined : answer >= 500 ? STORE : CREDENTIALS,
    ...(isMissing && { lost: "money" }),
  };
}
