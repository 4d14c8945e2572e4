/** The Markdown sources of the documentation site; `test/site` tests the built site. */
import { glob, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf, compileBlocks } from "../support/compile-blocks.ts";

const DOCS = join(import.meta.dirname, "../../docs");
/** `<<< @/path` includes a file in VitePress. */
const INCLUDE = /^<<< @\/(\S+)$/gm;

async function readPages(): Promise<Map<string, string>> {
  const pages = new Map<string, string>();
  // typedoc generates the pages below api.
  for await (const page of glob("**/*.md", { cwd: DOCS, exclude: ["api/**"] })) {
    pages.set(page, await readFile(join(DOCS, page), "utf8"));
  }
  return pages;
}

const pages = await readPages();
const blocks = Array.from(pages, ([page, text]) => blocksOf(text, page)).flat();

test("every TypeScript example in the documentation compiles against the built package", async () => {
  expect(blocks.length).toBeGreaterThan(20);
  expect(await compileBlocks(blocks)).toBe("");
}, 60_000);

test("every recipe is included in a page, as the file that the tests run", async () => {
  const included = Array.from(pages.values(), (text) =>
    Array.from(text.matchAll(INCLUDE), ([, path = ""]) => path),
  );
  const shown = new Set(included.flat());
  // VitePress renders an error instead of a missing file, but the build succeeds.
  for (const path of shown) await expect(readFile(join(DOCS, path), "utf8"), path).resolves.not.toBe("");
  const recipes = await readdir(join(DOCS, "../examples/recipes"));
  expect([...shown].toSorted()).toStrictEqual(
    recipes.map((file) => `../examples/recipes/${file}`).toSorted(),
  );
});
