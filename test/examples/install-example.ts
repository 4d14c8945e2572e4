import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { READABLE } from "./readable.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");

/** Generated folders, which a copy must not take from this machine. */
const MADE = new Set(["node_modules", "dist", ".next"]);

/** Depends on the packed `payments-client` instead of the one on npm. */
async function useTarball(folder: string): Promise<void> {
  const file = join(folder, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8"));
  if (manifest.dependencies?.["payments-client"] === undefined) {
    throw new Error(`${file} does not depend on payments-client`);
  }
  manifest.dependencies["payments-client"] = `file:${inject("tarball")}`;
  await writeFile(file, JSON.stringify(manifest, null, 2));
}

/**
 * Installs a copy of `examples/<name>` in a temporary folder, which is removed after the tests.
 *
 * @returns the folder.
 */
export async function installExample(name: string): Promise<string> {
  const folder = await mkdtemp(join(inject("folder"), `${name}-`));
  await chmod(folder, READABLE);
  await cp(join(EXAMPLES, name), folder, {
    recursive: true,
    filter: (source) => !MADE.has(basename(source)),
  });
  await useTarball(folder);
  // The last one is npm's default, which the settings of this repository replace in the scripts that run tests.
  const flags = [
    ...["--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock"],
    "--strict-allow-scripts=false",
  ];
  await promisify(execFile)("npm", ["install", ...flags], { cwd: folder });
  return folder;
}
