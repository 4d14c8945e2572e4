import { type Decline, TEST_CARDS } from "../cards/test-cards.ts";

/** A payment that is declined, whatever its card or wallet is. */
export interface PlannedDecline {
  /** Undefined: declined without a reason. */
  readonly decline: Decline | undefined;
  times?: number | undefined;
}

/** The reasons for which test cards are declined; the first is a refusal without a reason. */
export const DECLINES: readonly (Decline | undefined)[] = [
  undefined,
  ...TEST_CARDS.flatMap(({ decline }) => decline ?? []),
];
