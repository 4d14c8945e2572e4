import { createServer } from "node:http";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readArguments } from "../../src/cli/sandbox/arguments.ts";
import { greeting } from "../../src/cli/sandbox/greeting.ts";
import { terminalOf } from "../../src/cli/terminal.ts";
import { Sandbox } from "../../src/sandbox.ts";
import { aCheckout } from "../models/params.ts";
import { listen } from "../support/listen.ts";
import { SECOND_LOOPBACK } from "../support/second-loopback.ts";
import { runCommand, runToEnd, startSandbox } from "./start.ts";

test("the printed environment is all that a client needs, and Ctrl+C ends the sandbox", async () => {
  const account = ["--shop-id", "4821", "--secret-key", "a key $1"];
  const { environment, client, url, stop } = await startSandbox(...account);
  const { PAYMENTS_PUBLIC_KEY: publicKey, ...others } = environment;
  expect(others).toStrictEqual({
    PAYMENTS_SHOP_ID: "4821",
    PAYMENTS_SECRET_KEY: "a key $1",
    PAYMENTS_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    PAYMENTS_CHECKOUT_URL: url,
    PAYMENTS_GATEWAY_URL: url,
  });
  expect(publicKey).toMatch(/^[\w+/]{300,}={0,2}$/);
  expect(await client.products.list()).toStrictEqual([]);
  await stop("SIGINT");
  await expect(fetch(url)).rejects.toThrow("fetch failed");
});

test("--host sets the address to listen on, and --speed makes tokens expire faster by this factor", async () => {
  const { host, inUrl } = SECOND_LOOPBACK;
  const { client, url } = await startSandbox("--host", host, "--speed", "864000");
  expect(new URL(url).hostname).toBe(inUrl);
  await expect(fetch(url.replace(inUrl, "127.0.0.1"))).rejects.toThrow("fetch failed");
  const { token } = await client.checkouts.create(aCheckout);
  await expect.poll(() => client.checkouts.get(token)).toMatchObject({ expired: true, status: "error" });
});

test("--variant chooses what the gateway answers, and a wrong name or word is refused with the nearest", async () => {
  const { client } = await startSandbox("--variant", "freshToken=pending", "--variant", "page=v2");
  const { token, redirect_url } = await client.checkouts.create(aCheckout);
  expect(new URL(redirect_url).pathname).toBe("/v2/checkout");
  expect(await client.checkouts.get(token)).toMatchObject({ status: "pending", finished: false });
  for (const [value, problem] of [
    ["freshToken", "must be NAME=WORD, not freshToken."],
    ["freshToke=pending", "must not have freshToke. Did you mean freshToken?"],
    ["page=v3", "page must be widget, v2, checkout, not v3. Did you mean v2?"],
  ] as const) {
    expect(await runCommand("sandbox", "--variant", value)).toMatchObject({
      code: 1,
      stderr: `payments-client: --variant ${problem}\n`,
    });
  }
});

test("--host 0.0.0.0 prints the addresses under which other machines reach it", async () => {
  const { greeting } = await startSandbox("--host", "0.0.0.0");
  const [, port = ""] = /^PAYMENTS_BASE_URL=http:\/\/127\.0\.0\.1:(\d+)$/m.exec(greeting) ?? [];
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal);
  const printed = [...greeting.matchAll(/^ {2}network +(http:\S+)$/gm)].map(([, url]) => url);
  expect(printed).toStrictEqual(own.map(({ address }) => `http://${address}:${port}`));
  for (const url of printed) expect((await fetch(`${url}/products`)).status).toBe(401);
});

/** The commands in a greeting, as a user copies them. */
const commandsIn = (greeting: string): string[][] =>
  [...greeting.matchAll(/^ {2}npx payments-client (.+)$/gm)].map(([, args = ""]) => args.split(" "));

