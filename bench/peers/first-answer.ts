/** The CPU and wall time of a cold start, from the start of a process to its first response, bundled and not bundled. */
import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { type Group, inTurn } from "./group.ts";

const ROUNDS = 20;

const server = fork(new URL("./server.ts", import.meta.url));
const [port] = await once(server, "message");
// In this folder, so that the programs can import the packages.
const folder = mkdtempSync(join(import.meta.dirname, ".tmp-"));

const client = `import { PaymentsClient } from "../../../dist/index.js";
  const baseUrl = "http://127.0.0.1:${port}";
  const payments = new PaymentsClient({ shopId: 1, secretKey: "secret", baseUrl, checkoutUrl: baseUrl });
  await payments.products.get("prd_7c1e04b29f3a5d68");`;

const stripe = `import Stripe from "stripe";
  const httpClient = Stripe.createFetchHttpClient();
  const options = { httpClient, protocol: "http", host: "127.0.0.1", port: ${port}, telemetry: false };
  await new Stripe("sk_test_secret", options).rawRequest("GET", "/v2/products");`;

const openai = `import OpenAI from "openai";
  await new OpenAI({ apiKey: "secret", baseURL: "http://127.0.0.1:${port}" }).get("/products");`;

const fetched = `await (await fetch("http://127.0.0.1:${port}/products")).json();`;

const programs = { fetch: fetched, "payments-client": client, "stripe, fetch": stripe, openai };

/** Milliseconds of CPU and of wall time from the start of the process to its response. */
const startOf = (file: string) => async (): Promise<readonly number[]> =>
  JSON.parse(execFileSync(process.execPath, [file], { encoding: "utf8" }));

const PRINT = `const { user, system } = process.cpuUsage();
  console.log(JSON.stringify([(user + system) / 1000, performance.now()]));`;

const unbundled: Record<string, () => Promise<readonly number[]>> = {};
const bundled: Record<string, () => Promise<readonly number[]>> = {};
for (const [name, program] of Object.entries(programs)) {
  const source = join(folder, `${name.replace(/\W+/g, "-")}.mjs`);
  writeFileSync(source, `${program}\n${PRINT}`);
  unbundled[name] = startOf(source);
  const outfile = source.replace(".mjs", ".bundle.mjs");
  const banner = {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
  };
  await build({
    entryPoints: [source],
    outfile,
    banner,
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    logLevel: "error",
  });
  bundled[name] = startOf(outfile);
}

const [bundledCpu = {}, bundledWall = {}] = await inTurn(bundled, ROUNDS);
const [unbundledCpu = {}, unbundledWall = {}] = await inTurn(unbundled, ROUNDS);
rmSync(folder, { recursive: true });
server.kill();
const who = "payments-client";
const targets = [{ who, times: 1, of: "stripe, fetch" }];
const title = "Process start to first answer";
const groups: Group[] = [
  { title: `${title}, bundled by esbuild, ms of CPU`, rows: bundledCpu, targets },
  { title: `${title}, bundled by esbuild, ms`, rows: bundledWall },
  { title: `${title}, not bundled, ms of CPU`, rows: unbundledCpu, targets },
  { title: `${title}, not bundled, ms`, rows: unbundledWall },
];
process.send?.(groups);
