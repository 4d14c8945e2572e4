import { networkInterfaces } from "node:os";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { SandboxListenOptions, SandboxServer } from "../../sandbox/sandbox-options.ts";
import { codeOf } from "../errors.ts";

const portOf = (error: unknown): unknown =>
  error instanceof Error && "port" in error ? error.port : undefined;

/** Returns why the sandbox cannot listen, and what to do. */
function listenProblem(error: unknown, { port, host, publicUrl }: SandboxListenOptions): string | undefined {
  const code = codeOf(error);
  const taken = portOf(error) ?? port;
  const option = publicUrl !== undefined && taken !== port ? "--dashboard-port" : "--port";
  if (code === "EADDRINUSE") return `port ${taken} is in use. Choose another port with ${option}`;
  if (code === "EACCES") return `port ${port} requires privileges. Choose a port above 1023 with --port`;
  if (code === "EADDRNOTAVAIL" && host === undefined)
    return "this machine has no address 127.0.0.1. Choose another address with --host, such as ::1";
  if (code === "EADDRNOTAVAIL")
    return `--host ${host} is not an address of this machine. Use 0.0.0.0 for all addresses`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `--host ${host}: there is no host with this name`;
  return undefined;
}

/** Starts to listen. If the address cannot be used, the error contains the fix. */
export async function listenAt(
  sandbox: Sandbox,
  { port, host, publicUrl, dashboardPort }: SandboxListenOptions,
): Promise<SandboxServer> {
  try {
    return await sandbox.listen({ port, host, publicUrl, dashboardPort });
  } catch (error) {
    const message = listenProblem(error, { port, host, publicUrl });
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
