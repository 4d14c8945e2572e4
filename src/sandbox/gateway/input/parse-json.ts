/** Maximum depth. Recursive code would overflow the stack for a deeper value. */
const MAX_DEPTH = 100;

const isTooDeep = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1)));

/** Parses JSON. Undefined if the text is not valid or more than 100 levels deep. */
export const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
};
