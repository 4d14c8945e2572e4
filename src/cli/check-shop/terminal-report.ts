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

/** Prints how to play a story again as a command, and fits a report to the terminal, with colors. */
export const terminalReport = (report: string, file: string, terminal: Terminal): string =>
  report
    .replaceAll(/^ again: story (?=")/gm, ` again: npx payments-client check-shop ${file} --story `)
    .split("\n")
    .map((line) => toLine(line, terminal))
    .join("\n");

/** Milliseconds between two changes of the line, and between two lines of a log. */
const [INTERVAL, LOG_INTERVAL] = [200, 10_000];

/** Shows the progress of a search in one line of a terminal, or in lines of a log. @returns functions to change the line and to remove it. */
export function showProgress({ stderr }: Program) {
  let last: Progress | undefined;
  const start = performance.now();
  const draw = (): void => {
    if (!last) return;
    const { stories, planned, orders, broken } = last;
    const all = Number.isFinite(planned) ? ` of ${planned}` : "";
    const seconds = Math.floor((performance.now() - start) / 1000);
    const line = `${seconds} s, stories: ${stories}${all}, orders: ${orders}, laws broken: ${broken}`;
    stderr.write(stderr.isTTY ? `\r\u001b[K${line.slice(0, (stderr.columns ?? 80) - 1)}` : `${line}\n`);
  };
  const timer = setInterval(draw, stderr.isTTY ? INTERVAL : LOG_INTERVAL);
  return {
    update: (progress: Progress): void => {
      last = progress;
    },
    remove: (): void => {
      clearInterval(timer);
      if (stderr.isTTY) stderr.write("\r\u001b[K");
    },
  };
}
