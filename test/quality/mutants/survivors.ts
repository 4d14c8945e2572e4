/** A mutant that no test can notice, and why. */
interface Survivor {
  readonly file: string;
  /** The line as it is in the source, without its indentation. */
  readonly line: string;
  /** What Stryker writes instead. */
  readonly replacement: string;
  readonly reason: string;
}

export const SURVIVORS: readonly Survivor[] = [
  {
    file: "src/client/send.ts",
    line: "const abort = (): void => controller.abort(signal?.reason);",
    replacement: "signal.reason",
    reason: "it is called by the signal only; its type does not say so",
  },
];
