import { styleText } from "node:util";

type Colour = "green" | "yellow" | "red";

/** Whether what is printed goes to a terminal that has colours, and nothing such as `NO_COLOR` forbids them. */
const hasColours = (): boolean => process.stdout.isTTY && process.stdout.hasColors();

export const coloured = (colour: Colour, text: string): string =>
  hasColours() ? styleText(colour, text, { validateStream: false }) : text;
/** A text from elsewhere can have control characters, which a terminal would obey. */
export const printable = (text: string): string =>
  text.replaceAll(
    /[\p{Cc}\p{Cf}]/gu,
    (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`,
  );
