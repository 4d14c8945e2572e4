import { printable } from "../../shared/printable.ts";
import { coloured } from "../terminal.ts";

const MARKS = {
  ok: ["green", "ok"],
  note: ["yellow", "note"],
  failed: ["red", "FAILED"],
} as const satisfies Readonly<Record<Finding["state"], unknown>>;

export const lineOf = ({ name, state, message, advice }: Finding): string => {
  const [colour, mark] = MARKS[state];
  const text = `  ${name.padEnd(21)}  ${message}${advice === undefined ? "" : `. ${advice}`}`;
  return coloured(colour, mark.padEnd(6)) + printable(text);
};
/** One thing that has to be right before the first real payment. */
export interface Finding {
  /** What was checked: a variable's name, or a word such as `clock`. */
  readonly name: string;
  /** `note`: nothing is wrong, but worth reading. */
  readonly state: "ok" | "note" | "failed";
  /** What was seen. It contains no secret. */
  readonly message: string;
  /** What to do. */
  readonly advice?: string;
}

/** An address as it may be printed: queries and credentials can be secrets. */
export const withoutSecrets = (address: string): string => {
  const { origin, pathname } = new URL(address);
  return origin + pathname.replace(/\/+$/, "");
};

export const ok = (name: string, message: string): Finding => ({ name, state: "ok", message });

export const note = (name: string, message: string): Finding => ({ name, state: "note", message });

export const failed = (name: string, message: string, advice: string): Finding => ({
  name,
  state: "failed",
  message,
  advice,
});
