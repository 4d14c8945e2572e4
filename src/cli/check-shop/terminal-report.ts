import type { Progress } from "../../check-shop/verdict/report.ts";
import type { Terminal } from "../terminal.ts";
import type { CheckShopArguments } from "./arguments.ts";

/** The label at the start of a line of the report. */
const LABEL =
  /^(?:(?:FAILED|SEEN ONCE|passed|INCOMPLETE) {2}|(?:Not tried|Warning|Unfinished): | *\d+\. | *\w+: +| {8})?/;

const COLORS = {
  FAILED: "red",
  "SEEN ONCE": "yellow",
  INCOMPLETE: "yellow",
  Warning: "yellow",
  passed: "green",
  "change:": "yellow",
} as const;

/** Wraps and colors a line. A story stays in one line, so that users can copy it. */
function toLine(line: string, { colored, wrapped }: Terminal): string {
  const [label = ""] = LABEL.exec(line) ?? [];
  if (/again/.test(label)) return line;
  const text = wrapped(line, label.length);
  const color = Object.entries(COLORS).find(([name]) => label.startsWith(name))?.[1];
  return color ? colored(color, text) : text;
}

/** An argument as a shell reads it. */
const quoted = (text: string): string => (/^[\w@%+=:,./\\-]+$/.test(text) ? text : `"${text}"`);

/** The command that plays a story of this shop. It never contains the secret key. */
const toCommand = (
  { file, given, timeout, idempotencyKeys }: CheckShopArguments,
  terminal: Terminal,
): string => {
  const options = [
    ...(timeout === undefined ? [] : ["--timeout", `${timeout / 1000}`]),
    ...given.flatMap((variant) => ["--variant", variant]),
    ...(idempotencyKeys ? ["--idempotency-keys"] : []),
  ];
  return terminal.withProgram(["payments-client check-shop", quoted(file), ...options, "--story "].join(" "));
};

/** Prints how to play a story again as a command, and fits a report to the terminal, with colors. */
export const terminalReport = (report: string, args: CheckShopArguments, terminal: Terminal): string =>
  report
    .replaceAll(/^ again: story (?=")/gm, () => ` again: ${toCommand(args, terminal)}`)
    .split("\n")
    .map((line) => toLine(line, terminal))
    .join("\n");

/** Milliseconds between two changes of the line, and between two lines of a log. */
const [INTERVAL, LOG_INTERVAL] = [200, 10_000];

/** Removes the line of the progress. */
const CLEAR = "\r\u001b[K";

const secondsUntil = (time: number): number => Math.trunc((time - performance.now()) / 1000);

/** Shows the progress of a search in one line of a terminal, or in lines of a log. @returns functions to change the line and to remove it. */
export function showProgress({ program: { stderr }, printError }: Terminal) {
  let last: Progress | undefined;
  /** Number of findings that were printed. */
  let printed = 0;
  const start = performance.now();
  const draw = (): void => {
    if (!last) return;
    const { phase, end, stories, planned, orders, broken } = last;
    const left = end === undefined ? "" : `, ${Math.max(0, secondsUntil(end))} s left`;
    const all = Number.isFinite(planned) && end === undefined ? ` of ${planned}` : "";
    const line = `${-secondsUntil(start)} s, ${phase}${left}: ${stories}${all} stories, ${orders} orders, laws broken: ${broken}`;
    // Of a pipe that was closed, such as by `head`, a write of its own would end the process, and leave the shop.
    if (stderr.isTTY) stderr.write(`${CLEAR}${line.slice(0, (stderr.columns ?? 80) - 1)}`);
    else printError(line);
  };
  const timer = setInterval(draw, stderr.isTTY ? INTERVAL : LOG_INTERVAL);
  return {
    update: (progress: Progress): void => {
      last = progress;
      for (const line of progress.found.slice(printed))
        printError(`${stderr.isTTY ? CLEAR : ""}${-secondsUntil(start)} s, ${line}`);
      printed = progress.found.length;
    },
    remove: (): void => {
      clearInterval(timer);
      if (stderr.isTTY) stderr.write(CLEAR);
    },
  };
}
