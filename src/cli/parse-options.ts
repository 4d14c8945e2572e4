import { type ParseArgsConfig, parseArgs } from "node:util";
import { readVariants, type Variants } from "../sandbox/gateway/variants.ts";
import { didYouMean } from "../shared/nearest-name.ts";
import { messageOf } from "../shared/values.ts";
import { CommandError } from "./errors.ts";

export const TEXT = { type: "string" } as const;

export const FLAG = { type: "boolean", default: false } as const;

/** Returns the same row for several options. */
export function rowsOf<Row, Name extends string>(row: Row, ...names: readonly Name[]): Record<Name, Row>;
export function rowsOf(row: unknown, ...names: readonly string[]): object {
  return Object.fromEntries(names.map((name) => [name, row]));
}

/** Replaces Node's message about the value of an option. */
const valueProblem = (message: string): string => {
  const [, option, problem] = /^Option '(?:-\w, )?(--[\w-]+)[^']*' (argument|does not)/.exec(message) ?? [];
  if (option === undefined) return message;
  return problem === "argument" ? `${option} needs a value.` : `${option} takes no value.`;
};

/** Parses the arguments of a command. @throws CommandError that suggests an option if one does not exist. */
export function parseOptions<const T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    const [, option] = /^Unknown option '(-[^']*)'/.exec(messageOf(error)) ?? [];
    if (option === undefined) throw new CommandError(valueProblem(messageOf(error)));
    const names = [...Object.keys(config.options ?? {}), "help"];
    const hint = didYouMean(option, names, (name) => `--${name}`);
    throw new CommandError(`There is no option ${option}. ${hint && `${hint} `}--help lists the options.`);
  }
}

/** @throws CommandError that names the option. */
export function integerOption(name: string, text: string, minimum: number, maximum: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= minimum && value <= maximum) return value;
  throw new CommandError(`--${name} must be a number from ${minimum} to ${maximum}, not ${text}`);
}

/** Reads the values of `--variant`. @throws CommandError that names the nearest fact or variant. */
export function variantsOption(values: readonly string[] = []): Variants {
  const wrong = values.find((value) => !/^\w+=\w+$/.test(value));
  if (wrong !== undefined) throw new CommandError(`--variant must be NAME=WORD, not ${wrong}`);
  try {
    return readVariants(Object.fromEntries(values.map((value) => value.split("="))));
  } catch (error) {
    throw new CommandError(messageOf(error).replace(/^variants[. ]/, "--variant "));
  }
}
