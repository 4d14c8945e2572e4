import type * as z from "zod/mini";
import { printable } from "../../shared/printable.ts";
import { type Terminal, toJson } from "../terminal.ts";
import { done } from "./ask.ts";
import { noteLines, orderLine } from "./texts.ts";

/** Prints the answer to an action, in red and with the guide if the shop accepted a forged notification. */
export const printDone = (answer: unknown, isJson: boolean, terminal: Terminal): z.infer<typeof done> => {
  const { colored, print, wrapped } = terminal;
  const read = done.parse(answer);
  const { message, note, order, guide } = read;
  const text = wrapped(printable(message));
  const lines = [
    ...noteLines(note, terminal),
    guide === undefined ? text : colored("red", `${text}\nRead ${guide}`),
    ...(order ? [orderLine(order, terminal)] : []),
  ];
  print(isJson ? toJson(answer) : lines.join("\n"));
  return read;
};
