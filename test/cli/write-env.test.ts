import { spawnSync } from "node:child_process";
import { lstat, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { clientOf, expectMode, runToEnd, startSandbox, useFolder } from "./start.ts";

const inFolder = useFolder();
const file = () => inFolder(".env");

/** Starts a sandbox until it has written the file, and tries what is in it. */
async function run(...args: string[]) {
  const { greeting: printed, stop } = await startSandbox("--env", file(), ...args);
  expect(printed).toContain(`The environment is in ${file()}.\n`);
  const text = await readFile(file(), "utf8");
  const environment = Object.fromEntries(
    Object.entries(parseEnv(text)).map(([name, value]) => [name, value ?? ""]),
  );
  expect(await clientOf(environment).products.list()).toStrictEqual([]);
  await stop();
  return { text, environment, printed };
}

test("--env makes a file with all six variables, which only its owner can read, and prints no key", async () => {
  const { environment, printed } = await run("--secret-key", "a $ecret");
  expect(Object.keys(environment).toSorted()).toStrictEqual([
    "PAYMENTS_BASE_URL",
    "PAYMENTS_CHECKOUT_URL",
    "PAYMENTS_GATEWAY_URL",
    "PAYMENTS_PUBLIC_KEY",
    "PAYMENTS_SECRET_KEY",
    "PAYMENTS_SHOP_ID",
  ]);
  expect(environment["PAYMENTS_SECRET_KEY"]).toBe("a $ecret");
  expect(printed).not.toContain("a $ecret");
  await expectMode(file(), 0o600);
  expect(await readdir(inFolder())).toStrictEqual([".env"]);
});

test("--env replaces the variables where they are, keeps other lines, and keeps keys of no local gateway as comments", async () => {
  await writeFile(
    file(),
    'PORT=3000\nexport PAYMENTS_SHOP_ID=7\n# PAYMENTS_SHOP_ID is below\nPAYMENTS_SHOP_ID=8\nPAYMENTS_PUBLIC_KEY="-----BEGIN\nKEY\n-----" # old\nNAME="a b"',
    { mode: 0o644 },
  );
  const { text, environment } = await run("--shop-id", "4821");
  expect(text).toMatch(
    /^PORT=3000\n# export PAYMENTS_SHOP_ID=7\nexport PAYMENTS_SHOP_ID=4821\n# PAYMENTS_SHOP_ID is below\n# PAYMENTS_SHOP_ID=8\nPAYMENTS_SHOP_ID=4821\n# PAYMENTS_PUBLIC_KEY="-----BEGIN\n# KEY\n# -----" # old\nPAYMENTS_PUBLIC_KEY=[^"\n]+\nNAME="a b"\nPAYMENTS_SECRET_KEY=/,
  );
  expect(environment).toMatchObject({ PORT: "3000", NAME: "a b", PAYMENTS_SHOP_ID: "4821" });
  await expectMode(file(), 0o600);
});

test("--env keeps the key and the address of a real gateway, and prints which lines it changed", async () => {
  const real = "PAYMENTS_SECRET_KEY=live_very_secret\nPAYMENTS_BASE_URL=https://api.gateway.example\n";
  await writeFile(file(), real);
  const first = await run();
  for (const line of real.trim().split("\n")) expect(first.text).toContain(`# ${line}\n`);
  expect(first.printed).toContain(
    "It changed PAYMENTS_SECRET_KEY, PAYMENTS_BASE_URL. The old lines are comments in the file, because they are not from a local gateway.",
  );
  const second = await run("--secret-key", "another");
  expect(second.text.match(/^# /gm)).toHaveLength(2);
  expect(second.text).not.toContain("sandbox-secret-key");
  expect(second.printed).toMatch(
    /It changed PAYMENTS_SECRET_KEY\b.* The old lines were from a local gateway\./,
  );
});

test("--env and --state write only regular files, not what a link leads to and no device", async () => {
  const target = inFolder("shared.env");
  await writeFile(target, "PORT=3000\n");
  const link = inFolder("link");
  await symlink(target, link);
  const pipe = inFolder("pipe");
  spawnSync("mkfifo", [pipe]);
  for (const option of ["--env", "--state"])
    for (const [path, kind] of [
      [link, "a symbolic link. Name the target of the link"],
      [pipe, "not a regular file"],
      [inFolder(), "a folder. Name a file in it"],
    ] as const)
      expect(await runToEnd(option, path)).toStrictEqual({
        code: 1,
        stdout: "",
        stderr: `payments-client: ${option} ${path} is ${kind}.\n`,
      });
  expect((await readdir(inFolder())).toSorted()).toStrictEqual(["link", "pipe", "shared.env"]);
  expect(await readFile(target, "utf8")).toBe("PORT=3000\n");
  expect([(await lstat(link)).isSymbolicLink(), (await lstat(pipe)).isFIFO()]).toStrictEqual([true, true]);
});

test("a file that cannot be written ends the command, and is named", async () => {
  const missing = inFolder("nowhere", ".env");
  expect(await runToEnd("--env", missing)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`--env ${missing}: there is no such file or folder`),
  });
});

test("a value with a line break, which could set other variables, is refused and the file left as it is", async () => {
  await writeFile(file(), "PORT=3000\n");
  for (const key of ["a'\nNODE_OPTIONS=--require=./x", "a\r\nPORT=1"]) {
    const { code, stderr } = await runToEnd("--env", file(), "--secret-key", key);
    expect(code).toBe(1);
    expect(stderr).toBe(
      `payments-client: --env ${file()}: PAYMENTS_SECRET_KEY must not contain a line break.\n`,
    );
  }
  expect(await readFile(file(), "utf8")).toBe("PORT=3000\n");
  expect(await readdir(inFolder())).toStrictEqual([".env"]);
});

test("a value with dollars, quotes and spaces is read as it was given, and sets no other variable", async () => {
  const { environment, text } = await run("--secret-key", 'a $& $(id) `id` "b" #c');
  expect(environment["PAYMENTS_SECRET_KEY"]).toBe('a $& $(id) `id` "b" #c');
  expect(text.trim().split("\n")).toHaveLength(6);
});

test("--env keeps a key whose gateway is reached by a private address, such as of a proxy", async () => {
  for (const host of ["10.1.2.3:8080", "192.168.0.7", "gateway.internal", "[fd00::1]:4010"]) {
    await writeFile(file(), `PAYMENTS_CHECKOUT_URL=http://${host}\nPAYMENTS_SECRET_KEY=live-key\n`);
    expect((await run()).text).toContain("\n# PAYMENTS_SECRET_KEY=live-key\nPAYMENTS_SECRET_KEY=");
  }
  await writeFile(file(), "PAYMENTS_CHECKOUT_URL=http://127.0.0.1:4010\nPAYMENTS_SECRET_KEY=old-local\n");
  expect((await run()).text).not.toContain("old-local");
});

test("--env changes no line inside a value of several lines", async () => {
  for (const quote of ['"', "'", "`"]) {
    const text = `TEXT=${quote}first\nPAYMENTS_SECRET_KEY=inside a text\nlast${quote}\n`;
    await writeFile(file(), `${text}PAYMENTS_SHOP_ID=77\n`);
    const { text: written, environment } = await run("--shop-id", "4821");
    expect(written.startsWith(`${text}# PAYMENTS_SHOP_ID=77\nPAYMENTS_SHOP_ID=4821\n`)).toBe(true);
    expect(environment["TEXT"]).toBe("first\nPAYMENTS_SECRET_KEY=inside a text\nlast");
  }
});

test("--env keeps the ends of lines and changes nothing the second time", async () => {
  await writeFile(file(), "PAYMENTS_SHOP_ID=77\r\nOTHER=1\r\n");
  const { text } = await run("--shop-id", "4821");
  expect(text).toMatch(/^# PAYMENTS_SHOP_ID=77\r\nPAYMENTS_SHOP_ID=4821\r\nOTHER=1\r\n/);
});
