import { HANDLER, JOB, ONCE_ONLY } from "../guides.ts";
import { type History, REQUEST_KINDS } from "../history/events.ts";
import { all, factsOf, lastAnswers } from "../history/facts.ts";
import { isExplained } from "../laws/payments.ts";
import { FAULTS } from "../player/moves/faults.ts";
import { MOVES } from "../player/moves/moves.ts";
import { adviceOfVariant } from "../player/variants.ts";
import type { Story } from "../stories/story.ts";
import type { Finding } from "./finding.ts";

type Observation = (history: History, story: Story) => string | false | undefined;

/** The answers to each genuine notification, oldest first. */
const answersIn = (history: History): (number | undefined)[][] => {
  const genuine = all(history, "notified").filter(({ what }) => what === "genuine");
  return [...Map.groupBy(genuine, ({ id }) => id).values()].map((each) => each.map(({ answer }) => answer));
};

/** Whether the customer paid, and the order was never fulfilled. */
const isUnfulfilled = (history: History): boolean => {
  const { right, ever } = factsOf(history);
  return ever === 0 && right.length > 0 && !right.some((each) => isExplained(each, history));
};

/** The advice for an order that was not fulfilled, for any story. */
const OBSERVATIONS: readonly Observation[] = [
  ({ terms: { trackingId, kind } }) =>
    trackingId === undefined &&
    `The ${kind} has no tracking_id, so no notification shows which order it pays. Send the id of the order as tracking_id. ${HANDLER}`,
  (history, story) => {
    const { payments, inReview = 0 } = factsOf(history);
    const { kind, price, trackingId } = history.terms;
    // What happened before the payment may have closed the order.
    const isPaidFirst = story.findIndex(({ moves }) => moves.some((name) => name.startsWith("pay"))) <= 1;
    return (
      payments.length === 1 &&
      inReview > 0 &&
      isPaidFirst &&
      `The payment is right, and your shop keeps it for manual review. The order in your shop has another amount, currency or id than its ${kind}, which has ${price} and the tracking_id ${trackingId}. Send the stored values. ${HANDLER}`
    );
  },
  (history) => {
    const first = answersIn(history).find((answers) => answers[0] !== 200 && answers.at(-1) === 200)?.[0];
    return (
      first !== undefined &&
      factsOf(history).inReview !== 1 &&
      `The first try of the notification was answered ${first}, its repeat 200, and the order was never fulfilled. Mark a notification as seen in the transaction that does its work. ${ONCE_ONLY}`
    );
  },
];

/** Where the reason is, if the shop failed by itself. */
function reasonIn(history: History): string | undefined {
  const isFailing = answersIn(history).some((answers) => Number(answers.at(-1)) >= 500);
  if (isFailing) {
    const names = [
      history.id,
      ...factsOf(history)
        .payments.slice(0, 1)
        .map(({ uid }) => uid),
    ];
    return `The output of your shop has the reason of the 500. Search for ${names.join(" or ")}.`;
  }
  if (all(history, "disturbed").length > 0) return undefined;
  for (const kind of REQUEST_KINDS) {
    const rejected = lastAnswers(history, kind).find(({ isAccepted }) => isAccepted === false);
    if (rejected && all(history, "sent").every((each) => each.kind !== kind))
      return `Your shop rejected the ${kind} and sent nothing to the gateway. If the step does not show the reason, search the output of your shop for ${history.id}${rejected.request === undefined ? "" : ` and ${rejected.request}`}.`;
  }
  return undefined;
}

/** The advice of a move that kills the shop, which has the reason even if other moves were made at the same moment. */
const adviceOfKill = (story: Story): string | undefined =>
  story
    .flatMap(({ moves }) => moves.flatMap((name) => MOVES.get(name) ?? []))
    .find(({ stopsShop }) => stopsShop)?.advice;

/** The advice of the last move or fault of a story. If moves were made at the same moment, neither has the reason. */
const adviceIn = (story: Story): string | undefined =>
  story
    .flatMap(({ moves: [name = "", ...others], fault = "" }) => [
      others.length > 0 ? undefined : MOVES.get(name)?.advice,
      FAULTS.get(fault)?.advice,
    ])
    .findLast((advice) => advice !== undefined);

/** What the shop did with the answers about its tokens. Undefined if they do not show the reason. */
function adviceOfAnswers({ calls, histories, verdict }: Finding): string | undefined {
  const answers = calls.flatMap(
    ({ text }) => /^GET .*(?:checkouts|payments)\/.*: 200 (.+)/.exec(text)?.[1] ?? [],
  );
  const isTold = answers.includes("successful");
  const isNotified = histories.some((each) => answersIn(each).some((tries) => tries.includes(200)));
  const last = answers.at(-1);
  if (verdict.law.name === "fulfilled" && isTold)
    return `Your shop asked, the gateway answered “successful”, and the order was not fulfilled. Look at what your shop does with this answer. What closes an order must compare in its own statement, such as UPDATE … WHERE paid_by IS NULL. ${JOB}`;
  if (!["fulfilled", "hold"].includes(verdict.law.name) || isTold || isNotified || last === undefined)
    return undefined;
  return `Your shop did not ask for the paid token after the payment. The last answer before was “${last}”. No status and no other token ends a token early. Ask for each of them until its order is paid, or until the order's own time is over. ${JOB}`;
}

/** What to change. @param isOfStep Whether the law holds without any step of the story. */
export function adviceFor(finding: Finding, isOfStep: boolean): string {
  const { story, histories, verdict } = finding;
  const { law, advice } = verdict;
  const steps = isOfStep ? story : [];
  const unfulfilled = histories.filter(isUnfulfilled);
  const observed = OBSERVATIONS.flatMap((look) => unfulfilled.flatMap((each) => look(each, story) || []))[0];
  const usual =
    adviceOfVariant(steps) ??
    observed ??
    adviceOfKill(steps) ??
    advice ??
    (law.isAdviceBest ? undefined : adviceIn(steps)) ??
    adviceOfAnswers(finding) ??
    law.advice;
  const reason = histories.flatMap((each) => reasonIn(each) ?? [])[0];
  return reason === undefined ? usual : `${reason} ${usual}`;
}
