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
  String(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .slice(0, MAX_LENGTH);

/** A thrown value other than an error may be the notification itself, with customer data: only its type is shown. */
const describe = (error: unknown): string =>
  error instanceof Error ? toLine(`${error.name}: ${error.message}`) : `a thrown ${typeof error}`;

/** The default of `onError`: one line without the body. It includes the message of an error that a callback threw. */
export function reportFailure(error: unknown, { status, receives, subject }: Failure): void {
  const about = subject === undefined ? "" : ` (${toLine(subject)})`;
  console.error(`payments-client: answered ${status} to a ${receives}${about}: ${describe(error)}`);
}

/** What a genuine notification without a function prints: one line, with what it was and the functions to pass. */
export function reportIgnored(what: string, functions: string): void {
  try {
    console.error(`payments-client: ignored a notification of ${what}; see ${functions} of the handler`);
  } catch {
    // An error of the log must not change the response.
  }
}
