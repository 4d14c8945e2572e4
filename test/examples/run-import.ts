import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { SandboxServer } from "payments-client/sandbox";
import { vi } from "vitest";
import { environmentOf } from "./environment.ts";
import type { Ended } from "./run.ts";

/** What a test sets of the options of `import-products.ts`. */
export interface ImportOptions {
  readonly concurrency?: number;
  /** In milliseconds. */
  readonly settle?: number;
  readonly resolutions?: readonly (readonly [line: number, id: string])[];
  readonly test?: boolean;
  readonly signal?: AbortSignal;
}

/** Runs `import-products.ts` of an installed example without a process. An error that it does not catch is printed. */
export async function importHere(
  folder: string,
  server: SandboxServer,
  file: string,
  options: ImportOptions = {},
): Promise<Omit<Ended, "signal">> {
  for (const [name, value] of Object.entries(environmentOf(server))) vi.stubEnv(name, value);
  const { runImport } = await import(pathToFileURL(join(folder, "src/run-import.ts")).href);
  const { signal } = new AbortController();
  const defaults = { delimiter: ",", concurrency: 32, settle: 300, resolutions: [], test: false, signal };
  let [stdout, stderr] = ["", ""];
  const printError = (text: string): void => {
    stderr += `${text}\n`;
  };
  const write = (text: string): boolean => {
    stdout += text;
    return true;
  };
  const code = await runImport(
    { ...defaults, ...options, file, journal: `${file}.journal` },
    { stdout: { write }, printError },
  ).catch((error: unknown) => {
    printError(String(error));
    return 1;
  });
  vi.unstubAllEnvs();
  return { code, stdout, stderr };
}
