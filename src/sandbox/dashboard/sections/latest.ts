/** How many of each kind the dashboard shows. */
const SHOWN = 50;

/** The last values that were put in, the latest first; of 100 000 no more is kept. */
export const latest = <T>(map: ReadonlyMap<string, T>, count = SHOWN): T[] => {
  const skipped = Math.max(0, map.size - count);
  const values: T[] = [];
  let index = 0;
  for (const value of map.values()) {
    if (index >= skipped) values.push(value);
    index += 1;
  }
  return values.reverse();
};
