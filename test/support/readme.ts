/** The code blocks of README.md. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";

export const readme = await readFile(join(import.meta.dirname, "../../README.md"), "utf8");

const blocks = Array.from(readme.matchAll(/^```(?:js|ts|sh)\n(.*?)^```$/gms), ([, code = ""]) => code);

/** The only block that contains a text. */
export function blockWith(text: string): string {
  const found = blocks.filter((code) => code.includes(text));
  expect(found, text).toHaveLength(1);
  return found[0] ?? "";
}

/** A text of each file of the whole shop. */
const FILES = {
  "shop.ts": "new DatabaseSync(",
  "job.ts": "export const job",
  "app.ts": "express()",
  "refund.ts": "process.argv",
};

/** Writes the whole shop with a port and a job that runs often. `change` may change a file. */
export async function writeShop(
  folder: string,
  port: number,
  change: (name: string, code: string) => string,
): Promise<void> {
  for (const [name, text] of Object.entries(FILES)) {
    const code = blockWith(text).replaceAll("3000", String(port)).replace("10_000", "50");
    await writeFile(join(folder, name), change(name, code));
  }
}
