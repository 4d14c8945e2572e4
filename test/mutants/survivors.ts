/** A mutant that no test can notice, and why. */
interface Survivor {
  readonly file: string;
  /** The line as it is in the source, without its indentation. */
  readonly line: string;
  /** What Stryker writes instead. */
  readonly replacement: string;
  readonly reason: string;
}

export const SURVIVORS: readonly Survivor[] = [];
