import { VARIABLES } from "../../runtime/environment.ts";
import type { SandboxServer } from "../../sandbox/sandbox-options.ts";
import { optionFor } from "../local-gateway/ask.ts";
import type { Terminal } from "../terminal.ts";
import type { SandboxArguments } from "./arguments.ts";
import type { EnvChanges } from "./write-env.ts";

interface Greeted extends Pick<SandboxArguments, "publicUrl" | "state" | "env"> {
  readonly server: SandboxServer;
  readonly lines: readonly string[];
  readonly changes: EnvChanges | undefined;
  /** Addresses at which other machines reach the sandbox. */
  readonly addresses: readonly string[];
}

/** Names the lines that were replaced, because they may have been the only copy of a key. */
const changesText = ({ changed, isKept }: EnvChanges): string =>
  `It changed ${changed.join(", ")}. ${isKept ? "The old lines are comments in the file, because they are not from a local gateway." : "The old lines were from a local gateway."}`;

/**
 * Returns the text for the start of a sandbox, what a developer needs first at its beginning. Never wraps the public key, so
 * that users can copy it.
 */
export function greeting(
  { server, lines, changes, addresses, publicUrl, state, env }: Greeted,
  terminal: Terminal,
): string {
  const { colored, withProgram, wrapped } = terminal;
  const { url, dashboardUrl, clientOptions } = server;
  const option = optionFor(dashboardUrl);
  const row = (name: string, value: string): string => wrapped(`  ${name.padEnd(12)}${value}`, 14);
  const variables = lines.map((line) =>
    line.startsWith(`${VARIABLES.publicKey}=`) ? colored("gray", line) : line,
  );
  return [
    "A payment gateway runs on this machine. No money moves. Press Ctrl+C to stop it.",
    "",
    row("dashboard", `${dashboardUrl}/`),
    "",
    wrapped("Create an order on the dashboard or in your shop. Then pay it there, or type:"),
    "",
    withProgram(`  payments-client pay ORDER${option}`),
    withProgram(`  payments-client orders${option}`),
    "",
    row("test card", "4200 0000 0000 0000, any name, any security code, any future date"),
    row("gateway", clientOptions.baseUrl),
    row("widget", `${publicUrl ?? url}/widget/be_gateway.js`),
    ...addresses.map((address) => row("network", address)),
    row(
      "public URL",
      publicUrl ? `${publicUrl}, forwarded to ${url}` : "none (--public-url URL is for a tunnel)",
    ),
    row("state", state ?? "in memory (--state FILE saves it)"),
    "",
    ...(env === undefined ? ["For your environment:", "", ...variables] : [`The environment is in ${env}.`]),
    ...(changes && changes.changed.length > 0 ? [wrapped(changesText(changes))] : []),
    "",
  ].join("\n");
}
