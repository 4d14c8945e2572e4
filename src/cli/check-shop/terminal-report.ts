import type { Progress } from "../../check-shop/verdict/search.ts";
import type { Program, Terminal } from "../terminal.ts";

/** The label at the start of a line of the report. */
const LABEL = /^(?:(?:FAILED|passed|INCOMPLETE) {2}| *\d+\. | *\w+: +| {8})?/;

const COLORS = { FAILED: "red", INCOMPLETE: "yellow", passed: "green", "change:": "yellow" } as const;

/** Wraps and colors a line. A story stays in one line, so that users can copy it. */
function toLine(line: string, { colored, wrapped }: Terminal): string {
  const [label = ""] = LABEL.exec(line) ?? [];
  if (/again/.test(label)) return line;
  const text = wrapped(line, label.length);
  const color = Object.entries(COLORS).find(([name]) => label.startsWith(name))?.[1];
  return color ? colored(color, text) : text;
}

/** Fits a report to the terminal, with colors. A report for a file or another program stays unchanged. */
export const terminalReport = (report: string, terminal: Terminal): string =>
  report
    .split("\n")
    .map((line) => toLine(line, terminal))
    .join("\n");

/** Milliseconds between two changes of the line. */
const INTERVAL = 200;

/** Shows the progress of a search in one line of a terminal. @returns functions to change the line and to remove it. */
export function showProgress({ stderr }: Program) {
  let last: Progress | undefined;
  const draw = (): void => {
    if (!last) return;
    const { stories, planned, orders, broken } = last;
    const all = Number.isFinite(planned) ? ` of ${planned}` : "";
    const line = `stories: ${stories}${all}, orders: ${orders}, laws broken: ${broken}`;
    stderr.write(`\r\u001b[K${line.slice(0, (stderr.columns ?? 80) - 1)}`);
  };
  const timer = stderr.isTTY ? setInterval(draw, INTERVAL) : undefined;
  return {
    update: (progress: Progress): void => {
      last = progress;
    },
    remove: (): void => {
      clearInterval(timer);
      if (timer) stderr.write("\r\u001b[K");
    },
  };
}
