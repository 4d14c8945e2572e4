import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
const SCRIPT = join(ROOT, ".github/set-repository.ts");

test("one command gives package.json and the links of README.md the repository's address", async () => {
  const folder = await mkdtemp(join(tmpdir(), "repository-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const file of ["package.json", "README.md"]) await cp(join(ROOT, file), join(folder, file));
  const { repository: before } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const readme = () => readFile(join(folder, "README.md"), "utf8");
  const original = await readme();

  // The second address replaces the first.
  for (const address of ["https://github.com/old/name", "https://github.com/Shop-Owner/payments-client"]) {
    await run(process.execPath, [SCRIPT, address], { cwd: folder });
  }
  expect(JSON.parse(await readFile(join(folder, "package.json"), "utf8"))).toMatchObject({
    repository: { type: "git", url: "git+https://github.com/Shop-Owner/payments-client.git" },
    homepage: "https://shop-owner.github.io/payments-client/",
    bugs: { url: "https://github.com/Shop-Owner/payments-client/issues" },
  });
  const linked = await readme();
  const main = "https://github.com/Shop-Owner/payments-client";
  expect(linked).toContain(`(${main}/blob/main/docs/guides/go-live.md)`);
  expect(linked).toContain(`(${main}/raw/main/docs/images/payment-page.png)`);
  expect(linked.match(/\]\((?!https:\/\/|#)[^)]*\)/g)).toBeNull();
  expect(linked).not.toContain("github.com/old");

  // Links that were added after the address was set.
  if (before) {
    await run(process.execPath, [SCRIPT, before.url.slice("git+".length, -".git".length)], { cwd: folder });
    expect(await readme(), "npm run repository -- ADDRESS").toBe(original);
  }
});

test("an address that is not a GitHub repository changes nothing", async () => {
  const refused = run(process.execPath, [SCRIPT, "github.com/owner"], { cwd: tmpdir() });
  await expect(refused).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining("usage:") });
});
