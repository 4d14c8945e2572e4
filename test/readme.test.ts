import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf, compileBlocks } from "./support/compile-blocks.ts";

const root = join(import.meta.dirname, "..");
const readme = await readFile(join(root, "README.md"), "utf8");

async function readRecipes(): Promise<Set<string>> {
  const recipes = join(root, "examples/recipes");
  const files = await readdir(recipes);
  return new Set(await Promise.all(files.map((file) => readFile(join(recipes, file), "utf8"))));
}

test("every example in the README compiles against the built package", async () => {
  // The recipes import one another: they are compiled, and run, in their own folder.
  const recipes = await readRecipes();
  const examples = blocksOf(readme, "README").filter(({ code }) => !recipes.has(code));
  expect(examples.length).toBeGreaterThan(5);
  expect(await compileBlocks(examples)).toBe("");
});

test("every guarantee in SECURITY.md names tests that exist", async () => {
  const security = await readFile(join(root, "SECURITY.md"), "utf8");
  const guarantees = /## Guarantees\n(.*?)\n## /s.exec(security)?.[1]?.split("\n- ").slice(1) ?? [];
  expect(guarantees.length).toBeGreaterThan(7);
  for (const guarantee of guarantees) {
    const files = Array.from(guarantee.matchAll(/`([\w/-]+\.test\.ts)`/g), ([, file = ""]) => file);
    expect(files, guarantee).not.toStrictEqual([]);
    for (const file of files) await expect(access(join(root, "test", file)), file).resolves.toBeUndefined();
  }
});
