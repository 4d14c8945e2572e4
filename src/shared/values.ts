/** Maximum number of issues in an error, a drift event or a check of parameters. */
export const MAX_ISSUES = 1_000;

/** Maximum delay of a timer, in milliseconds. A longer timer fires immediately. */
export const LONGEST_TIMER = 2_147_483_647;

/** Whether a value is neither `undefined`, `null` nor `""`. */
export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";

/** Whether a value is an object that is not an array. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a value is the name of a row of a table, and not of a property of `Object.prototype`. */
export const isNameIn = <Table extends object>(table: Table, name: unknown): name is keyof Table & string =>
  typeof name === "string" && Object.hasOwn(table, name);

/** The names of an object's fields, in their order. */
export function namesOf<Fields extends object>(fields: Fields): (keyof Fields & string)[];
/* @__NO_SIDE_EFFECTS__ */
export function namesOf(fields: object): string[] {
  return Object.keys(fields);
}

/**
 * Removes the prototype of a new object, so that nothing is read from `Object.prototype`. V8 reads an object from
 * `Object.create(null)` several times more slowly.
 */
export const withoutPrototype = <T extends object>(properties: T): T =>
  Object.setPrototypeOf(properties, null);
