import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { clientOf, endAll, environmentOf, runToEnd, start } from "./start.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "payments-client-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterAll(endAll);

const product = {
  name: "Annual pass",
  description: "One year",
  currency: "EUR",
  amount: 12900,
  quantity: 40,
  immortal: true,
};

test("the printed environment is all that a client needs", async () => {
  const child = start("--port", "0", "--shop-id", "4821", "--secret-key", "a key's $1");
  const environment = await environmentOf(child);
  expect(environment["PAYMENTS_SHOP_ID"]).toBe("4821");
  expect(environment["PAYMENTS_BASE_URL"]).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const options = { shopId: 4821, secretKey: "a key's $1", maxRetries: 0 };
  const [baseUrl, checkoutUrl] = [environment["PAYMENTS_BASE_URL"], environment["PAYMENTS_CHECKOUT_URL"]];
  expect(await new PaymentsClient({ ...options, baseUrl, checkoutUrl }).products.list()).toStrictEqual([]);
  child.kill("SIGTERM");
  expect(await once(child, "close")).toStrictEqual([0, null]);
});

test("a state file preserves everything across restarts, including the public key", async () => {
  const file = join(folder, "state.json");
  const first = start("--port", "0", "--state", file);
  const environment = await environmentOf(first);
  const created = await clientOf(environment).products.create(product);
  first.kill("SIGTERM");
  await once(first, "close");
  const second = start("--port", "0", "--state", file);
  const again = await environmentOf(second);
  expect(again["PAYMENTS_PUBLIC_KEY"]).toBe(environment["PAYMENTS_PUBLIC_KEY"]);
  expect(await clientOf(again).products.get(created.id)).toMatchObject({ name: "Annual pass", quantity: 40 });
  expect(await readFile(file, "utf8")).not.toContain(environment["PAYMENTS_SECRET_KEY"]);
  second.kill("SIGTERM");
  await once(second, "close");
});

test("a sandbox killed while writing leaves a complete file", async () => {
  const file = join(folder, "killed.json");
  for (let round = 0; round < 3; round += 1) {
    const child = start("--port", "0", "--state", file);
    const client = clientOf(await environmentOf(child));
    const calls: Promise<unknown>[] = [];
    for (let batch = 0; batch < 5; batch += 1) {
      calls.push(...Array.from({ length: 40 }, () => client.products.create(product)));
      await calls.at(-40);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    child.kill("SIGKILL");
    await Promise.allSettled(calls);
    expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ version: 1 });
  }
  const last = start("--port", "0", "--state", file);
  expect((await clientOf(await environmentOf(last)).products.list()).length).toBeGreaterThan(0);
  last.kill("SIGTERM");
  await once(last, "close");
  expect(
    (await readdir(folder)).filter((name) => /^killed\.json(?!\.[0-9a-f]{8}\.tmp$)./.test(name)),
  ).toStrictEqual([]);
});

test("a state file in a missing folder is refused at start", async () => {
  const file = join(folder, "nowhere", "state.json");
  const { code, stderr } = await runToEnd("--port", "0", "--state", file);
  expect({ code, stderr }).toStrictEqual({
    code: 1,
    stderr: `payments-client: --state ${file}: the folder does not exist or is not writable\n`,
  });
});

test("a port in use is named, with the option to change it", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const { code, stderr } = await runToEnd("--port", port);
  server.close();
  expect({ code, stderr }).toStrictEqual({
    code: 1,
    stderr: `payments-client: port ${port} is taken; choose another with --port\n`,
  });
});

test.each([
  [["--port", "http"], "--port must be a number from 0 to 65535, not http"],
  [["--port", "4010x"], "--port must be a number from 0 to 65535, not 4010x"],
  [["--port", "x4010"], "--port must be a number from 0 to 65535, not x4010"],
  [["--port", "70000"], "--port must be a number from 0 to 65535, not 70000"],
  [["--speed", "fast"], "--speed must be a number, not fast"],
  [["--speed", "0"], "--speed must be a number, 0.001 or more"],
  [["--shop-id", "a:b"], "--shop-id must not contain a colon"],
  [["--secret-key="], "--secret-key must not be empty"],
  [["--prot", "1"], "there is no option --prot. Did you mean --port? --help lists the options"],
  [["--publicUrl", "x"], "there is no option --publicUrl. Did you mean --public-url?"],
  [["--zzzzzzzz"], "there is no option --zzzzzzzz. --help lists the options"],
  [["--host", "192.0.2.1"], "--host 192.0.2.1 is not an address of this machine; 0.0.0.0 stands for all"],
  [["--host", "nowhere.invalid"], "--host nowhere.invalid: there is no host with this name"],
])("names an invalid argument: %j", async (args, message) => {
  const { code, stderr } = await runToEnd(...args);
  expect(code).toBe(1);
  expect(stderr).toContain(`payments-client: ${message}`);
  expect(stderr).not.toContain("    at ");
});

test("--help lists every option", async () => {
  const { code, stdout } = await runToEnd("--help");
  expect(code).toBe(0);
  for (const option of ["port", "host", "shop-id", "secret-key", "speed", "state"])
    expect(stdout).toContain(`--${option} `);
});
