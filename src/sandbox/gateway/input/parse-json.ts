/** Levels of nesting, at most. Code that walks through a deeper value would overflow the stack. */
const MAX_DEPTH = 100;

const isTooDeep = (value: unknown, left = MAX_DEPTH): boolean =>
  typeof value === "object" &&
  value !== null &&
  (left === 0 || Object.values(value).some((inner) => isTooDeep(inner, left - 1)));

/** Parses JSON; undefined if the text is not valid, or nested over 100 deep. */
export const parseJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isTooDeep(value) ? undefined : value;
  } catch {
    return undefined;
  }
};
