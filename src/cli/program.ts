import { basename, relative } from "node:path";

/** A stream, which may be a terminal. */
export type Output = NodeJS.WritableStream &
  Partial<Pick<NodeJS.WriteStream, "isTTY" | "columns" | "hasColors">>;

/** The part of `process` that the commands use. */
export interface Program {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly stdout: Output;
  readonly stderr: Output;
  once(signal: "SIGINT" | "SIGTERM", listener: () => void): unknown;
  exit(): unknown;
}

/** The command with which each package manager runs a program of a package. */
const RUNNERS: ReadonlyMap<string | undefined, string> = new Map([
  ["npm", "npx"],
  ["pnpm", "pnpm exec"],
  ["yarn", "yarn"],
  ["bun", "bunx"],
]);

const NAME = "payments-client";

/** Returns the command that started this program, such as `npx payments-client`, so that users can copy printed commands. */
const programName = ({ argv: [, script = ""], env }: Program): string => {
  const manager = env["npm_config_user_agent"]?.split("/", 1)[0];
  const runner = RUNNERS.get(manager);
  if (runner !== undefined) return `${runner} ${NAME}`;
  if (basename(script) !== NAME)
    return script.endsWith(".js") ? `node ${relative(process.cwd(), script)}` : `npx ${NAME}`;
  return /[\\/]\.bin[\\/][^\\/]*$/.test(script) ? `npx ${NAME}` : NAME;
};

const COMMAND =
  /(?<![\w/@-])payments-client(?= (?:sandbox|pay|orders|resend|act|check-shop|check|help|version|COMMAND|--)\b)/g;

/** Replaces `payments-client` in the commands of a text by the command that started this program. */
export const withProgram = (text: string, program: Program): string =>
  text.replaceAll(COMMAND, programName(program));
