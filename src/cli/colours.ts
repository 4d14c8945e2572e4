import { styleText } from "node:util";

type Colour = "green" | "yellow" | "red";

/** Whether what is printed goes to a terminal that has colours, and nothing such as `NO_COLOR` forbids them. */
const hasColours = (): boolean => process.stdout.isTTY && process.stdout.hasColors();

export const coloured = (colour: Colour, text: string): string =>
  hasColours() ? styleText(colour, text, { validateStream: false }) : text;
