import { spawnSync } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { BIN, expectMode, npx, runAs, runCommand, useFolder } from "./start.ts";

const inFolder = useFolder();
const ROOT = join(import.meta.dirname, "../..");
const STARTER = join(ROOT, "examples/starter");

test("init writes the starter with the version of the package, and a password that only the owner can read", async () => {
  const { code, stdout } = await runCommand("init", inFolder("shop"));
  expect(code).toBe(0);
  const names = await readdir(STARTER);
  expect(await readdir(inFolder("shop"))).toEqual([".env", ".gitignore", ...names].toSorted());
  for (const name of names) {
    expect(stdout).toContain(name);
    const [written, kept] = await Promise.all(
      [inFolder("shop", name), join(STARTER, name)].map((file) => readFile(file, "utf8")),
    );
    expect(written).toBe(kept);
  }
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  expect(await readFile(inFolder("shop", "package.json"), "utf8")).toContain(
    `"payments-client": "^${version}"`,
  );
  await runCommand("init", inFolder("other"));
  const passwords = await Promise.all(
    ["shop", "other"].map(async (folder) => {
      await expectMode(inFolder(folder, ".env"), 0o600);
      return parseEnv(await readFile(inFolder(folder, ".env"), "utf8"))["STAFF_PASSWORD"];
    }),
  );
  expect(passwords).toEqual([expect.stringMatching(/^[\w-]{16}$/), expect.stringMatching(/^[\w-]{16}$/)]);
  expect(passwords[0]).not.toBe(passwords[1]);
  expect(stdout).not.toContain(passwords[0]);
});

test.each(["npm", "pnpm", "yarn", "bun"])("init prints what to type next with %s", async (manager) => {
  const env = { ...npx(), npm_config_user_agent: `${manager}/1.2.3 node/v24` };
  const { stdout } = await runAs({ args: ["init", inFolder("my shop")], env });
  expect(stdout).toMatch(
    new RegExp(`\\n {2}cd ".*my shop"\\n {2}${manager} install\\n {2}${manager} run dev\\n`),
  );
});

test("init overwrites no file, and writes none if one exists", async () => {
  await writeFile(inFolder("app.ts"), "mine");
  const { code, stdout, stderr } = await runCommand("init", inFolder());
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain("the folder has app.ts already. Name a new folder.");
  expect(await readdir(inFolder())).toEqual(["app.ts"]);
  expect(await readFile(inFolder("app.ts"), "utf8")).toBe("mine");
});

test("init names the reason if it cannot write", async () => {
  await writeFile(inFolder("file"), "");
  const { code, stderr } = await runCommand("init", inFolder("file"));
  expect(code).toBe(1);
  expect(stderr.replaceAll(/\s+/g, " ")).toContain("there is a file with this name");
});

test("init names the version of Node that it needs, in one line", async () => {
  // As Node 22.17 and older.
  const args = ["--no-experimental-strip-types", BIN, "init", inFolder("shop")];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toBe(
    `payments-client: Node 22.18 or newer runs the shop's TypeScript. This is ${process.version}.\n`,
  );
  expect(await readdir(inFolder())).toEqual([]);
});

test.each([
  [["a", "b"], "Name one folder"],
  [["--force"], "There is no option --force"],
])("init refuses %j", async (args, message) => {
  const { code, stderr } = await runCommand("init", ...args);
  expect(code).toBe(1);
  expect(stderr).toContain(message);
});
