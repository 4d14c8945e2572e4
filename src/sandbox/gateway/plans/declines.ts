import { type CardDecline, TEST_CARDS } from "../cards/test-cards.ts";

/** A decline of the next payment with any card or wallet. */
export interface PlannedDecline {
  /** Undefined for a decline without a reason. */
  readonly decline: CardDecline | undefined;
  times?: number | undefined;
}

/** The reasons for declines of test cards. The first has no reason. */
export const DECLINES: readonly (CardDecline | undefined)[] = [
  undefined,
  ...TEST_CARDS.flatMap(({ decline }) => decline ?? []),
];
