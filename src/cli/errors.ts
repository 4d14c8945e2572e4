import { printable } from "../shared/printable.ts";
import { messageOf } from "../shared/values.ts";
import { colored, type Terminal, toJson, wrapped } from "./terminal.ts";

const REASONS: ReadonlyMap<unknown, string> = new Map([
  ["EACCES", "this user has no permission"],
  ["EEXIST", "there is a file with this name"],
  ["EISDIR", "it is a folder instead of a file"],
  ["ENOENT", "there is no such file or folder"],
  ["ENOSPC", "the disk is full"],
  ["EPERM", "this user has no permission"],
  ["EROFS", "the file system is read-only"],
]);

/** Why a command failed: wrong arguments, no local gateway, an unknown id, a refusal of the gateway, or another reason. */
type ErrorCode = "usage" | "no_gateway" | "not_found" | "refused" | "failed" | "check_shop";

export class CommandError extends Error {
  readonly code: ErrorCode;

  constructor(message: string, code: ErrorCode = "usage") {
    super(message);
    this.code = code;
  }
}

/** Returns the code of an error of the operating system, such as `ENOENT`. */
export const codeOf = (error: unknown): unknown =>
  error instanceof Error && "code" in error ? error.code : undefined;

/** Returns the reason why a file could not be read or written. */
export const describeError = (error: unknown): string => REASONS.get(codeOf(error)) ?? messageOf(error);

/**
 * Begins a message with a capital, unless it begins with a name. Ends it with a period, unless it ends with a path, which
 * users copy, or with a list.
 */
const toSentence = (message: string): string => {
  const begun = message.replace(/^[a-z](?=[a-z]*[ ,])/, (letter) => letter.toUpperCase());
  const isFinished = !/[\p{L}\p{N}"'`)\]]$/u.test(begun) || /\n {2}.*$|[\\/]\S*[^\s`'"]$/.test(begun);
  return isFinished ? begun : `${begun}.`;
};

/** Fits a message to the terminal. Each line of a list begins with two spaces. */
const toErrorText = (message: string, { stderr }: Terminal["program"]): string => {
  const lines = message.split("\n").map((line, index) => {
    const text = index === 0 ? `payments-client: ${line}` : line;
    return wrapped(printable(text), index === 0 ? 2 : 4, stderr.columns);
  });
  return lines.join("\n").replace(/^payments-client:/, (name) => colored("red", name, stderr));
};

/** Prints an error's message on stderr, or as JSON on stdout, which scripts read. */
export const printError = (
  { print, printError: printText, program, withProgram }: Terminal,
  error: unknown,
  isJson = false,
  code: ErrorCode = error instanceof CommandError ? error.code : "failed",
): void => {
  const message = withProgram(toSentence(messageOf(error)));
  if (isJson) print(toJson({ error: { code, message } }));
  else printText(toErrorText(message, program));
};
