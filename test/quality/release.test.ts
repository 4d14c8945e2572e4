/** A release, in a copy of the repository without `dist`. */
import { execFile, execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const ROOT = join(import.meta.dirname, "../..");
const run = promisify(execFile);

const clone = await mkdtemp(join(tmpdir(), "payments-client-release-"));
const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
});
// Deleted files are listed, too.
for (const file of files.trim().split("\n"))
  await cp(join(ROOT, file), join(clone, file)).catch(() => undefined);
await symlink(join(ROOT, "node_modules"), join(clone, "node_modules"), "dir");

afterAll(() => rm(clone, { recursive: true, force: true }));

test("npm packs what it has built and checked", { timeout: 600_000 }, async () => {
  // The build of `npm test`, because a build takes a quarter of a minute.
  const build = `node -e "fs.cpSync(process.env.BUILT, 'dist', { recursive: true })"`;
  const scripts = { ...manifest.scripts, build };
  await writeFile(join(clone, "package.json"), JSON.stringify({ ...manifest, scripts }, null, 2));
  const { stdout } = await run("npm", ["pack", "--json", "--dry-run", "--cache", join(clone, ".npm")], {
    cwd: clone,
    env: { ...process.env, BUILT: join(ROOT, "dist") },
    maxBuffer: 2 ** 26,
  });
  for (const file of [
    "dist/index.js",
    "dist/index.d.cts",
    "dist/openapi.json",
    "dist/cli/payments-client.js",
  ])
    expect(stdout).toContain(`"${file}"`);
});

/** The versions of the package that the examples of a folder install. */
const installed = (folder: string): string[] =>
  globSync("examples/*/package.json", { cwd: folder }).map((file) => {
    const { dependencies } = JSON.parse(readFileSync(join(folder, file), "utf8"));
    return dependencies["payments-client"].replace("^", "");
  });

test("one command writes the version of a release to the manifests, and to the examples", async () => {
  expect(new Set(installed(ROOT))).toStrictEqual(new Set([manifest.version]));
  const release = (...version: string[]) => run("npm", ["run", "release", "--", ...version], { cwd: clone });
  for (const version of [[], ["9.9"], ["9.9.9"]])
    await expect(release(...version)).rejects.toThrow(/usage|CHANGELOG/);
  const changelog = join(clone, "CHANGELOG.md");
  await writeFile(changelog, `${await readFile(changelog, "utf8")}\n## [9.9.9]\n`);
  await release("9.9.9");
  expect(new Set(installed(clone))).toStrictEqual(new Set(["9.9.9"]));
  for (const file of ["package.json", "package-lock.json"])
    expect(await readFile(join(clone, file), "utf8"), file).toMatch(/^ {2}"version": "9\.9\.9"/m);
});
