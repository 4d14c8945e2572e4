import type { SandboxServer } from "../../sandbox/sandbox-options.ts";
import { withProgram } from "../program.ts";
import { coloured, wrapped } from "../terminal.ts";
import type { SandboxArguments } from "./arguments.ts";

interface Greeted extends Pick<SandboxArguments, "publicUrl" | "state" | "env"> {
  readonly server: SandboxServer;
  /** The lines of the environment. */
  readonly lines: readonly string[];
  /** Addresses under which other machines reach it. */
  readonly addresses: readonly string[];
  /** How many notifications of the loaded state wait. */
  readonly waiting: number;
}

const waitingText = (count: number, dashboard: string): string =>
  `${count} ${count === 1 ? "notification of the loaded state waits" : "notifications of the loaded state wait"}. Send them on the dashboard, ${dashboard}/sandbox/notifications?show=waiting`;

/** What is printed when a sandbox has started. The public key is one line, also if the terminal is narrower. */
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
    ...(waiting > 0 ? [coloured("yellow", wrapped(waitingText(waiting, dashboardUrl))), ""] : []),
    wrapped(
      "Create an order in your shop or on the dashboard, and pay it with the test card 4200 0000 0000 0000, any name, any security code and any date in the future. Or type:",
    ),
    "",
    withProgram("  payments-client pay ORDER"),
    withProgram("  payments-client orders"),
    "",
  ].join("\n");
}
