import { execFile } from "node:child_process";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
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

/** The compiler's messages for the blocks against the built package, with a client named `payments` and the recipes. */
export async function compileBlocks(blocks: readonly Block[]): Promise<string> {
  // Inside the package, so that it can import itself by name.
  const folder = await mkdtemp(join(ROOT, "test", ".tmp-blocks-"));
  try {
    await cp(join(ROOT, "examples/recipes"), folder, { recursive: true });
    const files = await Promise.all(
      blocks.map(async ({ name, code }) => {
        const file = join(folder, `block-${name}.ts`);
        const given = /const payments\b/.test(code)
          ? ""
          : 'declare const payments: import("payments-client").PaymentsClient;\n';
        await writeFile(file, `${given}${code}\nexport {};\n`);
        return file;
      }),
    );
    const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
    const options = ["--noEmit", "--ignoreConfig", "--strict", "--skipLibCheck", "--types", "node"];
    const target = ["--module", "nodenext", "--target", "es2022", "--lib", "es2023"];
    const modules = ["--allowImportingTsExtensions", "--resolveJsonModule"];
    const { stdout } = await run(process.execPath, [tsc, ...files, ...options, ...target, ...modules]).catch(
      (error: { stdout: string }) => error,
    );
    return stdout;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
