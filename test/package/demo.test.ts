/** The package as it is packed: its files, its types, its exported names, and its demo. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { PaymentsClient } from "../../src/index.ts";
import { Sandbox } from "../../src/sandbox.ts";

const run = promisify(execFile);
const demo = join(import.meta.dirname, "../../examples/demo.ts");
const { NODE_COMPILE_CACHE } = process.env;

test("the demo shows every method, a payment with its notification, a client-side and a gateway error", async () => {
  const { stdout, stderr } = await run(process.execPath, [demo], { env: { NODE_COMPILE_CACHE } });
  const text = stripVTControlCharacters(stdout);
  expect(stderr).toBe("");
  expect(text).toContain("a sandbox on this machine");
  expect(text).toMatch(/payment link +http:\/\/127\.0\.0\.1:\d+\/products\/prd_[0-9a-f]{16}\/pay/);
  expect(text).toMatch(/payment page +http:\/\/127\.0\.0\.1:\d+\/widget\/hpp\.html\?token=[0-9a-f]{64}/);
  expect(text).toMatch(/notification +payment successful, order demo-\d+\n +outcome +paid\n +response +200/);
  expect(text).toMatch(/captured +100\.00 EUR, successful\n +voided +29\.00 EUR, successful/);
  expect(text).toMatch(
    /refunded +40\.00 EUR, successful\n +repeated +the same refund\n +lookup +refund successful/,
  );
  expect(text).toMatch(/charged +9\.90 EUR, successful\n +held +9\.90 EUR, successful/);
  expect(text).toMatch(/first payment +9\.90 BYN, successful, a uid of its own/);
  expect(text).toMatch(/second payment +9\.90 BYN, successful, a uid of its own\n +withdrawn +deleted/);
  expect(text).toContain("checkout.order.amount: must be an integer in minor units");
  expect(text).toContain("checkout.order.currency: is unknown");
});

test("the demo runs against the gateway of the environment, and prints that", async () => {
  const sandbox = new Sandbox({ shopId: "another-shop", secretKey: "another-key" });
  const server = await sandbox.listen();
  const env = {
    NODE_COMPILE_CACHE,
    PAYMENTS_SHOP_ID: "another-shop",
    PAYMENTS_SECRET_KEY: "another-key",
    PAYMENTS_BASE_URL: server.url,
    PAYMENTS_CHECKOUT_URL: server.url,
  };
  const { stdout } = await run(process.execPath, [demo], { env });
  expect(stdout).toContain("configured by PAYMENTS_*, in test mode");
  expect(stdout).toContain(server.url);
  expect(stdout).not.toContain("another-key");
  const [product] = await new PaymentsClient(sandbox.clientOptions).products.list();
  expect(product).toMatchObject({ name: "Annual pass", test: true });
  await server.close();
});
