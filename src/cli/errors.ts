import { withProgram } from "./program.ts";

/** Errors of the operating system, for those who do not know their codes. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ["EACCES", "this user has no permission"],
  ["EISDIR", "it is a folder, not a file"],
  ["ENOENT", "there is no such file or folder"],
  ["ENOSPC", "the disk is full"],
  ["EPERM", "this user has no permission"],
  ["EROFS", "the file system is read-only"],
]);

/**
 * Why a command ended: a wrong argument, no running local gateway, an id that it does not know, what it refused, or any other
 * reason.
 */
type ErrorCode = "usage" | "no_gateway" | "not_found" | "refused" | "failed";

/** An error with a code for scripts. */
export class CommandError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The code of an error of the operating system, such as `ENOENT`. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why a file could not be read or written. */
export const describeError = (error: unknown): string => REASONS.get(codeOf(error)) ?? messageOf(error);

/** Prints the message of an error on stderr, without a stack. With `isJson`, it is JSON on stdout, where scripts read. */
export const printError = (error: unknown, isJson = false): void => {
  const message = withProgram(messageOf(error));
  const code = error instanceof CommandError ? error.code : ("failed" satisfies ErrorCode);
  if (isJson) console.log(JSON.stringify({ error: { code, message } }, null, 2));
  else console.error(`payments-client: ${message}`);
};
