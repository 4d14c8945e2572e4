import { Console } from "node:console";
import { basename, relative } from "node:path";
import { stripVTControlCharacters, styleText } from "node:util";
import { printable } from "../shared/printable.ts";

export type Output = NodeJS.WritableStream &
  Partial<Pick<NodeJS.WriteStream, "isTTY" | "columns" | "hasColors">>;

/** The part of `process` that the commands use. */
export interface Program {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Output;
  readonly stderr: Output;
  once(signal: NodeJS.Signals, listener: () => void): unknown;
  on(signal: NodeJS.Signals, listener: () => void): unknown;
  exit(status?: number): unknown;
}

/** The command with which each package manager runs a program of a package. */
const RUNNERS: ReadonlyMap<string | undefined, string> = new Map([
  ["npm", "npx"],
  ["pnpm", "pnpm exec"],
  ["yarn", "yarn"],
  ["bun", "bunx"],
]);

const NAME = "payments-client";

/** Returns the package manager that started this program, or npm. */
export const managerOf = ({ env }: Program): string => {
  const manager = env["npm_config_user_agent"]?.split("/", 1)[0];
  return manager !== undefined && RUNNERS.has(manager) ? manager : "npm";
};

/** Returns the command that started this program, such as `npx payments-client`, so that users can copy printed commands. */
const programName = ({ argv: [, script = ""], env }: Program): string => {
  const manager = env["npm_config_user_agent"]?.split("/", 1)[0];
  const runner = RUNNERS.get(manager);
  if (runner !== undefined) return `${runner} ${NAME}`;
  if (basename(script) !== NAME)
    return script.endsWith(".js") ? `node ${relative(process.cwd(), script)}` : `npx ${NAME}`;
  return /[\\/]\.bin[\\/][^\\/]*$/.test(script) ? `npx ${NAME}` : NAME;
};

/** Matches the name of the program before a command. In other places, it is the name of the package. */
const commandPattern = (commands: Iterable<string>): RegExp =>
  new RegExp(`(?<![\\w/@-])${NAME}(?= (?:${[...commands, "COMMAND", "--"].join("|")})\\b)`, "g");

export type Color = "green" | "yellow" | "red" | "blue" | "gray";

/** Whether a stream is a terminal with colors and the environment does not forbid them, for example with `NO_COLOR`. */
const hasTerminalColors = (stream: Output): boolean => stream.isTTY === true && stream.hasColors?.() === true;

export const colored = (color: Color | "bold", text: string, stream: Output): string =>
  hasTerminalColors(stream) ? styleText(color, text, { validateStream: false }) : text;

/** Matches a word, or nothing between two spaces. A command in backticks belongs to its word. */
const WORD = /(?:[^ `]+|`[^`]*`|`)+|(?<= )(?= |$)/g;

/** Wraps a line between words and indents the next lines. Never breaks a word or a command, so that users can copy it. */
export const wrapped = (line: string, indent: number, width: number | undefined): string => {
  if (width === undefined) return line;
  const pad = " ".repeat(indent);
  const lines: string[] = [];
  let current = line.slice(0, line.length - line.trimStart().length);
  let isEmpty = true;
  for (const word of line.trimStart().match(WORD) ?? []) {
    const next = isEmpty ? current + word : `${current} ${word}`;
    if (isEmpty || stripVTControlCharacters(next).length <= width) {
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

/** Returns a value as JSON. Characters that would change a terminal are escaped, which a script reads unchanged. */
export const toJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).split("\n").map(printable).join("\n");

export type Terminal = Readonly<ReturnType<typeof terminalOf>>;

/** @param commands The names of all commands, for `withProgram`. */
export function terminalOf(program: Program, commands: Iterable<string>) {
  const pattern = commandPattern(commands);
  const { stdout, stderr } = program;
  const { log, error } = new Console(stdout, stderr);
  return {
    program,
    /** The width of stdout. Undefined for a file or a pipe, where lines are not wrapped. */
    get columns() {
      return stdout.columns;
    },
    print: (text: string): void => log(text),
    printError: (text: string): void => error(text),
    colored: (color: Color | "bold", text: string): string => colored(color, text, stdout),
    wrapped: (line: string, indent = 0): string => wrapped(line, indent, stdout.columns),
    /** Replaces `payments-client` in the commands of a text by the command that started this program. */
    withProgram: (text: string): string => text.replaceAll(pattern, programName(program)),
  };
}
