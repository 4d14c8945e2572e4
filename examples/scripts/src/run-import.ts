import { stat } from "node:fs/promises";
import type { WriteStream } from "node:tty";
import { PaymentsClient } from "payments-client";
import { Importer, type ImportSettings } from "./importer.ts";
import { Journal } from "./journal.ts";
import { progressOf } from "./progress.ts";

export interface RunSettings extends ImportSettings {
  readonly journal: string;
  /** The results of unresolved rows, as the line, and the id of its product or `none`. */
  readonly resolutions: readonly (readonly [line: number, id: string])[];
  /** Completes requests in progress and starts no new ones. */
  readonly signal: AbortSignal;
}

export interface ImportOutput {
  /** Gets the progress. */
  readonly stdout: Pick<WriteStream, "write">;
  /** Gets the report of what was not created. */
  readonly printError: (text: string) => void;
}

/** Imports a file. @returns the exit code: 0 if there is a product for every row. */
export async function runImport(settings: RunSettings, output: ImportOutput): Promise<0 | 1> {
  const { file, resolutions, signal, ...options } = settings;
  const payments = new PaymentsClient();
  const tally = { created: 0, alreadyThere: 0, bad: 0 };
  const { print, readTo } = progressOf(output.stdout, (await stat(file)).size, tally);

  const { shopId, baseUrl } = payments;
  using journal = new Journal(settings.journal, { gateway: baseUrl, shopId, test: settings.test });
  for (const [line, id] of resolutions) journal.resolve(line, id === "none" ? null : id);
  const importer = new Importer({ ...options, payments, journal, file, tally, readTo });
  const stop = () => importer.stop("interrupted: requests in progress were completed");
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop);
  await importer.run();
  print();
  const { problems, stopped } = importer;
  if (problems.count > 0) output.printError(`\n${problems}`);
  if (stopped !== undefined)
    output.printError(`\nStopped before the end: ${stopped}. Run it again to go on.`);
  return problems.count > 0 || stopped !== undefined ? 1 : 0;
}
