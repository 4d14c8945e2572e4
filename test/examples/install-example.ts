import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { inject } from "vitest";
import { INSTALL_FLAGS } from "./install-flags.ts";
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

/** Installs the dependencies that a folder names. */
export async function install(folder: string): Promise<void> {
  await useTarball(folder);
  await promisify(execFile)("npm", ["install", ...INSTALL_FLAGS], { cwd: folder });
}

/** Copies `examples/<name>` to a temporary folder, which is removed after the tests. */
async function copyExample(name: string): Promise<string> {
  const folder = await mkdtemp(join(inject("folder"), `${name}-`));
  await chmod(folder, READABLE);
  await cp(join(EXAMPLES, name), folder, {
    recursive: true,
    filter: (source) => !MADE.has(basename(source)),
  });
  return folder;
}

/** Installs a copy of `examples/<name>`. @returns its folder. */
export async function installExample(name: string): Promise<string> {
  const folder = await copyExample(name);
  await install(folder);
  return folder;
}

/**
 * The same for an example with several test files: the first that asks installs its dependencies, which all their copies
 * link to.
 */
export async function installShared(name: string): Promise<string> {
  const folder = await copyExample(name);
  const shared = join(inject("folder"), `shared-${name}`);
  const isFirst = await mkdir(shared).then(
    () => true,
    () => false,
  );
  if (isFirst) {
    await cp(join(EXAMPLES, name, "package.json"), join(shared, "package.json"));
    await install(shared);
  }
  const modules = join(shared, "node_modules");
  // npm writes this file last.
  while (!existsSync(join(modules, ".package-lock.json"))) await setTimeout(100);
  await symlink(modules, join(folder, "node_modules"), "dir");
  return folder;
}
