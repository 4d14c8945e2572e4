import { type ParseArgsConfig, parseArgs } from "node:util";

/** Prints how to call the script, and ends it with the exit code for wrong arguments. */
export function refuse(usage: string): never {
  console.error(usage);
  process.exit(2);
}

/** The number of an option. NaN if it is no number. `Number("")` is 0. */
export const readNumber = (text: string): number => (/^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN);

/** Parses the arguments. `--help` and unknown options end the script. */
export function readArguments<const Config extends ParseArgsConfig>(usage: string, config: Config) {
  if (process.argv.includes("--help")) {
    console.log(usage);
    process.exit();
  }
  try {
    return parseArgs(config);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return refuse(usage);
  }
}
