import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Sandbox, ShopFunctions } from "../../src/sandbox.ts";
import type { Open } from "./right-shops.ts";
import type { WrongShop } from "./wrong-shops/wrong-shop.ts";

/** A piece of the shop's source, and what stands there instead. */
export type Change = readonly [from: string, to: string];

const FOLDER = join(import.meta.dirname, "shops");

/** A file with a right shop, and which of its openings is used. */
export interface Opening {
  readonly file: "with-sdk" | "without-sdk" | "holds" | "bills" | "tickets" | "licenses";
  readonly index: number;
}

/** Opens a right shop after changes of its source, each of which must apply. */
export async function openChangedShop(
  sandbox: Sandbox,
  changes: readonly Change[],
  { file, index }: Opening = { file: "with-sdk", index: 0 },
): Promise<ShopFunctions> {
  let source = await readFile(join(FOLDER, `${file}.ts`), "utf8");
  for (const [from, to] of changes) {
    if (!source.includes(from)) throw new Error(`The shop's source has no ${from}`);
    source = source.replace(from, () => to);
  }
  // No name is used again, because all files of a worker share the modules.
  const copy = join(FOLDER, `.changed-${randomUUID()}.ts`);
  await writeFile(copy, source);
  try {
    const { OPENINGS }: { OPENINGS: readonly Open[] } = await import(copy);
    const open = OPENINGS[index];
    if (!open) throw new Error(`${file} has no opening ${index}`);
    return await open(sandbox);
  } finally {
    await rm(copy);
  }
}

/** Opens a wrong shop at a sandbox. */
export async function openWrongShop(
  sandbox: Sandbox,
  { changes, shop, without = [] }: WrongShop,
): Promise<ShopFunctions> {
  const missing = Object.fromEntries(without.map((name) => [name, undefined]));
  return { ...(await openChangedShop(sandbox, changes, shop)), ...missing };
}
