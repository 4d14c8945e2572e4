import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { describe, expect, test } from "vitest";

const root = new URL("../../", import.meta.url);

const importsIn = (code: string): string[] =>
  Array.from(
    code.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["']([^"']+)["']/g),
    ([, specifier = ""]) => specifier,
  );

/** Everything that a file imports, and what those files import. */
const closureOf = (file: URL, met = new Map<string, string[]>()): Map<string, string[]> => {
  if (met.has(file.href)) return met;
  const specifiers = importsIn(readFileSync(file, "utf8"));
  met.set(file.href, specifiers);
  for (const specifier of specifiers) {
    if (specifier.startsWith(".")) closureOf(new URL(specifier, file), met);
  }
  return met;
};

const packagesOf = (file: string): string[] =>
  [...closureOf(new URL(file, root)).values()].flat().filter((specifier) => !specifier.startsWith("."));

describe("nothing is imported that only Node has", async () => {
  const files = await readdir(new URL("src/webhooks/", root));

  test.each(files.filter((file) => file.endsWith(".ts")))("in src/webhooks/%s", async (file) => {
    const specifiers = importsIn(await readFile(new URL(`src/webhooks/${file}`, root), "utf8"));
    expect(
      specifiers.filter((name) => name.startsWith("node:") || builtinModules.includes(name)),
    ).toStrictEqual([]);
  });

  test.each(["src/webhooks/index.ts", "dist/webhooks/index.js"])("by %s and all that it imports", (file) => {
    expect(
      packagesOf(file).filter((name) => name.startsWith("node:") || builtinModules.includes(name)),
    ).toStrictEqual([]);
  });

  test("and what is searched for imports finds them", () => {
    expect(importsIn(readFileSync(new URL(import.meta.url), "utf8"))).toContain("node:fs/promises");
  });
});
