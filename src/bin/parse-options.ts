import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearestName } from "../nearest-name.ts";

/** Reads the arguments of a command. @throws Error that suggests an option for one that does not exist. */
export function parseOptions<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [, option] = /^Unknown option '(-[^']*)'/.exec(error instanceof Error ? error.message : "") ?? [];
    if (option === undefined) throw error;
    const nearest = nearestName(option, Object.keys(config.options ?? {}));
    const hint = nearest === undefined ? "" : ` Did you mean --${nearest}?`;
    throw new Error(`there is no option ${option}.${hint} --help lists the options`);
  }
}
