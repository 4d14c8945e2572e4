import { link, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { networkInterfaces, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox/index.ts";
import { clientOf, endAll, environmentOf, greetingOf, runToEnd, start, stop } from "./start.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payments-client-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterAll(endAll);

const order = { amount: 12900, currency: "EUR", description: "Annual pass" };

test("--host sets the address to listen on", async () => {
  const child = start("--port", "0", "--host", "127.0.0.2");
  const { PAYMENTS_BASE_URL: url = "" } = await environmentOf(child);
  expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+$/);
  expect((await fetch(`${url}/products`)).status).toBe(401);
  await expect(fetch(url.replace("127.0.0.2", "127.0.0.1"))).rejects.toThrow("fetch failed");
  await stop(child);
});

test("--speed makes tokens expire faster by this factor", async () => {
  const child = start("--port", "0", "--speed", "864000");
  const client = clientOf(await environmentOf(child));
  const { token } = await client.checkouts.create({ transaction_type: "payment", order });
  await expect.poll(() => client.checkouts.get(token)).toMatchObject({ expired: true, status: "error" });
  await stop(child);
});

test("prints every environment variable, and Ctrl+C ends the process", async () => {
  const child = start("--port", "0", "--shop-id", "77");
  const { PAYMENTS_PUBLIC_KEY: publicKey, ...environment } = await environmentOf(child);
  const { PAYMENTS_BASE_URL: url = "" } = environment;
  expect(environment).toStrictEqual({
    PAYMENTS_SHOP_ID: "77",
    PAYMENTS_SECRET_KEY: "sandbox-secret-key",
    PAYMENTS_BASE_URL: url,
    PAYMENTS_CHECKOUT_URL: url,
    PAYMENTS_GATEWAY_URL: url,
  });
  expect(publicKey).toMatch(/^[\w+/]{300,}={0,2}$/);
  expect(await stop(child, "SIGINT")).toBe(0);
});

test("the state file is readable by its owner only and is replaced at each change", async () => {
  const file = join(folder, "state.json");
  const child = start("--port", "0", "--state", file);
  const client = clientOf(await environmentOf(child));
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain('"version":1');
  const before = await readFile(file, "utf8");
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // A hard link to the old file keeps the old content when a new file replaces it.
  await link(file, join(folder, "before.json"));
  const { token } = await client.checkouts.create({ transaction_type: "payment", order });
  await expect.poll(() => readFile(file, "utf8")).toContain(token);
  expect(await readFile(join(folder, "before.json"), "utf8")).toBe(before);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  await stop(child);
});

test("the last change is saved before the process ends", async () => {
  const file = join(folder, "last.json");
  const child = start("--port", "0", "--state", file);
  const client = clientOf(await environmentOf(child));
  const tokens = await Promise.all(
    Array.from({ length: 20 }, () => client.checkouts.create({ transaction_type: "payment", order })),
  );
  await stop(child);
  const text = await readFile(file, "utf8");
  for (const { token } of tokens) expect(text).toContain(token);
});

test("--host 0.0.0.0 prints the addresses under which other machines reach it", async () => {
  const child = start("--port", "0", "--host", "0.0.0.0");
  const greeting = await greetingOf(child);
  const [, port = ""] = /^PAYMENTS_BASE_URL=http:\/\/127\.0\.0\.1:(\d+)$/m.exec(greeting) ?? [];
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === "IPv4" && !internal);
  const printed = [...greeting.matchAll(/^ {2}network +(http:\S+)$/gm)].map(([, url]) => url);
  expect(printed).toStrictEqual(own.map(({ address }) => `http://${address}:${port}`));
  for (const url of printed) expect((await fetch(`${url}/products`)).status).toBe(401);
  await stop(child);
});

test("-h is --help, and an empty --state is refused", async () => {
  expect(await runToEnd("-h")).toMatchObject({ code: 0, stdout: expect.stringContaining("--port PORT") });
  expect(await runToEnd("--state=")).toMatchObject({
    code: 1,
    stderr: "payments-client: --state must not be empty\n",
  });
});

test("links start with --public-url, and requests to it are answered", async () => {
  const child = start("--port", "0", "--public-url", "https://kim.tunnel.example");
  const environment = await environmentOf(child);
  const { redirect_url } = await clientOf(environment).checkouts.create({
    transaction_type: "payment",
    order,
  });
  expect(redirect_url).toMatch(/^https:\/\/kim\.tunnel\.example\/v2\/checkout\?token=/);
  expect(environment["PAYMENTS_BASE_URL"]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await stop(child);
});

test("with --public-url, a saved repeat that is due is not posted into a private network", async () => {
  const sandbox = new Sandbox({ deliver: async () => new Response(null, { status: 500 }) });
  const { token } = await new PaymentsClient(sandbox.clientOptions).checkouts.create({
    transaction_type: "payment",
    order,
    settings: { notification_url: "http://0.0.0.0:9/notify" },
  });
  await sandbox.pay(token);
  const state = JSON.parse(JSON.stringify(await sandbox.state()));
  state.deliveries[0].nextAttemptAt = new Date().toISOString();
  const file = join(folder, "due.json");
  await writeFile(file, JSON.stringify(state));
  const child = start("--port", "0", "--public-url", "https://kim.tunnel.example", "--state", file);
  await environmentOf(child);
  await expect
    .poll(async () => JSON.parse(await readFile(file, "utf8")).deliveries[0].answers)
    .toMatchObject([{ status: 500 }, { error: expect.stringContaining("refused: 0.0.0.0 is in a private") }]);
  await stop(child);
});

test("with --public-url the secret key is random, unless it is given", async () => {
  const keyOf = async (...args: string[]) => {
    const child = start("--port", "0", ...args);
    const { PAYMENTS_SECRET_KEY } = await environmentOf(child);
    await stop(child);
    return PAYMENTS_SECRET_KEY;
  };
  const address = ["--public-url", "https://kim.tunnel.example"];
  const keys = await Promise.all([keyOf(...address), keyOf(...address)]);
  expect(keys).toStrictEqual([expect.stringMatching(/^[\w-]{32}$/), expect.stringMatching(/^[\w-]{32}$/)]);
  expect(keys[0]).not.toBe(keys[1]);
  expect(await keyOf(...address, "--secret-key", "mine")).toBe("mine");
  expect(await keyOf()).toBe("sandbox-secret-key");
});

test("--shop-name and --shop-url appear in a token's status", async () => {
  const child = start("--port", "0", "--shop-name", "Kim's Books", "--shop-url", "https://books.example");
  const client = clientOf(await environmentOf(child));
  const { token } = await client.checkouts.create({ transaction_type: "payment", order });
  expect(await client.checkouts.get(token)).toMatchObject({
    shop: { name: "Kim's Books", url: "https://books.example" },
  });
  await stop(child);
});

test("an invalid URL is refused with the name of its option", async () => {
  const cases: [args: string[], message: string][] = [
    [
      ["--public-url", "https://kim.example/sandbox"],
      "--public-url must be an http or https origin without a path",
    ],
    [["--public-url", "kim.example"], "--public-url must be an http or https origin without a path"],
    [["--shop-url", "books"], "--shop-url must be an absolute http or https URL"],
    [["--public-url="], "--public-url must not be empty"],
    [["--shop-name="], "--shop-name must not be empty"],
  ];
  for (const [args, message] of cases) {
    const { code, stderr } = await runToEnd("--port", "0", ...args);
    expect({ code, stderr }, args.join(" ")).toStrictEqual({
      code: 1,
      stderr: expect.stringContaining(message),
    });
  }
});
