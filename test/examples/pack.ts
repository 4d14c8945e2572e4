import { execFile } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { READABLE } from "./readable.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder for all temporary files of the examples' tests. */
    folder: string;
    /** The package as npm would publish it. */
    tarball: string;
  }
}

/** Packs once for all tests, and removes everything after them. */
export default async function pack(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "payments-examples-"));
  await chmod(folder, READABLE);
  const root = join(import.meta.dirname, "../..");
  const flags = ["--ignore-scripts", "--json", "--pack-destination", folder];
  const { stdout } = await promisify(execFile)("npm", ["pack", ...flags], { cwd: root });
  const name = /payments-client-[^"]+\.tgz/.exec(stdout)?.[0];
  if (name === undefined) throw new Error(`npm pack named no tarball: ${stdout}`);
  project.provide("folder", folder);
  project.provide("tarball", join(folder, name));
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 });
}
