import { readFileSync } from "node:fs";
import { nearestName } from "../shared/nearest-name.ts";

interface CommandModule {
  readonly HELP: string;
  /** Reads its own arguments, prints, and gives the exit status. */
  readonly run: (args: string[]) => Promise<number>;
}

/** A command is loaded only when it is run: `check` needs no sandbox. */
type Command = readonly [summary: string, load: () => Promise<CommandModule>];

const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries<Command>({
    sandbox: [
      "runs a payment gateway on this machine, for development and tests",
      () => import("./sandbox/run-sandbox.ts"),
    ],
    pay: ["pays at a running local gateway, as a customer would", () => import("./local-gateway/run-pay.ts")],
    orders: [
      "lists its orders, or tells what happened to one",
      () => import("./local-gateway/run-orders.ts"),
    ],
    resend: [
      "lets it send a notification to your shop again, also with changes",
      () => import("./local-gateway/run-resend.ts"),
    ],
    check: [
      "tells whether everything is right for the first real payment",
      () => import("./check/run-check.ts"),
    ],
    "check-shop": [
      "looks for a story that makes your shop lose or give away money",
      () => import("./check-shop/run-check-shop.ts"),
    ],
  }),
);

const help = (): string => {
  const lines = Array.from(COMMANDS, ([name, [summary]]) => `  ${name.padEnd(12)}${summary}`);
  return `payments-client COMMAND [OPTIONS]

${lines.join("\n")}

  payments-client COMMAND --help lists the options of a command.
  payments-client --version prints the version of payments-client.`;
};

/** The package's version: its manifest is two folders up, in the source and in the build. */
const versionOf = (): string =>
  JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")).version;

const unknown = (name: string): Error => {
  const nearest = nearestName(name, COMMANDS.keys());
  const hint = nearest === undefined ? "" : ` Did you mean ${nearest}?`;
  return new Error(`there is no command ${name}.${hint} payments-client --help lists the commands`);
};

const HELP_OPTIONS = ["--help", "-h"];

/**
 * Runs the command that the arguments name.
 *
 * @returns the exit status. A sandbox runs on after that.
 * @throws Error whose message is for the terminal.
 */
export async function runCommand([name, ...args]: readonly string[]): Promise<number> {
  if (name === undefined) {
    console.error(help());
    return 1;
  }
  if (HELP_OPTIONS.includes(name)) console.log(help());
  else if (name === "--version" || name === "-v") console.log(versionOf());
  else {
    const command = COMMANDS.get(name);
    if (command === undefined) throw unknown(name);
    const [, load] = command;
    const { HELP, run } = await load();
    if (!args.some((arg) => HELP_OPTIONS.includes(arg))) return run(args);
    console.log(HELP);
  }
  return 0;
}
