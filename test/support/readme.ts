/** The code blocks of README.md. */
import { readFile } from "node:fs/promises";
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
