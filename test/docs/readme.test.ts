/** Every block of README.md, saved and run as a reader does. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { runCommand } from "../cli/start.ts";
import { freePort } from "../support/free-port.ts";
import { blockWith, readme } from "../support/readme.ts";

const ROOT = join(import.meta.dirname, "../..");

// Inside the package, so that it can import itself by name.
const folder = await mkdtemp(join(ROOT, "test", ".tmp-readme-"));
const started: ChildProcess[] = [];
const [gatewayPort, shopPort] = [await freePort(), await freePort()];

afterAll(async () => {
  for (const child of started) child.kill();
  await rm(folder, { recursive: true, force: true });
});

/** Starts a program in the folder, and collects what it prints. */
function start(...args: string[]): {
  readonly printed: () => string;
  readonly ended: Promise<number | null>;
  readonly kill: () => void;
} {
  // Node 22 warns that its SQLite is experimental.
  const env = { ...process.env, NODE_NO_WARNINGS: "1", TMPDIR: folder };
  const child = spawn(process.execPath, args, { cwd: folder, env });
  started.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (text += chunk));
  return {
    printed: () => text,
    ended: new Promise((resolve) => child.once("close", resolve)),
    kill: () => child.kill("SIGKILL"),
  };
}

const runFile = async (name: string, code: string): Promise<string> => {
  await writeFile(join(folder, name), code);
  const { printed, ended } = start("--env-file=.env", name);
  await ended;
  return printed();
};

const command = async (...args: string[]): Promise<string> =>
  (await runCommand(...args, "--url", `http://127.0.0.1:${gatewayPort}`)).stdout;

beforeAll(async () => {
  const port = ["--port", String(gatewayPort)];
  const gateway = start(join(ROOT, "dist/cli/payments-client.js"), "sandbox", "--env", ".env", ...port);
  await vi.waitFor(() => expect(gateway.printed()).toContain("dashboard"), { timeout: 45_000 });
});

const linesBefore = (text: string): number => readme.slice(0, readme.indexOf(text)).split("\n").length;

test("has at most 800 words, and a paid order within 30 lines", () => {
  // As `wc -w` counts, tables and code included.
  expect(readme.match(/\S+/g)?.length).toBeLessThanOrEqual(800);
  expect(linesBefore("Press **Buy**")).toBeLessThanOrEqual(30);
});

test("the first commands are the scripts and the names of the starter", async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, "examples/starter/package.json"), "utf8"));
  expect(blockWith(" init ")).toBe("npx payments-client init shop\ncd shop\nnpm install\nnpm run dev\n");
  expect(scripts).toHaveProperty("dev");
  expect(blockWith("npm run check")).toBe("npm run check\n");
  expect(scripts).toHaveProperty("check");
});

test("the program is paid, and reviews a notification with another amount", async () => {
  const code = blockWith("createServer(toNodeListener(notify))").replaceAll("3001", String(shopPort));
  await writeFile(join(folder, "pay.mjs"), code);
  const shop = start("--env-file=.env", "pay.mjs");
  await expect.poll(shop.printed, { timeout: 45_000 }).toMatch(/^Pay here: http\S+token=\w+\n$/);
  await command("pay", "1007");
  await expect.poll(shop.printed).toMatch(/\nOrder 1007 is paid\n$/);
  expect(blockWith("resend")).toBe("npx payments-client resend 1007 --as wrong_amount\n");
  await command("resend", "1007", "--as", "wrong_amount");
  await expect
    .poll(shop.printed)
    .toMatch(/\nPayment \S+ needs review: This payment already paid the order\. .+\n$/);
  expect(shop.printed().match(/is paid/g)).toHaveLength(1);
});

test("the error names the field", async () => {
  expect(await runFile("errors.mjs", blockWith("catch (error)"))).toMatch(
    /order\.amount.* must be .* no true\n$/s,
  );
});
