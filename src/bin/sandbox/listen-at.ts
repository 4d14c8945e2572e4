import type { Sandbox, SandboxListenOptions, SandboxServer } from "../../sandbox/index.ts";

/** Listens; the error for a port that cannot be used says what to do. */
export async function listenAt(
  sandbox: Sandbox,
  { port, host, publicUrl }: SandboxListenOptions,
): Promise<SandboxServer> {
  try {
    return await sandbox.listen({ port, host, publicUrl });
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EADDRINUSE") throw new Error(`port ${port} is taken; choose another with --port`);
    if (code === "EACCES")
      throw new Error(`port ${port} needs privileges; choose one above 1023 with --port`);
    throw error;
  }
}
