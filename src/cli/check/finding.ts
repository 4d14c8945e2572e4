import { addressOf } from "../../shared/parse-url.ts";
import { printable } from "../../shared/printable.ts";
import type { Terminal } from "../terminal.ts";

const MARKS = {
  ok: ["green", "ok"],
  note: ["yellow", "note"],
  failed: ["red", "FAILED"],
} as const satisfies Readonly<Record<Checked["state"], unknown>>;

/** Number of columns before the message of a line. */
const INDENT = 31;

export const lineOf = ({ name, state, message, advice }: Checked, { colored, wrapped }: Terminal): string => {
  const [color, mark] = MARKS[state];
  const text = `  ${name.padEnd(21)}  ${message}${advice === undefined ? "" : `. ${advice}`}`;
  return wrapped(colored(color, mark.padEnd(6)) + printable(text), INDENT);
};

export const NOT_SET = "is not set";

/** Returns the command that reads variables from a file, if a variable is missing. */
export const fileHint = (
  findings: readonly Checked[],
  command: string,
  { withProgram, wrapped }: Terminal,
): string[] =>
  findings.some(({ message }) => message === NOT_SET)
    ? [wrapped(withProgram(`To read variables from a file: \`payments-client ${command} --env .env\`.`))]
    : [];

export interface Checked {
  /** The name of a variable, or a word such as `clock`. */
  readonly name: string;
  /** `note` means that the check did not fail but the message is important. */
  readonly state: "ok" | "note" | "failed";
  /** The observation, without secrets. */
  readonly message: string;
  readonly advice?: string;
}

/** Returns an address without a slash at its end, its query and its credentials. */
export const withoutSecrets = (address: string): string => addressOf(address).replace(/\/+$/, "");

export const ok = (name: string, message: string): Checked => ({ name, state: "ok", message });

export const note = (name: string, message: string): Checked => ({ name, state: "note", message });

export const failed = (name: string, message: string, advice: string): Checked => ({
  name,
  state: "failed",
  message,
  advice,
});
