import { readVariants, type Variants } from "../sandbox/gateway/variants.ts";
import { messageOf } from "../shared/values.ts";
import { CommandError } from "./errors.ts";

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
