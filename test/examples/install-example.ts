import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, cp, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { promisify } from "node:util";
import { inject } from "vitest";
import { READABLE } from "./readable.ts";

const EXAMPLES = join(import.meta.dirname, "../../examples");

/** Generated folders, which a copy must not take from this machine. */
const MADE = new Set(["node_modules", "dist", ".next"]);

/** The `package.json` of an example, which depends on the packed `payments-client` instead of the one on npm. */
async function readManifest(name: string) {
  const manifest = JSON.parse(await readFile(join(EXAMPLES, name, "package.json"), "utf8"));
  if (manifest.dependencies?.["payments-client"] === undefined) {
    throw new Error(`examples/${name} does not depend on payments-client`);
  }
  manifest.dependencies["payments-client"] = `file:${inject("tarball")}`;
  return manifest;
}

const writeManifest = (folder: string, manifest: object): Promise<void> =>
  writeFile(join(folder, "package.json"), JSON.stringify(manifest, null, 2));

/** Installs the dependencies that a folder names. */
async function install(folder: string, ...flags: string[]): Promise<void> {
  flags.push("--prefer-offline", "--no-audit", "--no-fund", "--no-package-lock");
  // npm's default, which the settings of this repository replace in the scripts that run tests.
  flags.push("--strict-allow-scripts=false");
  await promisify(execFile)("npm", ["install", ...flags], { cwd: folder });
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

/** Installs a copy of `examples/<name>` with its own dependencies. @returns its folder. */
export async function installAlone(name: string): Promise<string> {
  const folder = await copyExample(name);
  await writeManifest(folder, await readManifest(name));
  await install(folder);
  return folder;
}

/** The examples that are installed at once. */
const SHARED = ["express-shop", "scale-out", "scripts", "serverless", "subscriptions", "testing"] as const;

/** Installs them as workspaces. Linked, each finds only the dependencies that it names. */
async function installShared(folder: string): Promise<void> {
  const allowScripts = {};
  for (const name of SHARED) {
    const manifest = await readManifest(name);
    Object.assign(allowScripts, manifest.allowScripts);
    await mkdir(join(folder, name));
    await writeManifest(join(folder, name), manifest);
  }
  await writeManifest(folder, { private: true, workspaces: SHARED, allowScripts });
  await install(folder, "--install-strategy=linked");
}

/** Copies `examples/<name>`, with the dependencies that all copies share. @returns its folder. */
export async function installExample(name: (typeof SHARED)[number]): Promise<string> {
  const folder = await copyExample(name);
  await writeManifest(folder, await readManifest(name));
  const shared = join(inject("folder"), "shared");
  const isFirst = await mkdir(shared).then(
    () => true,
    () => false,
  );
  if (isFirst) await installShared(shared);
  // npm writes this file last.
  while (!existsSync(join(shared, "node_modules/.package-lock.json"))) await setTimeout(100);
  await symlink(join(shared, name, "node_modules"), join(folder, "node_modules"), "dir");
  return folder;
}
