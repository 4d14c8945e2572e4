import type { History, OrderEvent, RequestKind } from "../history/events.ts";
import { all, type Facts } from "../history/facts.ts";

type Lost = "goods" | "money" | "the customer's money" | "the work of the staff";

/** What contradicts a law. Some cases have their own advice, or lose something else than other cases. */
export interface Broken {
  readonly observed: string;
  readonly advice?: string | undefined;
  readonly lost?: Lost;
  /** Why a right shop may have done this, so that it shows nothing. */
  readonly unclear?: string | undefined;
}

type Check = (facts: Facts, history: History) => Broken | string | false | undefined;

/** A rule that every order must keep, even if something goes wrong. */
export interface Law {
  /** Its short name, by which stories name the law that they show. */
  readonly name: string;
  /** As the report prints it. */
  readonly text: string;
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

export interface Verdict extends Broken {
  readonly law: Law;
  readonly lost: Lost;
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
export const isTriedBy = ({ isTried }: Law, history: History): boolean =>
  isTried ? isTried(history) : all(history, "moved").length > 0;
