import { printable } from "../shared/printable.ts";

/** The context of a failed request, for the log. */
export interface Failure {
  /** HTTP status of the response. */
  readonly status: number;
  /** What the handler receives: a notification, or a payout verification. */
  readonly receives: string;
  /** The payment or payout; undefined if the request was not verified. */
  readonly subject: string | undefined;
}

const MAX_LENGTH = 1000;

/** The text in one line, truncated. */
const toLine = (text: unknown): string =>
  printable(String(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")).slice(0, MAX_LENGTH);

/** A thrown value other than an error may be the notification itself, with customer data: only its type is shown. */
const shown = (error: unknown): string =>
  error instanceof Error ? toLine(`${error.name}: ${error.message}`) : `a thrown ${typeof error}`;

/** Prints a line. An error of the log must not change the response. */
function print(line: string): void {
  try {
    console.error(`payments-client: ${line}`);
  } catch {
    // There is nowhere else to say it.
  }
}

/** One line without the body. It includes the message of an error that a callback threw. */
function printFailure(error: unknown, { status, receives, subject }: Failure): void {
  const about = subject === undefined ? "" : ` (${toLine(subject)})`;
  print(`answered ${status} to a ${receives}${about}: ${shown(error)}`);
}

const MINUTE = 60_000;

/** The default of `onError`. */
export interface FailureLog {
  /** Prints a failure, or counts it. */
  readonly report: (error: unknown, failure: Failure) => void;
  /** Prints how many were counted, once their minute is over. */
  readonly flush: () => void;
}

/**
 * A line for each failure of a verified request. Anyone can make the others fail, thousands a second: of these it prints
 * the first, then their number once a minute. Without a timer, since not every runtime has one that lets a process end:
 * the number is printed at the next request.
 */
export function createFailureLog(): FailureLog {
  let start = Number.NEGATIVE_INFINITY;
  let counted = 0;
  const minutes = (): number => Math.floor((performance.now() - start) / MINUTE);
  const isOver = (): boolean => minutes() > 0;
  const printCount = (): void => {
    const count = counted.toLocaleString("en-US");
    counted = 0;
    print(`refused ${count} more in the last ${minutes() > 1 ? `${minutes()} minutes` : "minute"}`);
  };
  return {
    flush() {
      if (counted > 0 && isOver()) printCount();
    },
    report(error, failure) {
      if (failure.subject !== undefined) {
        printFailure(error, failure);
      } else if (!isOver()) {
        counted += 1;
      } else {
        if (counted === 0) printFailure(error, failure);
        else {
          counted += 1;
          printCount();
        }
        start = performance.now();
      }
    },
  };
}

/** What a genuine notification without a function prints: one line, with what it was and the functions to pass. */
export function reportIgnored(what: string, functions: string): void {
  print(`ignored a notification of ${what}; see ${functions} of the handler`);
}
