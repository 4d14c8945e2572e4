/** Removes case and separators, so that `returnUrl`, `return-url` and `return_url` are equal. */
const lettersOf = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

/** The number of letters to insert, delete or replace to convert one text to the other (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const letter of from) {
    let left = Number.POSITIVE_INFINITY;
    let before = left;
    row = row.map((above, column) => {
      left = Math.min(left + 1, above + 1, before + (letter === to[column - 1] ? 0 : 1));
      before = above;
      return left;
    });
  }
  return row.at(-1) ?? 0;
}

/** Maximum length of a compared text, because the comparison takes quadratic time. */
const MAX_LENGTH = 64;

/** The name nearest to a misspelled name. Undefined if more than a third of its letters differ from each name. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  const letters = lettersOf(name);
  if (letters === "" || letters.length > MAX_LENGTH) return undefined;
  let nearest: string | undefined;
  let least = Math.ceil(letters.length / 3) + 1;
  for (const candidate of names) {
    const found = distance(letters, lettersOf(candidate));
    if (found < least) [nearest, least] = [candidate, found];
  }
  return nearest;
}

/** Returns a question about the nearest name, in the form in which users write it. An empty text if no name is near. */
export function didYouMean(
  name: string,
  names: Iterable<string>,
  write: (nearest: string) => string = (nearest) => nearest,
): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? "" : `Did you mean ${write(nearest)}?`;
}
