import { readFileSync } from "node:fs";
import { checkNode } from "../runtime/check-node.ts";
import { didYouMean } from "../shared/nearest-name.ts";
import { CommandError, printError } from "./errors.ts";
import { type Program, type Terminal, terminalOf } from "./terminal.ts";

interface CommandModule {
  readonly HELP: string;
  /** Parses the arguments, prints the result and returns the exit status. */
  readonly run: (args: string[], terminal: Terminal) => Promise<number>;
}

/** Loads a command only when it runs, because most commands do not need the sandbox. */
type Command = readonly [summary: string, load: () => Promise<CommandModule>];

/** Reads the manifest of the package, two folders above both the source and the build. */
const versionOf = (): string =>
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;

const commandOf = (name: string): Command => {
  const command = COMMANDS.get(name);
  if (command !== undefined) return command;
  const hint = didYouMean(name, COMMANDS.keys());
  throw new CommandError(
    `There is no command ${name}. ${hint && `${hint} `}\`payments-client help\` lists the commands.`,
  );
};

const toHelp = (text: string, { withProgram, wrapped }: Terminal): string =>
  withProgram(text)
    .split("\n")
    .map((line) => wrapped(line, /^ {2}\S.*? {2,}(?=\S)|^ */.exec(line)?.[0].length))
    .join("\n");

const helpOf = async (name: string | undefined, terminal: Terminal): Promise<string> => {
  if (name === undefined) return help(terminal);
  const [, load] = commandOf(name);
  return toHelp((await load()).HELP, terminal);
};

const init = () => import("./init/run-init.ts");
const sandbox = () => import("./sandbox/run-sandbox.ts");
const orders = () => import("./local-gateway/run-orders.ts");
const actions = () => import("./local-gateway/run-action.ts");
const check = () => import("./check/run-check.ts");
const checkShop = () => import("./check-shop/run-check-shop.ts");

/** Creates a command that prints a text. */
const printing =
  (HELP: string, text: (args: string[], terminal: Terminal) => string | Promise<string>) =>
  async (): Promise<CommandModule> => ({
    HELP,
    run: async (args, terminal) => {
      terminal.print(await text(args, terminal));
      return 0;
    },
  });

/** The commands in the groups of the help text. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, Command>>>> = {
  Develop: {
    init: ["writes a small shop into a new folder, with a staff page and a check", init],
    sandbox: ["runs a payment gateway on this machine, for development and tests", sandbox],
    pay: ["pays at a running local gateway as a customer would", async () => (await actions()).pay],
    orders: ["lists the orders of a running local gateway, or prints the events of one", orders],
    resend: [
      "sends a notification to your shop again, with or without changes",
      async () => (await actions()).resend,
    ],
    act: ["runs any other action of the dashboard, such as a refund", async () => (await actions()).act],
  },
  "Go live": {
    check: ["checks that everything is ready for the first real payment", check],
    "check-shop": ["plays failures against your shop and finds lost or double orders", checkShop],
  },
  More: {
    help: [
      "prints this list, or the options of a command, such as help pay",
      printing(
        "payments-client help [COMMAND]: prints the commands, or the options of one.",
        ([name], terminal) => helpOf(name, terminal),
      ),
    ],
    version: [
      "prints the version of payments-client",
      printing("payments-client version: prints the version of payments-client.", versionOf),
    ],
  },
};

const COMMANDS = new Map(Object.values(GROUPS).flatMap((commands) => Object.entries(commands)));

const COLUMN = 12;

const toRow = ({ colored, wrapped }: Terminal, name: string, description: string, width = COLUMN): string =>
  wrapped(`  ${colored("bold", name)}${" ".repeat(width - name.length)}${description}`, width + 2);

const EXAMPLES: readonly (readonly [command: string, meaning: string])[] = [
  ["init shop", "writes a shop to start from"],
  ["sandbox --env .env", "starts a local gateway for your shop"],
  ["pay 1007", "pays order 1007"],
  ["check --env .env", "checks your settings before you go live"],
];

const help = (terminal: Terminal): string => {
  const groups = Object.entries(GROUPS).flatMap(([title, commands]) => [
    `${title}:`,
    ...Object.entries(commands).map(([name, [summary]]) => toRow(terminal, name, summary)),
    "",
  ]);
  const programs = EXAMPLES.map(([command]) => terminal.withProgram(`payments-client ${command}`));
  const width = Math.max(...programs.map(({ length }) => length)) + 2;
  const examples = EXAMPLES.map(([, meaning], index) =>
    toRow(terminal, programs[index] ?? "", meaning, width),
  );
  const usage = toHelp("payments-client COMMAND [OPTIONS]", terminal);
  return [usage, "", ...groups, "Examples:", ...examples].join("\n");
};

const HELP_OPTIONS = ["--help", "-h"];

const ALIASES: ReadonlyMap<string, string> = new Map([
  ...HELP_OPTIONS.map((option) => [option, "help"] as const),
  ["--version", "version"],
  ["-v", "version"],
]);

/** @throws Error with a message for the terminal. */
async function runCommand([name, ...args]: readonly string[], terminal: Terminal): Promise<number> {
  if (name === undefined) {
    terminal.printError(help(terminal));
    return 1;
  }
  const command = ALIASES.get(name) ?? name;
  if (args.some((arg) => HELP_OPTIONS.includes(arg))) {
    terminal.print(await helpOf(command, terminal));
    return 0;
  }
  const [, load] = commandOf(command);
  return (await load()).run(args, terminal);
}

/** Runs the command that the arguments of a program name. A sandbox continues to run. @returns the exit status. */
export async function main(program: Program): Promise<number> {
  const terminal = terminalOf(program, COMMANDS.keys());
  const args = program.argv.slice(2);
  try {
    checkNode();
    return await runCommand(args, terminal);
  } catch (error) {
    printError(terminal, error, args.includes("--json"));
    return 1;
  }
}
