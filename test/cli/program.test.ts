/** The built command, in a process of its own. All other tests run the commands in the process of the test. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { endlessProduct } from "../models/params.ts";
import { BIN, clientOf, environmentIn, npx, startSandbox, useFolder } from "./start.ts";

const inFolder = useFolder();

/** The last line of the greeting. A terminal has `\r\n`. */
const LAST = /PAYMENTS_PUBLIC_KEY=\S+(?:\r?\n){2}/;

function start(command: string, ...args: string[]) {
  const { NO_COLOR: _, FORCE_COLOR: __, CI: ___, ...env } = npx();
  const child = spawn(command, args, { env: { ...env, TERM: "xterm-256color" } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  const ended = once(child, "close");
  return {
    child,
    ended,
    stderr: text(child.stderr),
    greeting: async () => {
      await expect.poll(() => printed).toMatch(LAST);
      return printed.replaceAll("\r", "");
    },
  };
}

test("in a terminal, the greeting has colors and 80 columns, and Ctrl+C ends the sandbox", async () => {
  const command = `stty cols 80 rows 24; exec '${process.execPath}' '${BIN}' sandbox --port 0`;
  const { child, ended, greeting } = start("script", "-qec", command, "/dev/null");
  const printed = await greeting();
  expect(printed).toContain("\u001b[90mPAYMENTS_PUBLIC_KEY=");
  const wide = stripVTControlCharacters(printed)
    .split("\n")
    .filter((line) => line.length > 80);
  expect(wide).toStrictEqual([expect.stringMatching(/^PAYMENTS_PUBLIC_KEY=/)]);
  child.stdin.write("\u0003");
  expect(await ended).toStrictEqual([0, null]);
});

test("a sandbox killed while writing leaves a complete file, with its key and without the secret key", async () => {
  const file = inFolder("state.json");
  const { child, ended, greeting } = start(process.execPath, BIN, "sandbox", "--port", "0", "--state", file);
  const environment = environmentIn(await greeting());
  const { products } = clientOf(environment);
  const calls = Array.from({ length: 100 }, () => products.create(endlessProduct));
  await Promise.any(calls);
  await expect.poll(() => readFile(file, "utf8")).toContain("prd_");
  child.kill("SIGKILL");
  await Promise.allSettled([ended, ...calls]);
  const saved = JSON.parse(await readFile(file, "utf8"));
  expect(saved.products.length).toBeGreaterThan(0);
  const { client, publicKey, stop, warned } = await startSandbox("--state", file);
  expect(await client.products.list()).toHaveLength(saved.products.length);
  const { id } = await client.products.create(endlessProduct);
  await stop();
  expect([warned(), publicKey]).toStrictEqual(["", environment["PAYMENTS_PUBLIC_KEY"]]);
  const written = await readFile(file, "utf8");
  expect(written).toContain(id);
  expect(written).not.toContain(environment["PAYMENTS_SECRET_KEY"]);
  const others = (await readdir(inFolder())).filter(
    (name) => !/^state\.json(?:\.\d+\.[0-9a-f]{8}\.tmp)?$/.test(name),
  );
  expect(others).toStrictEqual([]);
});

test("an older Node is told which one is needed", async () => {
  const old = "data:text/javascript,delete Promise.withResolvers";
  const { ended, stderr } = start(process.execPath, "--import", old, BIN, "--help");
  expect(await ended).toStrictEqual([1, null]);
  expect(await stderr).toBe(`payments-client: Node 22 or newer is needed. This is ${process.version}.\n`);
});

const WITHOUT_IPV4 = "ip link set lo up && ip addr del 127.0.0.1/8 dev lo";
const inNamespace = (command: string): string[] => ["-rn", "sh", "-c", `${WITHOUT_IPV4} && ${command}`];

// Only Linux has network namespaces, and a container may forbid them.
test.runIf(spawnSync("unshare", inNamespace("true")).status === 0)(
  "without 127.0.0.1 on the machine, --host is named",
  () => {
    const sandbox = `"${process.execPath}" "${BIN}" sandbox --port 0`;
    const { status, stderr } = spawnSync("unshare", inNamespace(sandbox), { encoding: "utf8", env: npx() });
    expect([status, stderr]).toStrictEqual([
      1,
      "payments-client: This machine has no address 127.0.0.1. Choose another address with --host, such as ::1.\n",
    ]);
  },
);
