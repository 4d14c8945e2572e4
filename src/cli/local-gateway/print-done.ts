import type * as z from "zod/mini";
import { LINKED_PAGES } from "../../sandbox/dashboard/page.ts";
import { printable } from "../../shared/printable.ts";
import { colored, wrapped } from "../terminal.ts";
import type { done } from "./ask.ts";
import { noteLines, orderLine } from "./texts.ts";

/** Prints the result of an action, in red and with the guide if the shop accepted a forged notification. */
export const printDone = (answer: z.infer<typeof done>, origin: string, isJson: boolean): void => {
  const { message, note, order, isForgeryAccepted } = answer;
  const guide = origin + LINKED_PAGES.guide.address;
  if (isJson) {
    console.log(JSON.stringify({ ...answer, ...(isForgeryAccepted && { guide }) }, null, 2));
    return;
  }
  for (const line of noteLines(note)) console.log(line);
  const text = wrapped(printable(message));
  console.log(isForgeryAccepted ? colored("red", `${text}\nRead ${guide}`) : text);
  if (order) console.log(orderLine(order));
};
