import type { Progress } from "../../check-shop/search/search.ts";
import { colored } from "../terminal.ts";

/** The label at the start of a line of the report. */
const LABEL = /^(?:(?:FAILED|passed) {2}| *\d+\. | *\w+: +)?/;

const COLORS = { FAILED: "red", passed: "green", "change:": "yellow" } as const;

/** Breaks a line at spaces. The rows are indented like the text of the first one. A story stays in one row, to be copied. */
function wrap(line: string, width: number): string {
  const [label = ""] = LABEL.exec(line) ?? [];
  if (/again|while/.test(label)) return line;
  const rows: string[] = [];
  for (const word of line.slice(label.length).split(" ")) {
    const row = `${rows.at(-1)} ${word}`;
    if (rows.length > 0 && label.length + row.length <= width) rows[rows.length - 1] = row;
    else rows.push(word);
  }
  const text = label + rows.join(`\n${" ".repeat(label.length)}`);
  const color = Object.entries(COLORS).find(([name]) => label.startsWith(name))?.[1];
  return color ? colored(color, text) : text;
}

/** A report as wide as the terminal, with colors. A report for a file or another program stays as it is. */
export const terminalReport = (report: string): string => {
  const { isTTY, columns } = process.stdout;
  return isTTY
    ? report
        .split("\n")
        .map((line) => wrap(line, columns))
        .join("\n")
    : report;
};

/** Milliseconds between two changes of the line. */
const INTERVAL = 200;

/** Shows the progress of a search in one line of a terminal. @returns functions to change the line and to remove it. */
export function showProgress() {
  const { stderr } = process;
  let last: Progress | undefined;
  let received = 0;
  const draw = (): void => {
    if (!last) return;
    const { stories, orders, timeLeft, broken } = last;
    const seconds = Math.max(0, Math.round((timeLeft - (performance.now() - received)) / 1000));
    const left = Number.isFinite(seconds) ? `, seconds left: ${seconds}` : "";
    const line = `stories: ${stories}, orders: ${orders}${left}, laws broken: ${broken}`;
    stderr.write(`\r\u001b[K${line.slice(0, stderr.columns - 1)}`);
  };
  const timer = stderr.isTTY ? setInterval(draw, INTERVAL) : undefined;
  return {
    update: (progress: Progress): void => {
      last = progress;
      received = performance.now();
    },
    remove: (): void => {
      clearInterval(timer);
      if (timer) stderr.write("\r\u001b[K");
    },
  };
}
