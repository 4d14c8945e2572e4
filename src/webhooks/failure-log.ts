import { truncate } from "../api/error-tree.ts";
import { printable } from "../shared/printable.ts";

/** The context of a failed request, for the log. */
export interface Failure {
  /** HTTP status of the response. */
  readonly status: number;
  /** The kind of webhook, a notification or a payout verification. */
  readonly receives: string;
  /** The payment or payout. Undefined if the request was not verified. */
  readonly subject: string | undefined;
}

const MAX_LENGTH = 1000;

const toLine = (text: unknown): string => truncate(printable(String(text).replace(/\s+/g, " ")), MAX_LENGTH);

/**
 * A thrown value other than an error may be the notification itself, with customer data, so only its type is printed.
 */
const shown = (error: unknown): string =>
  error instanceof Error ? toLine(`${error.name}: ${error.message}`) : `a thrown ${typeof error}`;

/** Prints a line. An error of the log must not change the response. */
function print(line: string): void {
  try {
    console.error(`payments-client: ${line}`);
  } catch {
    // No other log is available.
  }
}

/** Prints one line without the body. The line contains the message of an error that a callback threw. */
function printFailure(error: unknown, { status, receives, subject }: Failure): void {
  const about = subject === undefined ? "" : ` (${toLine(subject)})`;
  print(`answered ${status} to a ${receives}${about}: ${shown(error)}`);
}

const MINUTE = 60_000;

/** The default of `onError`. */
export interface FailureLog {
  /** Prints a failure, or counts it. */
  readonly report: (error: unknown, failure: Failure) => void;
  /** Prints the number of counted failures after their minute. */
  readonly flush: () => void;
}

/**
 * Prints a line for each failure of a verified request. Anyone can send unverified requests, so of these it prints the
 * first of each minute, and the number of the others after it. The number is printed at the next request, because a
 * timer could keep the process alive.
 */
export function createFailureLog(): FailureLog {
  let start = Number.NEGATIVE_INFINITY;
  let counted = 0;
  const isOver = (): boolean => performance.now() - start >= MINUTE;
  const flush = (): void => {
    if (counted === 0 || !isOver()) return;
    print(`refused ${counted} more`);
    counted = 0;
  };
  return {
    flush,
    report(error, failure) {
      flush();
      if (failure.subject === undefined) {
        if (!isOver()) {
          counted += 1;
          return;
        }
        start = performance.now();
      }
      printFailure(error, failure);
    },
  };
}

/** Prints the error of a listener, whose handler did not report it. */
export const reportFailure = (error: unknown): void =>
  printFailure(error, { status: 500, receives: "request", subject: undefined });

/** Prints a line about a verified notification for which the shop has no function. */
export function reportIgnored(what: string, functions: string): void {
  print(`ignored a notification of ${what}. See ${functions} of the handler`);
}
