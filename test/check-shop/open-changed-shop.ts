import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox, ShopFunctions } from "../../src/sandbox.ts";

/** A piece of the shop's source, and what stands there instead. */
export type Change = readonly [from: string, to: string];

const FOLDER = join(import.meta.dirname, "shops");

let count = 0;

interface Opening {
  /** Default: the right shop with the SDK. */
  readonly file?: string;
  readonly open?: (module: object, sandbox: Sandbox) => Promise<ShopFunctions>;
}

/** Opens a right shop after changes of its source, each of which must apply. */
export async function openChangedShop(
  sandbox: Sandbox,
  changes: readonly Change[],
  { file = "with-sdk", open = (module) => Object(module).openShop(sandbox) }: Opening = {},
): Promise<ShopFunctions> {
  let source = await readFile(join(FOLDER, `${file}.ts`), "utf8");
  for (const [from, to] of changes) {
    if (!source.includes(from)) throw new Error(`The shop's source has no ${from}`);
    source = source.replace(from, () => to);
  }
  count += 1;
  const copy = join(FOLDER, `.changed-${process.pid}-${count}.ts`);
  await writeFile(copy, source);
  try {
    return await open(await import(copy), sandbox);
  } finally {
    await rm(copy);
  }
}
