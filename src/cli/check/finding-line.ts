import { coloured } from "../colours.ts";
import { printable } from "../printable.ts";
import type { Finding } from "./finding.ts";

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
