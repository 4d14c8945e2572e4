import type { SandboxServer } from "../../sandbox/sandbox-options.ts";
import { withProgram } from "../program.ts";
import { colored, wrapped } from "../terminal.ts";
import type { SandboxArguments } from "./arguments.ts";

interface Greeted extends Pick<SandboxArguments, "publicUrl" | "state" | "env"> {
  readonly server: SandboxServer;
  /** The lines with the environment variables. */
  readonly lines: readonly string[];
  /** Addresses at which other machines reach the sandbox. */
  readonly addresses: readonly string[];
  /** Number of waiting notifications in the loaded state. */
  readonly waiting: number;
}

const waitingText = (count: number, dashboard: string): string =>
  `${count} ${count === 1 ? "notification of the loaded state waits" : "notifications of the loaded state wait"}. Send them on the dashboard, ${dashboard}/sandbox/notifications?show=waiting`;

/** Returns the text for the start of a sandbox. Never wraps the public key, so that users can copy it. */
export function greeting({ server, lines, addresses, waiting, publicUrl, state, env }: Greeted): string {
  const { url, dashboardUrl, clientOptions } = server;
  const facts = [
    ["dashboard", `${dashboardUrl}/`],
    ["gateway", clientOptions.baseUrl],
    ["widget", `${publicUrl ?? url}/widget/be_gateway.js`],
    ...addresses.map((address) => ["network", address]),
    [
      "public URL",
      publicUrl === undefined
        ? "none (--public-url URL is for a tunnel)"
        : `${publicUrl}, forwarded to ${url}`,
    ],
    ["state", state ?? "in memory (--state FILE saves it)"],
  ];
  return [
    "A payment gateway runs on this machine. No money moves. Press Ctrl+C to stop it.",
    "",
    ...facts.map(([name = "", value = ""]) => wrapped(`  ${name.padEnd(12)}${value}`, 14)),
    "",
    env === undefined ? "For your environment:" : `The environment is in ${env}.`,
    ...(env === undefined ? ["", ...lines] : []),
    "",
    ...(waiting > 0 ? [colored("yellow", wrapped(waitingText(waiting, dashboardUrl))), ""] : []),
    wrapped(
      "Create an order in your shop or on the dashboard. Then pay it with the test card 4200 0000 0000 0000, any name, any security code and any future date. Or type:",
    ),
    "",
    withProgram("  payments-client pay ORDER"),
    withProgram("  payments-client orders"),
    "",
  ].join("\n");
}
