import type { Group } from "./group.ts";

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Three significant digits, or all digits before the decimal point. */
const formatted = (value: number): string => {
  if (value >= 100) return String(Math.round(value));
  return Number.isFinite(value) ? value.toFixed(value >= 10 ? 1 : 2) : "";
};

const line = (name: string, numbers: readonly string[], note = ""): string =>
  `  ${name.padEnd(30)}${numbers.map((number) => number.padStart(9)).join("")}   ${note}`.trimEnd();

/** The names of the columns. */
export const header = line("", ["median", "from", "to", "times"]);

/** A group as lines of the table, with the targets that were met and missed. */
export function linesOf({ title, rows, targets = [] }: Group): string[] {
  const medians = new Map(Object.entries(rows).map(([name, values]) => [name, median(values)]));
  const [first = Number.NaN] = medians.values();
  const lines = Array.from(medians, ([name, value]) => {
    const notes = targets
      .filter(({ who }) => who === name)
      .map(({ times, of }) => {
        const limit = times * (medians.get(of) ?? Number.NaN);
        return `${value <= limit ? "met" : "MISSED"}: at most ${times === 1 ? "" : `${times} × `}${of}`;
      });
    const values = rows[name] ?? [];
    const numbers = [value, Math.min(...values), Math.max(...values)].map(formatted);
    return line(name, [...numbers, formatted(value / first)], notes.join(", "));
  });
  return ["", title, ...lines];
}
