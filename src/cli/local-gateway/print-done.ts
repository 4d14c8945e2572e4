import type * as z from "zod/mini";
import { LINKED_PAGES } from "../../sandbox/dashboard/page.ts";
import { printable } from "../../shared/printable.ts";
import { coloured, wrapped } from "../terminal.ts";
import type { done } from "./ask.ts";
import { orderLines } from "./texts.ts";

/** Prints what an action did: in red, with the guide, if the shop accepted a forgery. */
export const printDone = (answer: z.infer<typeof done>, origin: string, isJson: boolean): void => {
  const { message, order, isForgeryAccepted } = answer;
  const guide = origin + LINKED_PAGES.guide.address;
  if (isJson) {
    console.log(JSON.stringify({ ...answer, ...(isForgeryAccepted && { guide }) }, null, 2));
    return;
  }
  const text = wrapped(printable(message));
  console.log(isForgeryAccepted ? coloured("red", `${text}\nRead ${guide}`) : text);
  if (order) console.log(orderLines([order]).join("\n"));
};
