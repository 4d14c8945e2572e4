/** The middle of some measurements. */
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Prints contenders' measurements in microseconds, beside the first of them. */
export function printTable(measured: Readonly<Record<string, readonly number[]>>): void {
  const [first = []] = Object.values(measured);
  console.table(
    Object.entries(measured).map(([name, values]) => ({
      name,
      "µs (median)": Math.round(median(values)),
      from: Math.round(Math.min(...values)),
      to: Math.round(Math.max(...values)),
      "times the first": (median(values) / median(first)).toFixed(2),
    })),
  );
}
