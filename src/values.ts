/** The longest that a timer can wait, in milliseconds: a longer one ends at once. */
export const LONGEST_TIMER = 2_147_483_647;

/** Whether a value counts as given: `undefined`, `null` and `""` do not. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** Whether a value is an object with fields. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
