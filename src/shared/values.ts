/** The most issues that an error, a drift event or a check of parameters lists. */
export const MAX_ISSUES = 1_000;

/** The longest delay of a timer, in milliseconds: with a longer one it fires immediately. */
export const LONGEST_TIMER = 2_147_483_647;

/** Whether a value is given: `undefined`, `null` and `""` are not. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** Whether a value is an object that is not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
