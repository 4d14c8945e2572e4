import { expect, test } from "vitest";

/** Timeout in milliseconds for all cases of a table. */
const TIMEOUT = 60_000;

/** Registers one test for a table of cases. It runs all of them, and names each failed case with its error. */
export function testCases<Row>(
  name: string,
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  run: (row: Row) => Promise<void>,
): void {
  const runAll = async (): Promise<void> => {
    expect(rows).not.toStrictEqual([]);
    const failures: string[] = [];
    for (const row of rows) {
      try {
        await run(row);
      } catch (error) {
        failures.push(`${nameOf(row)}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    if (failures.length > 0) {
      throw new Error(`${failures.length} of ${rows.length} cases failed:\n${failures.join("\n")}`);
    }
  };
  test(name, runAll, TIMEOUT);
}
