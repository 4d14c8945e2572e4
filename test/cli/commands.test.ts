import { readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { expect, test } from "vitest";
import { BIN, runAs, runCommand } from "./start.ts";

test("--help lists the commands; without a command they are an error", async () => {
  const help = await runCommand("--help");
  expect(help).toMatchObject({ code: 0, stderr: "" });
  expect(help.stdout).toMatch(/^ {2}sandbox +runs a payment gateway on this machine/m);
  expect(help.stdout).toContain("npx payments-client COMMAND [OPTIONS]");
  for (const group of [
    "Develop:\n  init ",
    "Go live:\n  check ",
    "Examples:\n  npx payments-client init shop           writes",
  ])
    expect(help.stdout).toContain(group);
  for (const args of [["-h"], ["help"]]) expect(await runCommand(...args)).toStrictEqual(help);
  expect(await runCommand()).toStrictEqual({ code: 1, stdout: "", stderr: help.stdout });
});

test("an unknown command suggests the nearest one", async () => {
  const list = "`npx payments-client help` lists the commands.";
  const cases: [name: string, message: string][] = [
    ["sandbx", `There is no command sandbx. Did you mean sandbox? ${list}`],
    ["Sandbox", `There is no command Sandbox. Did you mean sandbox? ${list}`],
    ["deploy", `There is no command deploy. ${list}`],
    ["--port", `There is no command --port. ${list}`],
    ["", `There is no command . ${list}`],
  ];
  for (const [name, message] of cases)
    expect(await runCommand(name)).toStrictEqual({
      code: 1,
      stdout: "",
      stderr: `payments-client: ${message}\n`,
    });
});

test("help COMMAND, COMMAND --help and help of an unknown command", async () => {
  for (const name of ["sandbox", "pay", "orders", "resend", "check", "check-shop", "help", "version"]) {
    const help = await runCommand("help", name);
    expect([name, help.code, help.stderr]).toStrictEqual([name, 0, ""]);
    expect(help.stdout).toMatch(new RegExp(`^npx payments-client ${name}\\b`));
    expect(await runCommand(name, "--help")).toStrictEqual(help);
  }
  expect(await runCommand("help", "oders")).toMatchObject({
    code: 1,
    stderr:
      "payments-client: There is no command oders. Did you mean orders? `npx payments-client help` lists the commands.\n",
  });
});

test("errors are JSON with --json, with a code for scripts", async () => {
  const cases: [args: string[], code: string, message: string][] = [
    [["pya"], "usage", "There is no command pya"],
    [
      ["pay"],
      "usage",
      "Name one payment token, product or order, such as `npx payments-client pay 1007`. `npx payments-client orders` lists the orders.",
    ],
    [["pay", "x", "--prot", "1"], "usage", "There is no option --prot"],
    [
      ["pay", "x", "--port", "1", "--url", "http://127.0.0.1:1"],
      "usage",
      "Use --port or --url, but not both.",
    ],
    [["orders", "--port", "1"], "no_gateway", "Start one with `npx payments-client sandbox`"],
    [["check", "--env", "/nowhere/.env"], "failed", "--env /nowhere/.env cannot be read"],
    [["resend"], "usage", "Name one notification or order, such as `npx payments-client resend 1007`."],
    [["resend", "--port", "4011"], "usage", "such as `npx payments-client resend 1007 --port 4011`."],
    [["pay", "--port", "4011"], "usage", "`npx payments-client orders --port 4011` lists the orders."],
  ];
  for (const [args, code, message] of cases) {
    const { code: status, stdout, stderr } = await runCommand(...args, "--json");
    expect([args, status, stderr]).toStrictEqual([args, 1, ""]);
    expect([args, JSON.parse(stdout)]).toStrictEqual([
      args,
      { error: { code, message: expect.stringContaining(message) } },
    ]);
  }
});

test("commands are printed the way the user started them", async () => {
  const [globally, locally] = ["/usr/bin/payments-client", "/shop/node_modules/.bin/payments-client"];
  for (const [expected, environment, script] of [
    ["npx payments-client", { npm_config_user_agent: "npm/11.6.0 node/v24.0.0" }, BIN],
    ["pnpm exec payments-client", { npm_config_user_agent: "pnpm/10.1.0 npm/?" }, BIN],
    ["yarn payments-client", { npm_config_user_agent: "yarn/4.9.0" }, BIN],
    ["bunx payments-client", { npm_config_user_agent: "bun/1.2.0" }, BIN],
    ["payments-client", {}, globally],
    ["npx payments-client", {}, locally],
    [`node ${relative(process.cwd(), BIN)}`, {}, BIN],
  ] as const)
    expect((await runAs({ args: ["help"], env: environment, script })).stdout.split(" COMMAND", 1)[0]).toBe(
      expected,
    );
});

test("version and --version print the package's version", async () => {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));
  for (const option of ["--version", "-v", "version"]) {
    expect(await runCommand(option)).toMatchObject({ code: 0, stdout: `${manifest.version}\n` });
  }
});
