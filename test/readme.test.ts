import { execFile } from "node:child_process";
import { access, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

const run = promisify(execFile);
const root = join(import.meta.dirname, "..");
const readme = await readFile(join(root, "README.md"), "utf8");
let folder = "";

async function readRecipes(): Promise<Set<string>> {
  const recipes = join(root, "examples/recipes");
  const files = await readdir(recipes);
  return new Set(await Promise.all(files.map((file) => readFile(join(recipes, file), "utf8"))));
}

beforeAll(async () => {
  // Inside the package, so that it finds itself by its own name.
  folder = await mkdtemp(join(root, "test", ".tmp-readme-"));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test("every example in the README compiles against the built package", async () => {
  const blocks = Array.from(readme.matchAll(/```ts\n(.*?)```/gs), ([, code = ""]) => code);
  // The recipes import one another: they are compiled, and run, where they are.
  const recipes = await readRecipes();
  const examples = blocks.filter((code) => !recipes.has(code));
  expect(examples.length).toBeGreaterThan(5);
  const files = await Promise.all(
    examples.map(async (code, index) => {
      const file = join(folder, `example-${index}.ts`);
      const given = code.includes("const payments =")
        ? ""
        : 'declare const payments: import("payments-client").PaymentsClient;\n';
      await writeFile(file, `${given}${code}\nexport {};\n`);
      return file;
    }),
  );
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const options = ["--noEmit", "--ignoreConfig", "--strict", "--skipLibCheck", "--types", "node"];
  const target = ["--module", "nodenext", "--target", "es2022", "--lib", "es2023"];
  const { stdout } = await run(process.execPath, [tsc, ...files, ...options, ...target]).catch(
    (error: { stdout: string }) => error,
  );
  expect(stdout).toBe("");
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
