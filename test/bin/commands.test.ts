import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand as runHere } from "../../src/cli/commands.ts";
import { BIN, runCommand } from "./start.ts";

test("--help lists the commands; without a command they are an error", async () => {
  const help = await runCommand("--help");
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toMatch(/^ {2}sandbox +runs a payment gateway on this machine/m);
  expect(help.stdout).toContain("payments-client COMMAND --help");
  expect(await runCommand("-h")).toStrictEqual(help);
  expect(await runCommand()).toStrictEqual({ code: 1, stdout: "", stderr: help.stdout });
});

test("an unknown command suggests the nearest one", async () => {
  const list = "payments-client --help lists the commands";
  const cases: [name: string, message: string][] = [
    ["sandbx", `there is no command sandbx. Did you mean sandbox? ${list}`],
    ["Sandbox", `there is no command Sandbox. Did you mean sandbox? ${list}`],
    ["deploy", `there is no command deploy. ${list}`],
    ["--port", `there is no command --port. ${list}`],
    ["", `there is no command . ${list}`],
  ];
  for (const [name, message] of cases) await expect(runHere([name]), name).rejects.toThrow(message);
  const stderr = `payments-client: ${cases[0]?.[1]}\n`;
  expect(await runCommand("sandbx")).toStrictEqual({ code: 1, stdout: "", stderr });
});

test("--version prints the package's version", async () => {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));
  for (const option of ["--version", "-v"]) {
    expect(await runCommand(option)).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
  }
});

test("an older Node is told which one is needed", async () => {
  const old = "delete Promise.withResolvers";
  const child = spawn(process.execPath, ["--import", `data:text/javascript,${old}`, BIN, "--help"]);
  let printed = "";
  child.stderr.on("data", (chunk) => {
    printed += chunk;
  });
  expect(await once(child, "close")).toStrictEqual([1, null]);
  expect(printed).toBe(`payments-client: Node 22 or newer is needed. This is ${process.version}\n`);
});
