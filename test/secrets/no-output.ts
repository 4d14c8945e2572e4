/** What is said aloud while something runs. */
import { afterEach, beforeEach, expect, vi } from "vitest";

const METHODS = ["log", "info", "warn", "error", "debug", "trace", "dir", "table"] as const;

/** Lets every test of a file fail in which the SDK writes to the console or warns. */
export function expectSilence(): void {
  const said: unknown[] = [];
  const keep = (...given: unknown[]): void => {
    said.push(given);
  };

  beforeEach(() => {
    said.length = 0;
    for (const method of METHODS) vi.spyOn(console, method).mockImplementation(keep);
    vi.spyOn(process, "emitWarning").mockImplementation(keep);
    process.on("warning", keep);
  });

  afterEach(() => {
    process.off("warning", keep);
    vi.restoreAllMocks();
    expect(said).toStrictEqual([]);
  });
}
