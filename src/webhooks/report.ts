/** What is reported of a request that failed. */
export interface Failure {
  /** What was answered. */
  readonly status: number;
  /** What the handler receives: a notification, or a payout verification. */
  readonly receives: string;
  /** What it was about, where that was verified. */
  readonly subject: string | undefined;
}

const LONGEST = 1000;

/** One line, whatever the text holds. */
const inLine = (text: unknown): string =>
  String(text)
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
    .slice(0, LONGEST);

/** A thrown value other than an error may be the notification itself, with customer data: only its type is shown. */
const describe = (error: unknown): string =>
  error instanceof Error ? inLine(`${error.name}: ${error.message}`) : `a thrown ${typeof error}`;

/** What is done without an `onError`: one line, without the body. The message of a merchant's error is the merchant's. */
export function reportFailure(error: unknown, { status, receives, subject }: Failure): void {
  const about = subject === undefined ? "" : ` (${inLine(subject)})`;
  console.error(`payments-client: answered ${status} to a ${receives}${about}: ${describe(error)}`);
}
