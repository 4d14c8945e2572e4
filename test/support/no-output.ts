/** Detects output of the SDK. */
import { afterEach, beforeEach, expect, vi } from "vitest";

const METHODS = ["log", "info", "warn", "error", "debug", "trace", "dir", "table"] as const;

/** Fails every test of a file in which the SDK writes to the console or emits a warning. */
export function expectNoOutput(): void {
  const output: unknown[] = [];
  const keep = (...given: unknown[]): void => {
    output.push(given);
  };

  beforeEach(() => {
    output.length = 0;
    for (const method of METHODS) vi.spyOn(console, method).mockImplementation(keep);
    vi.spyOn(process, "emitWarning").mockImplementation(keep);
    process.on("warning", keep);
  });

  afterEach(() => {
    process.off("warning", keep);
    vi.restoreAllMocks();
    expect(output).toStrictEqual([]);
  });
}