test.each([
  [[], "--port"],
  [["--public-url", "https://kim.tunnel.example"], "--port"],
  [["--host", SECOND_LOOPBACK.host], "--url"],
])("a printed command finds the gateway that printed it: %j", async (args, option) => {
  const { greeting, client } = await startSandbox(...args);
  const { token } = await client.checkouts.create(aCheckout);
  const [pay = [], orders = []] = commandsIn(greeting);
  expect([pay[2], orders[1]]).toStrictEqual([option, option]);
  const paid = await runCommand(...pay.map((arg) => (arg === "ORDER" ? token : arg)));
  expect(paid).toMatchObject({ code: 0, stdout: expect.stringContaining("Paid €129.00.") });
  expect(await runCommand(...orders)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\n1 order\n$/),
  });
});

test("at the default port, a printed command has no option", () => {
  const url = "http://127.0.0.1:4010";
  const { clientOptions } = new Sandbox();
  const server = { url, dashboardUrl: url, clientOptions, close: async () => undefined };
  const terminal = terminalOf(process, ["pay", "orders"]);
  const given = { server, lines: [], changes: undefined, addresses: [], waiting: 0, ...readArguments([]) };
  const printed = greeting(given, terminal);
  expect(printed).toMatch(/pay ORDER\n.* orders\n/);
});

test("links start with --public-url, and a token's status has --shop-name and --shop-url", async () => {
  const named = ["--shop-name", "Kim's Books", "--shop-url", "https://books.example"];
  const { client, url } = await startSandbox("--public-url", "https://kim.tunnel.example", ...named);
  const { token, redirect_url } = await client.checkouts.create(aCheckout);
  expect(redirect_url).toMatch(/^https:\/\/kim\.tunnel\.example\/widget\/hpp\.html\?token=/);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await client.checkouts.get(token)).toMatchObject({
    shop: { name: "Kim's Books", url: "https://books.example" },
  });
});

test("a port in use is named, with its user and the command for another port", async () => {
  await using taken = await listen(createServer((_, response) => response.end("{}")));
  const { port } = taken;
  const stderrOf = async (...args: string[]) => (await runCommand(...args)).stderr;
  expect(await stderrOf("sandbox", "--port", String(port))).toBe(
    `payments-client: Port ${port} is in use. Another program uses it. For another port: \`npx payments-client sandbox --port ${port + 1}\`.\n`,
  );
  const running = await startSandbox();
  const other = Number(new URL(running.url).port);
  const runs = `payments-client: Port ${other} is in use. A local gateway already runs at http://127.0.0.1:${other}. For another port: `;
  expect(await stderrOf("sandbox", "--port", String(other))).toBe(
    `${runs}\`npx payments-client sandbox --port ${other + 1}\`.\n`,
  );
  const shop = join(import.meta.dirname, "../check-shop/shop.check.ts");
  expect(await stderrOf("check-shop", shop, "--port", String(other))).toBe(
    `${runs}\`npx payments-client check-shop ${shop} --port ${other + 1}\`.\n`,
  );
  await running.stop();
});

test.each([
  [["--port", "http"], "--port must be a number from 0 to 65535, not http"],
  [["--port", "70000"], "--port must be a number from 0 to 65535, not 70000"],
  [["--speed", "fast"], "--speed must be a number, not fast"],
  [["--speed", "0"], "--speed must be a number, 0.001 or more"],
  [["--shop-id", "a:b"], "--shop-id must not contain a colon"],
  [["--secret-key="], "--secret-key must not be empty"],
  [["--shop-url", "books"], "--shop-url must be an absolute http or https URL"],
  [["--public-url", "https://kim.example/sandbox"], "--public-url must be an http or https origin without"],
  [["--prot", "1"], "There is no option --prot. Did you mean --port? --help lists the options."],
  [["--port"], "--port needs a value."],
  [["--quiet=3"], "--quiet takes no value."],
  [["--host", "--quiet"], "--host needs a value."],
  [
    ["--host", "192.0.2.1"],
    "--host 192.0.2.1 is not an address of this machine. Use 0.0.0.0 for all addresses",
  ],
  [["--host", "nowhere.invalid"], "--host nowhere.invalid: there is no host with this name"],
])("names an invalid argument: %j", async (args, message) => {
  const { code, stderr } = await runToEnd(...args);
  expect([code, stderr]).toStrictEqual([1, expect.stringContaining(message)]);
});
