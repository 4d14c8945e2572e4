import { type StdioOptions, spawn } from "node:child_process";
import type { Terminal } from "../terminal.ts";

/** Also when a terminal is closed, because the shop has a process group of its own. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Time in milliseconds for the shop to end after the first signal. */
const PATIENCE = 10_000;

/** Starts a command of a shell. `kill` reaches all of its processes. Windows sends Ctrl+C to each of them by itself. */
function start(command: string, env: NodeJS.ProcessEnv) {
  const isGroup = process.platform !== "win32";
  // A shell ends at a signal before its program. The pipe is open until both have ended.
  const stdio: StdioOptions = isGroup ? ["inherit", "inherit", "inherit", "pipe"] : "inherit";
  const shop = spawn(command, { shell: true, stdio, env, detached: isGroup });
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (isGroup && shop.pid !== undefined) process.kill(-shop.pid, signal);
      else shop.kill(signal);
    } catch {
      // All of them have ended.
    }
  };
  return { shop, kill };
}

/**
 * Runs a command of the shop, and ends with it. A signal goes to the shop first, so that the gateway answers its last calls. A
 * second signal kills it.
 *
 * @param exit Ends the gateway with an exit status.
 */
export function runShop(
  command: string,
  variables: Readonly<Record<string, string>>,
  { program, printError }: Pick<Terminal, "program" | "printError">,
  exit: (status: number) => void,
): void {
  const { shop, kill } = start(command, { ...program.env, ...variables });
  let ending: NodeJS.Timeout | undefined;
  for (const signal of SIGNALS)
    program.on(signal, () => {
      kill(ending ? "SIGKILL" : signal);
      ending ??= setTimeout(kill, PATIENCE, "SIGKILL");
    });
  const end = (status: number): void => {
    clearTimeout(ending);
    kill("SIGKILL"); // what the command has started and left
    exit(ending ? 0 : status);
  };
  shop.once("error", ({ message }) => {
    printError(`payments-client: --run: ${message}`);
    end(1);
  });
  shop.once("close", (code) => end(code ?? 1));
}
