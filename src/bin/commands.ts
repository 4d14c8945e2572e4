import { readFileSync } from "node:fs";
import { nearestName } from "../nearest-name.ts";

/** A command: it reads its own arguments, prints, and gives the exit status. */
type Run = (args: readonly string[]) => Promise<number>;

interface Command {
  readonly summary: string;
  /** Loaded only when it is run: `check` needs no sandbox. */
  readonly load: () => Promise<Run>;
}

const COMMANDS: ReadonlyMap<string, Command> = new Map([
  [
    "sandbox",
    {
      summary: "runs a payment gateway on this machine, for development and tests",
      load: async () => (await import("./sandbox/run-sandbox.ts")).runSandbox,
    },
  ],
  [
    "check",
    {
      summary: "tells whether everything is right for the first real payment",
      load: async () => (await import("./check/run-check.ts")).runCheck,
    },
  ],
  [
    "check-shop",
    {
      summary: "plays every trouble that a shop must survive against yours",
      load: async () => (await import("./check-shop/run-check-shop.ts")).runCheckShop,
    },
  ],
]);

const help = (): string => {
  const lines = Array.from(COMMANDS, ([name, { summary }]) => `  ${name.padEnd(12)}${summary}`);
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
  if (name === "--help" || name === "-h") console.log(help());
  else if (name === "--version" || name === "-v") console.log(versionOf());
  else {
    const command = COMMANDS.get(name);
    if (command === undefined) throw unknown(name);
    const run = await command.load();
    return run(args);
  }
  return 0;
}
