import { HANDLER, ONCE_ONLY } from "../guides.ts";
import { type History, REQUEST_KINDS } from "../history/events.ts";
import { all, factsOf, lastAnswers } from "../history/facts.ts";
import { isExplained } from "../laws/payments.ts";
import { FAULTS } from "../player/moves/faults.ts";
import { MOVES } from "../player/moves/moves.ts";
import { adviceOfVariant } from "../player/variants.ts";
import type { Story } from "../stories/story.ts";
import type { Finding } from "./finding.ts";

/** What to change if this was observed, whatever the story has done. */
type Observation = (history: History) => string | undefined;

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

const OBSERVATIONS: readonly Observation[] = [
  (history) =>
    isUnfulfilled(history) && history.terms.trackingId === undefined
      ? `The ${history.terms.kind} has no tracking_id, so no notification shows which order it pays. Send the id of the order as tracking_id. ${HANDLER}`
      : undefined,
  (history) => {
    const { payments, inReview = 0 } = factsOf(history);
    return isUnfulfilled(history) && payments.length === 1 && inReview > 0
      ? `The payment is right, and your shop keeps it for manual review. The order in your shop has another amount, currency or id than its ${history.terms.kind}, which has ${history.terms.price} and the tracking_id ${history.terms.trackingId}. Send the stored values. ${HANDLER}`
      : undefined;
  },
  (history) => {
    const first = answersIn(history).find((answers) => answers[0] !== 200 && answers.at(-1) === 200)?.[0];
    return isUnfulfilled(history) && first !== undefined && factsOf(history).inReview !== 1
      ? `The first try of the notification was answered ${first}, its repeat 200, and the order was never fulfilled. Mark a notification as seen in the transaction that does its work. ${ONCE_ONLY}`
      : undefined;
  },
];

/** Where the reason is, if the shop failed by itself. */
function reasonIn(history: History): string | undefined {
  const isFailing = answersIn(history).some((answers) => Number(answers.at(-1)) >= 500);
  if (isFailing) return `The output of your shop has the reason of the 500. Search for ${history.id}.`;
  if (all(history, "disturbed").length > 0) return undefined;
  for (const kind of REQUEST_KINDS) {
    const rejected = lastAnswers(history, kind).find(({ isAccepted }) => isAccepted === false);
    if (rejected && all(history, "sent").every((each) => each.kind !== kind))
      return `Your shop rejected the ${kind} and sent nothing to the gateway. The output of your shop has the reason. Search for ${history.id}${rejected.request === undefined ? "" : ` and ${rejected.request}`}.`;
  }
  return undefined;
}

const movesIn = (story: Story) =>
  story.flatMap(({ moves }) => moves.flatMap((name) => MOVES.get(name) ?? []));

/** The advice of a move that kills the shop, which has the reason even if other moves were made at the same moment. */
const adviceOfKill = (story: Story): string | undefined =>
  movesIn(story).find(({ stopsShop }) => stopsShop)?.advice;

/** The advice of the last move or fault of a story. If moves were made at the same moment, neither has the reason. */
const adviceIn = (story: Story): string | undefined =>
  story
    .flatMap((step) => [
      ...(step.moves.length > 1 ? [] : movesIn([step])),
      ...FAULTS.filter(({ name }) => name === step.fault),
    ])
    .findLast(({ advice }) => advice !== undefined)?.advice;

const firstOf = (histories: readonly History[], look: Observation): string | undefined =>
  histories.flatMap((history) => look(history) ?? [])[0];

/** What to change. @param isOfStep Whether the law holds without any step of the story. */
export function adviceFor({ story, histories, verdict }: Finding, isOfStep: boolean): string {
  const { law, advice } = verdict;
  const observed = OBSERVATIONS.flatMap((look) => firstOf(histories, look) ?? [])[0];
  const usual =
    (isOfStep ? adviceOfVariant(story) : undefined) ??
    observed ??
    (isOfStep ? adviceOfKill(story) : undefined) ??
    advice ??
    (isOfStep && !law.isAdviceBest ? adviceIn(story) : undefined) ??
    law.advice;
  const reason = firstOf(histories, reasonIn);
  return reason === undefined ? usual : `${reason} ${usual}`;
}
