import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { Sandbox } from "../../src/sandbox/index.ts";
import { BIN, clientOf, endAll, environmentOf, greetingOf, runToEnd, start } from "./start.ts";

let folder = "";
let file = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payments-client-"));
  file = join(folder, "state.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(endAll);

const product = {
  name: "Pass",
  description: "Entry",
  currency: "EUR",
  amount: 100,
  infinite: true,
  immortal: true,
};

/** Starts a sandbox and waits until it has printed its environment. */
async function run(...args: string[]) {
  const child = start("--port", "0", "--state", file, ...args);
  let warned = "";
  child.stderr?.on("data", (chunk) => {
    warned += chunk;
  });
  const client = clientOf(await environmentOf(child));
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    await once(child, "close");
  };
  return { client, stop, pid: child.pid, warned: () => warned };
}

test("a second process on the same file is refused and changes nothing", async () => {
  const { client, stop, pid } = await run();
  const { id } = await client.products.create(product);
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain(id);
  const before = await readFile(file, "utf8");
  expect(await runToEnd("--port", "0", "--state", file)).toMatchObject({
    code: 1,
    stderr: `payments-client: ${file} is in use by process ${pid}; end that one, or choose another file. If that is not a sandbox, delete ${file}.lock\n`,
  });
  expect(await readFile(file, "utf8")).toBe(before);
  await stop();
  expect(await readdir(folder)).toStrictEqual(["state.json"]);
});

test("the lock of a killed process is taken over", async () => {
  const first = await run();
  const { id } = await first.client.products.create(product);
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain(id);
  await first.stop("SIGKILL");
  expect(await readdir(folder)).toContain("state.json.lock");
  const second = await run();
  expect(await second.client.products.get(id)).toMatchObject({ name: "Pass" });
  await second.stop();
});

test("a lock that was taken over keeps the next process out", async () => {
  const first = await run();
  await first.stop("SIGKILL");
  const second = await run();
  expect(await runToEnd("--port", "0", "--state", file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`${file} is in use by process ${second.pid}`),
  });
  await second.stop();
});

test("the lock of a process that had the same number is taken over, as after a crash in a container", async () => {
  const script = `echo $$ > "$0.lock"; exec "${process.execPath}" "${BIN}" sandbox --port 0 --state "$0"`;
  const child = spawn("sh", ["-c", script, file], { stdio: ["ignore", "pipe", "pipe"] });
  expect(await greetingOf(child)).toContain(file);
  expect(await readFile(`${file}.lock`, "utf8")).toBe(String(child.pid));
  child.kill("SIGTERM");
  await once(child, "close");
});

test("a state file that is a symbolic link is refused", async () => {
  const target = join(folder, "target.json");
  await writeFile(target, "{}");
  await symlink(target, file);
  expect(await runToEnd("--port", "0", "--state", file)).toMatchObject({
    code: 1,
    stderr: `payments-client: --state ${file} is a symbolic link; name the file that it leads to\n`,
  });
  expect(await readdir(folder)).toStrictEqual(["state.json", "target.json"]);
  expect(await readFile(target, "utf8")).toBe("{}");
});

test("a lock file that names no process is taken over", async () => {
  for (const text of ["", "0", "-1", "1.5", "none"]) {
    await writeFile(`${file}.lock`, text);
    const { pid, stop } = await run();
    expect(await readFile(`${file}.lock`, "utf8"), text).toBe(String(pid));
    await stop();
  }
});

test("a file that cannot be read is reported, not replaced", async () => {
  await mkdir(file);
  expect(await runToEnd("--port", "0", "--state", file)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^payments-client: EISDIR/),
  });
  expect((await stat(file)).isDirectory()).toBe(true);
});

test("the greeting says where the state is kept", async () => {
  const plain = await greetingOf(start("--port", "0"));
  expect(plain).toMatch(/^ {2}state +in memory; --state FILE saves it$/m);
  expect(plain).toMatch(/^ {2}public URL +none; --public-url URL is for a tunnel$/m);
  const child = start("--port", "0", "--state", file, "--public-url", "https://name.example");
  const kept = await greetingOf(child);
  child.kill("SIGTERM");
  await once(child, "close");
  expect(kept).toMatch(/^ {2}public URL +https:\/\/name\.example$/m);
  expect(kept).toContain(`\n  state       ${file}\n`);
});

test("a damaged file is renamed and reported, and the sandbox starts empty", async () => {
  const state = await new Sandbox().state();
  const damaged = [
    { ...state, products: [{ id: "prd_1" }] },
    { ...state, key: { publicKey: "x", privateKey: "y" } },
    { ...state, key: { ...Object(state).key, privateKey: "AAAA" } },
  ].map((wrong) => JSON.stringify(wrong));
  for (const text of ["{", "", '{"version":2}', "[]", "null", ...damaged]) {
    await writeFile(file, text);
    const { client, stop, warned } = await run();
    expect(await client.products.list(), text).toStrictEqual([]);
    const [kept = ""] = (await readdir(folder)).filter((name) => name.startsWith("state.json.damaged-"));
    expect(kept, text).toMatch(/^state\.json\.damaged-\d{4}-\d\d-\d\dT[\d.-]+Z$/);
    expect(warned(), text).toBe(
      `payments-client: ${file} does not hold a sandbox's state; renamed to ${join(folder, kept)}, starting empty\n`,
    );
    expect(await readFile(join(folder, kept), "utf8"), text).toBe(text);
    await stop();
    expect(JSON.parse(await readFile(file, "utf8")), text).toMatchObject({ version: 1 });
    await rm(join(folder, kept));
  }
});

test("an invalid option leaves the file unchanged", async () => {
  await writeFile(file, "{");
  expect(await runToEnd("--port", "0", "--state", file, "--shop-id", "a:b")).toMatchObject({ code: 1 });
  expect(await readFile(file, "utf8")).toBe("{");
  expect(await readdir(folder)).toStrictEqual(["state.json"]);
});

test("symbolic links are not followed when the state is written", async () => {
  const target = join(folder, "precious.txt");
  await writeFile(target, "precious", { mode: 0o644 });
  await symlink(target, `${file}.tmp`);
  const { client, stop } = await run();
  const { id } = await client.products.create(product);
  await stop();
  expect(await readFile(target, "utf8")).toBe("precious");
  expect(await readFile(file, "utf8")).toContain(id);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});
