import { networkInterfaces } from "node:os";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { SandboxListenOptions, SandboxServer } from "../../sandbox/sandbox-options.ts";
import { codeOf } from "../errors.ts";

/** Maximum time in milliseconds to find out what listens at a port. */
const PROBE_TIMEOUT = 1000;

async function isLocalGateway(origin: string): Promise<boolean> {
  const signal = AbortSignal.timeout(PROBE_TIMEOUT);
  const headers = { accept: "application/json" };
  const body: unknown = await fetch(`${origin}/sandbox/api/orders?q=none`, { headers, signal })
    .then((response) => response.json())
    .catch(() => undefined);
  return Array.isArray(Object(body).orders);
}

const LAST_PORT = 65_535;

/** Returns the fix for an address that cannot be used. Undefined for another error. */
async function listenProblem(
  error: unknown,
  { port, host, publicUrl }: SandboxListenOptions,
  command: string,
): Promise<string | undefined> {
  const code = codeOf(error);
  if (code === "EACCES") return `Port ${port} requires privileges. Choose a port above 1023 with --port.`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `--host ${host}: there is no host with this name.`;
  if (code === "EADDRNOTAVAIL")
    return host === undefined
      ? "This machine has no address 127.0.0.1. Choose another address with --host, such as ::1."
      : `--host ${host} is not an address of this machine. Use 0.0.0.0 for all addresses.`;
  if (code !== "EADDRINUSE") return undefined;
  const taken = Number(Object(error).port ?? port);
  const origin = `http://127.0.0.1:${taken}`;
  const isRunning = await isLocalGateway(origin);
  const user = isRunning ? `A local gateway already runs at ${origin}.` : "Another program uses it.";
  const other = taken < LAST_PORT ? taken + 1 : taken - 1;
  const isOfDashboard = publicUrl !== undefined && taken !== port;
  const fix = isOfDashboard
    ? `Choose another port with --dashboard-port ${other}.`
    : `For another port: \`${command} --port ${other}\`.`;
  return `Port ${taken} is in use. ${user} ${fix}`;
}

/** Starts to listen. If the address cannot be used, the error contains the fix, such as the command with another port. */
export async function listenAt(
  sandbox: Sandbox,
  options: SandboxListenOptions,
  command: string,
): Promise<SandboxServer> {
  const { port, host, publicUrl, dashboardPort } = options;
  try {
    return await sandbox.listen({ port, host, publicUrl, dashboardPort });
  } catch (error) {
    const message = await listenProblem(error, options, command);
    throw message === undefined ? error : new Error(message);
  }
}

/** Returns the addresses at which other machines reach a server that listens on all addresses. */
export function addressesOf(url: string, host: string | undefined): string[] {
  if (host !== "0.0.0.0" && host !== "::") return [];
  const { port } = new URL(url);
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(
      ({ internal, family, scopeid }) => !internal && (family === "IPv4" || (host === "::" && !scopeid)),
    )
    .map(({ family, address }) => `http://${family === "IPv4" ? address : `[${address}]`}:${port}`);
}
