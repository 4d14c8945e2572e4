import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");

/** A TypeScript block of a Markdown page. */
export interface Block {
  /** Its file name in the compiler's messages. */
  readonly name: string;
  readonly code: string;
}

/** The TypeScript blocks of a Markdown page. */
export const blocksOf = (page: string, name: string): Block[] =>
  Array.from(page.matchAll(/^( *)```ts\n(.*?)^ *```$/gms), ([, , code = ""], index) => ({
    name: `${name.replaceAll(/\W+/g, "-")}-${index + 1}`,
    code,
  }));

/** The other checks of `tsc --init`, with which a merchant's own project may compile the same files. */
const OF_INIT = {
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  noUncheckedSideEffectImports: true,
  moduleDetection: "force",
};

/** The `tsconfig.json` that the documentation tells a merchant to write, with the checks of `tsc --init`. */
export async function readTsconfig(): Promise<string> {
  const page = await readFile(join(ROOT, "docs/getting-started.md"), "utf8");
  const [, tsconfig] = /`tsconfig\.json`.*?```json\n(.*?)```/s.exec(page) ?? [];
  if (tsconfig === undefined) throw new Error("docs/getting-started.md shows no tsconfig.json");
  const { compilerOptions } = JSON.parse(tsconfig);
  return JSON.stringify({ compilerOptions: { ...compilerOptions, ...OF_INIT } });
}

/** The compiler's messages for a folder with a `tsconfig.json`. */
export async function compile(folder: string): Promise<string> {
  const tsc = join(ROOT, "node_modules/typescript-7/bin/tsc");
  const { stdout } = await run(process.execPath, [tsc, "--project", folder]).catch(
    (error: { stdout: string }) => error,
  );
  return stdout;
}

/**
 * The compiler's messages for the blocks and the recipes against the built package, as a merchant compiles them: with the
 * `tsconfig.json` of the documentation. Blocks have a client named `payments`.
 */
export async function compileBlocks(blocks: readonly Block[]): Promise<string> {
  // Inside the package, so that it can import itself by name.
  const folder = await mkdtemp(join(ROOT, "test", ".tmp-blocks-"));
  try {
    await cp(join(ROOT, "examples/recipes"), folder, { recursive: true });
    await writeFile(join(folder, "tsconfig.json"), await readTsconfig());
    await Promise.all(
      blocks.map(async ({ name, code }) => {
        const given = /const payments\b/.test(code)
          ? ""
          : 'declare const payments: import("payments-client").PaymentsClient;\n';
        await writeFile(join(folder, `block-${name}.ts`), `${given}${code}\nexport {};\n`);
      }),
    );
    return await compile(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
