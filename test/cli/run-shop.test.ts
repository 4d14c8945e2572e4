/** `sandbox --run`, in a process of its own, because signals end it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { BIN, npx, runToEnd, useFolder } from "./start.ts";

const inFolder = useFolder();

/** A shop that starts a process of its own, and prints what both of them see. */
const SHOP = `
  const { spawn } = require("node:child_process");
  const { pid } = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  console.log("pids=" + process.pid + "," + pid);
  console.log("url=" + process.env.PAYMENTS_BASE_URL, process.env.OWN);
  setInterval(() => {}, 1000);
`;
// Both listen before they print: the test signals as soon as it reads the url.
/** Calls the gateway before it ends. */
const POLITE = `
  process.on("SIGINT", async () => {
    const { status } = await fetch(process.env.PAYMENTS_BASE_URL + "/products");
    console.log("last call", status);
    process.exit();
  });
  ${SHOP}`;
const STUBBORN = `process.on("SIGINT", () => console.log("stays")); ${SHOP}`;

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Starts a gateway with a shop. The command of a shop is one that a shell understands on each system. */
async function run(code: string) {
  await writeFile(inFolder("shop.cjs"), code);
  const command = `"${process.execPath}" shop.cjs`;
  const args = [BIN, "sandbox", "--port", "0", "--state", "state.json", "--run", command];
  const child = spawn(process.execPath, args, { cwd: inFolder(), env: { ...npx(), OWN: "kept" } });
  onTestFinished(() => void child.kill("SIGTERM"));
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed += chunk;
    });
  const ended = once(child, "close");
  await expect.poll(() => printed).toMatch(/url=/);
  const pids = (/pids=(\d+),(\d+)/.exec(printed) ?? []).slice(1).map(Number);
  onTestFinished(() => {
    for (const pid of pids) if (isRunning(pid)) process.kill(pid, "SIGKILL");
  });
  return { child, ended, pids, printed: () => printed };
}

test("the shop gets the variables of the gateway and of the shell", async () => {
  const { printed } = await run(SHOP);
  expect(printed()).toMatch(/^url=http:\/\/127\.0\.0\.1:\d+ kept$/m);
  // The gateway listens, and is introduced, before the shop starts.
  expect(printed().indexOf("dashboard")).toBeLessThan(printed().indexOf("pids="));
});

test.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
  "%s ends the gateway, the shop and what the shop has started, and saves the state",
  async (signal) => {
    const { child, ended, pids } = await run(SHOP);
    expect(pids.map(isRunning)).toEqual([true, true]);
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
    expect(JSON.parse(await readFile(inFolder("state.json"), "utf8"))).toHaveProperty("orders");
  },
);

test("the gateway answers the last calls of the shop, and only then ends", async () => {
  const { child, ended, printed } = await run(POLITE);
  child.kill("SIGINT");
  await ended;
  expect(printed()).toContain("last call 401");
});

test("a second Ctrl+C kills a shop that does not end", async () => {
  const { child, ended, pids, printed } = await run(STUBBORN);
  child.kill("SIGINT");
  await expect.poll(printed).toContain("stays");
  expect(child.exitCode).toBeNull();
  child.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
});

test("the gateway ends with its shop, with the same status, and ends what the shop has left", async () => {
  const { ended, pids } = await run(`${SHOP} setTimeout(() => process.exit(7), 100)`);
  expect(await ended).toEqual([7, null]);
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
});

test("--run needs a command", async () => {
  expect(await runToEnd("--run", "")).toMatchObject({
    code: 1,
    stderr: "payments-client: --run must not be empty.\n",
  });
});
