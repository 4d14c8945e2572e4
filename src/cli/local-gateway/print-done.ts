import type * as z from "zod/mini";
import { LINKED_PAGES } from "../../sandbox/explain/linked-pages.ts";
import { printable } from "../../shared/printable.ts";
import { type Terminal, toJson } from "../terminal.ts";
import type { done } from "./ask.ts";
import { noteLines, orderLine } from "./texts.ts";

/** Prints the result of an action, in red and with the guide if the shop accepted a forged notification. */
export const printDone = (
  answer: z.infer<typeof done>,
  origin: string,
  isJson: boolean,
  terminal: Terminal,
): void => {
  const { colored, print, wrapped } = terminal;
  const { message, note, order, isForgeryAccepted } = answer;
  const guide = origin + LINKED_PAGES.guide.address;
  if (isJson) {
    print(toJson({ ...answer, ...(isForgeryAccepted && { guide }) }));
    return;
  }
  for (const line of noteLines(note, terminal)) print(line);
  const text = wrapped(printable(message));
  print(isForgeryAccepted ? colored("red", `${text}\nRead ${guide}`) : text);
  if (order) print(orderLine(order, terminal));
};
