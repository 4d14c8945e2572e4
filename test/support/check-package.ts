/** In this folder: what tests of several folders share. */

/** Runs publint and attw on the packed package. Both pack by themselves, but with npm's cache in HOME, which may be read-only. */
import { execSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const folder = mkdtempSync(join(tmpdir(), "payments-client-"));
try {
  execSync(
    `npm pack --dry-run=false --ignore-scripts --silent --cache "${join(folder, "cache")}" --pack-destination "${folder}"`,
  );
  const tarball = readdirSync(folder).find((file) => file.endsWith(".tgz")) ?? "";
  for (const tool of ["publint --strict", "attw"])
    execSync(`${tool} "${join(folder, tarball)}"`, { stdio: "inherit" });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
