import { stripVTControlCharacters, styleText } from "node:util";

export type Colour = "green" | "yellow" | "red" | "blue" | "gray";

/** Whether what is printed goes to a terminal that has colours, and nothing such as `NO_COLOR` forbids them. */
const hasColours = (): boolean => process.stdout.isTTY && process.stdout.hasColors();

export const coloured = (colour: Colour, text: string): string =>
  hasColours() ? styleText(colour, text, { validateStream: false }) : text;

/** The columns of the terminal; undefined if what is printed goes to a file or a pipe, whose lines are not wrapped. */
export const columns = (): number | undefined => process.stdout.columns;

const widthOf = (text: string): number => stripVTControlCharacters(text).length;

/** Breaks a line between words, with an indent for the lines that follow. A longer word stays whole, so that it can be copied. */
export const wrapped = (line: string, indent = 0, width = columns()): string => {
  if (width === undefined) return line;
  const pad = " ".repeat(indent);
  const lines: string[] = [];
  let current = line.slice(0, line.length - line.trimStart().length);
  let isEmpty = true;
  for (const word of line.trimStart().split(" ")) {
    const next = isEmpty ? current + word : `${current} ${word}`;
    if (isEmpty || widthOf(next) <= width) {
      current = next;
      isEmpty &&= word === "";
    } else {
      lines.push(current.trimEnd());
      current = pad + word;
      isEmpty = word === "";
    }
  }
  return [...lines, current].join("\n");
};
