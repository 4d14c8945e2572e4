/** CONTRIBUTING.md. */
import { access, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../..");

const foldersOf = async (parent: string): Promise<string[]> =>
  (await readdir(join(ROOT, parent), { withFileTypes: true }))
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => `${parent}/${name}`);

/** Whose tests are those of their users. */
const SMALL = ["src/runtime", "src/shared"];

test("the table of tests has each folder of src and each folder of test", async () => {
  const text = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const table = /## Find the test\n(.*?)\n## /s.exec(text)?.[1] ?? "";
  const rows = Array.from(table.matchAll(/^\| .*? \| `(test\/[\w/-]+)` \|$/gm), ([, folder = ""]) => folder);
  for (const folder of rows) await expect(access(join(ROOT, folder)), folder).resolves.toBeUndefined();
  expect(rows).toEqual(expect.arrayContaining(await foldersOf("test")));
  for (const folder of await foldersOf("src"))
    if (!SMALL.includes(folder)) expect(table).toContain(`(\`${folder}\`)`);
});
