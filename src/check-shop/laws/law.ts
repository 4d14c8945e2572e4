import type { History, OrderEvent, RequestKind } from "../history/events.ts";
import { all, type Facts } from "../history/facts.ts";
import type { Broken, Lost } from "./payments.ts";

type Check = (facts: Facts, history: History) => Broken | false | undefined;

/** A rule that every order must keep, even if something goes wrong. */
export interface Law {
  /** Its short name, by which stories name the law that they show. */
  readonly name: string;
  /** As the report prints it. */
  readonly text: string;
  /** What the shop or its customer loses. */
  readonly lost: Lost;
  /** What to change. The advice of a move or a fault of the story comes first, except if `isAdviceBest`. */
  readonly advice: string;
  readonly isAdviceBest?: true;
  /** Whether what happened to an order could break it. Default: a payment of a customer. */
  readonly isTried?: (history: History) => boolean;
  /** The function of the shop without which no story can break it. */
  readonly needs?: string;
  /** Checked after each step. */
  readonly always?: Check;
  /** Checked when everything was repeated and the job ran. */
  readonly inTheEnd?: Check;
  /** Compares the orders of a story. Checked after each step. */
  readonly among?: (histories: readonly History[]) => string | undefined;
}

/** A broken law. */
export interface Verdict {
  readonly law: Law;
  readonly observed: string;
  readonly lost: Lost;
  /** What to change in this case. */
  readonly advice?: string | undefined;
  /** Why a right shop may have done this, so that it shows nothing. */
  readonly unclear?: string | undefined;
  /** Whether the shop cannot put it right any more. */
  readonly isFinal: boolean;
}

export const has =
  (name: OrderEvent["is"]) =>
  ({ events }: History): boolean =>
    events.some(({ is }) => is === name);

export const moves = (type: string) => (history: History) =>
  all(history, "moved").some((each) => each.type === type);

export const asks = (kind: RequestKind) => (history: History) =>
  all(history, "asked").some((each) => each.kind === kind);

/** Whether an order with this history could break a law. */
export const isTriedBy = (
  { isTried = (history) => all(history, "moved").length > 0 }: Law,
  history: History,
): boolean => isTried(history);
