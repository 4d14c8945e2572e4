import { networkInterfaces } from "node:os";
import type { Sandbox } from "../../sandbox/sandbox.ts";
import type { SandboxListenOptions, SandboxServer } from "../../sandbox/sandbox-options.ts";
import { codeOf } from "../errors.ts";

/** Why a port of a host cannot be used, and what to do. */
function listenProblem(
  code: unknown,
  port: number | undefined,
  host: string | undefined,
): string | undefined {
  if (code === "EADDRINUSE") return `port ${port} is taken; choose another with --port`;
  if (code === "EACCES") return `port ${port} needs privileges; choose one above 1023 with --port`;
  if (code === "EADDRNOTAVAIL" && host === undefined)
    return "this machine has no address 127.0.0.1; payments-client sandbox has --host for another, such as ::1";
  if (code === "EADDRNOTAVAIL")
    return `--host ${host} is not an address of this machine; 0.0.0.0 stands for all of them`;
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return `--host ${host}: there is no host with this name`;
  return undefined;
}

/** Listens; the error for an address that cannot be used says what to do. */
export async function listenAt(
  sandbox: Sandbox,
  { port, host, publicUrl }: SandboxListenOptions,
): Promise<SandboxServer> {
  try {
    return await sandbox.listen({ port, host, publicUrl });
  } catch (error) {
    const message = listenProblem(codeOf(error), port, host);
    throw message === undefined ? error : new Error(message);
  }
}

/** The addresses under which other machines reach a server that listens on all addresses of this one. */
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
