/** Reads an environment variable; undefined without `process.env`, or without permission (Deno's `--allow-env`). */
export function readEnvironment(variable: string): string | undefined {
  try {
    return globalThis.process?.env?.[variable];
  } catch {
    return undefined;
  }
}
