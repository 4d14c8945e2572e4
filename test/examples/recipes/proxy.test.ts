import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { SECRET_KEY, SHOP_ID } from "../../support/gateway.ts";
import { openProxy } from "./open-proxy.ts";
import { openTlsGateway } from "./open-tls-gateway.ts";

const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, "list-products.ts");
const CA = join(import.meta.dirname, "../../quality/faults/certificates/ca.pem");

/** Runs a merchant's process, and returns the number of products that it received. */
async function listProducts(
  url: string,
  env: Record<string, string>,
  flags: readonly string[] = [],
): Promise<number> {
  const { stdout } = await run(process.execPath, [...flags, PROGRAM], {
    env: {
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      PAYMENTS_SHOP_ID: SHOP_ID,
      PAYMENTS_SECRET_KEY: SECRET_KEY,
      PAYMENTS_BASE_URL: url,
      PAYMENTS_CHECKOUT_URL: url,
      NODE_EXTRA_CA_CERTS: CA,
      ...env,
    },
  });
  return Number(stdout);
}

test("with Node's environment variables, calls go through the proxy, except for hosts in NO_PROXY", async () => {
  await using gateway = await openTlsGateway();
  const tunnel = expect.objectContaining({ method: "CONNECT", target: gateway.url.slice("https://".length) });
  for (const { env, flags, asked } of [
    { env: { NODE_USE_ENV_PROXY: "1" }, asked: [tunnel] },
    { env: {}, flags: ["--use-env-proxy"], asked: [tunnel] },
    { env: { NODE_USE_ENV_PROXY: "1", NO_PROXY: "localhost" }, asked: [] },
    { env: {}, asked: [] },
  ]) {
    await using proxy = await openProxy();
    const variables = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, ...env };
    expect(await listProducts(gateway.url, variables, flags)).toBe(1);
    expect(proxy.asked, JSON.stringify({ env, flags })).toStrictEqual(asked);
  }
  expect(gateway.clients).toHaveLength(4);
});

test("Node's environment variables have no effect in a file for --env-file", async () => {
  await using gateway = await openTlsGateway();
  await using proxy = await openProxy();
  const folder = await mkdtemp(join(import.meta.dirname, ".tmp-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "env");
  await writeFile(file, `NODE_USE_ENV_PROXY=1\nHTTPS_PROXY=http://127.0.0.1:${proxy.port}\n`);
  expect(await listProducts(gateway.url, {}, [`--env-file=${file}`])).toBe(1);
  expect(proxy.asked).toStrictEqual([]);
});

test("with undici's ProxyAgent, calls of that client go through the proxy, with its password", async () => {
  await using gateway = await openTlsGateway();
  await using proxy = await openProxy();
  expect(await listProducts(gateway.url, { PROXY: `http://kim:pass@127.0.0.1:${proxy.port}` })).toBe(1);
  expect(proxy.asked).toStrictEqual([
    {
      method: "CONNECT",
      target: gateway.url.slice("https://".length),
      authorization: `Basic ${btoa("kim:pass")}`,
    },
  ]);
});
