import { stripVTControlCharacters, styleText } from "node:util";

export type Color = "green" | "yellow" | "red" | "blue" | "gray";

/** Whether a stream is a terminal with colors and the environment does not forbid them, for example with `NO_COLOR`. */
const hasTerminalColors = (stream: NodeJS.WriteStream): boolean => stream.isTTY && stream.hasColors();

export const colored = (
  color: Color | "bold",
  text: string,
  stream: NodeJS.WriteStream = process.stdout,
): string => (hasTerminalColors(stream) ? styleText(color, text, { validateStream: false }) : text);

/** Returns the width of the terminal. Undefined for a file or a pipe, where lines are not wrapped. */
export const columns = (): number | undefined => process.stdout.columns;

const widthOf = (text: string): number => stripVTControlCharacters(text).length;

/** Matches a word, or nothing between two spaces. A command in backticks belongs to its word. */
const WORD = /(?:[^ `]+|`[^`]*`|`)+|(?<= )(?= |$)/g;

/** Wraps a line between words and indents the next lines. Never breaks a word or a command, so that users can copy it. */
export const wrapped = (line: string, indent = 0, width = columns()): string => {
  if (width === undefined) return line;
  const pad = " ".repeat(indent);
  const lines: string[] = [];
  let current = line.slice(0, line.length - line.trimStart().length);
  let isEmpty = true;
  for (const word of line.trimStart().match(WORD) ?? []) {
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
