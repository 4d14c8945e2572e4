import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { INSTALL_FLAGS } from "./install-flags.ts";
import { READABLE } from "./readable.ts";

const ROOT = join(import.meta.dirname, "../..");

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

/** A temporary folder, which is removed after the tests. */
async function newFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(inject("folder"), `${name}-`));
  await chmod(folder, READABLE);
  return folder;
}

const copy = (from: string, to: string): Promise<void> =>
  cp(join(ROOT, from), to, { recursive: true, filter: (source) => !MADE.has(basename(source)) });

/** Installs a copy of `examples/<name>`. @returns its folder. */
export async function installExample(name: string): Promise<string> {
  const folder = await newFolder(name);
  await copy(`examples/${name}`, folder);
  await install(folder);
  return folder;
}

/** Installs copies of `examples/<name>` and of its tests, in a folder with the layout of this repository. */
export async function installWithTests(name: string): Promise<string> {
  const folder = await newFolder(name);
  const paths = [`examples/${name}`, `test/examples/${name}`];
  for (const path of [...paths, "test/support/free-port.ts"]) await copy(path, join(folder, path));
  const [example, tests] = await Promise.all(
    paths.map(async (path) => JSON.parse(await readFile(join(folder, path, "package.json"), "utf8"))),
  );
  const devDependencies = { ...example.devDependencies, ...tests.devDependencies };
  await writeFile(join(folder, "package.json"), JSON.stringify({ ...example, ...tests, devDependencies }));
  await install(folder);
  return folder;
}
