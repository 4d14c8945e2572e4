/** Errors of the operating system, for those who do not know their codes. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  ["EACCES", "this user has no permission"],
  ["EISDIR", "it is a folder, not a file"],
  ["ENOENT", "there is no such file or folder"],
  ["ENOSPC", "the disk is full"],
  ["EPERM", "this user has no permission"],
  ["EROFS", "the file system is read-only"],
]);

/** The code of an error of the operating system, such as `ENOENT`. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Why a file could not be read or written. */
export const describeError = (error: unknown): string => REASONS.get(codeOf(error)) ?? messageOf(error);

/** Prints the message of an error on stderr: a wrong argument or address prints no stack. */
export const printError = (error: unknown): void => console.error(`payments-client: ${messageOf(error)}`);
