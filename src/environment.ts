/** An environment variable, where the runtime has `process.env` and lets it be read: Deno asks for `--allow-env`. */
export function readEnvironment(variable: string): string | undefined {
  try {
    return globalThis.process?.env?.[variable];
  } catch {
    return undefined;
  }
}
