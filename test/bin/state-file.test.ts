import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { Sandbox } from "../../src/sandbox/index.ts";
import { endlessProduct } from "../models/params.ts";
import { clientOf, endAll, environmentOf, greetingOf, runToEnd, start, stop } from "./start.ts";

let folder = "";
let file = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "payments-client-"));
  file = join(folder, "state.json");
});
afterEach(() => rm(folder, { recursive: true, force: true }));
afterAll(endAll);

/** Starts a sandbox and waits until it has printed its environment. */
async function run(...args: string[]) {
  const child = start("--port", "0", "--state", file, ...args);
  let warned = "";
  child.stderr?.on("data", (chunk) => {
    warned += chunk;
  });
  const client = clientOf(await environmentOf(child));
  return {
    client,
    stop: (signal?: NodeJS.Signals) => stop(child, signal),
    pid: child.pid,
    warned: () => warned,
  };
}

test("two sandboxes on one file, as in two containers, lose nothing: the one that finds the other's moves", async () => {
  const [first, second] = [await run(), await run()];
  const { id } = await first.client.products.create(endlessProduct);
  await expect.poll(first.warned).not.toBe("");
  const other = await second.client.products.create(endlessProduct);
  const last = await first.client.products.create(endlessProduct);
  await first.stop();
  await second.stop();
  const own = (await readdir(folder)).filter((name) => name !== "state.json");
  expect(own).toStrictEqual([expect.stringMatching(/^state\.json\.own-\d{4}-\d\d-\d\dT[\d.-]+Z$/)]);
  const moved = join(folder, own[0] ?? "");
  expect(first.warned()).toBe(
    `payments-client: ${file} was changed by another process; this sandbox is saved in ${moved} from now on\n`,
  );
  expect(second.warned()).toBe("");
  const idsIn = async (path: string) =>
    JSON.parse(await readFile(path, "utf8")).products.map((record: { id: string }) => record.id);
  expect(await idsIn(moved)).toStrictEqual([id, last.id]);
  expect(await idsIn(file)).toStrictEqual([other.id]);
});

test("the file of a killed process is read and written on", async () => {
  const first = await run();
  const { id } = await first.client.products.create(endlessProduct);
  await expect.poll(() => readFile(file, "utf8").catch(() => "")).toContain(id);
  await first.stop("SIGKILL");
  const second = await run();
  expect(await second.client.products.get(id)).toMatchObject({ name: "Pass" });
  const more = await second.client.products.create(endlessProduct);
  await second.stop();
  expect(second.warned()).toBe("");
  expect(await readFile(file, "utf8")).toContain(more.id);
});

test("a file that was deleted meanwhile is written again", async () => {
  const { client, stop, warned } = await run();
  await expect.poll(() => readdir(folder)).toStrictEqual(["state.json"]);
  await rm(file);
  const { id } = await client.products.create(endlessProduct);
  await stop();
  expect([await readdir(folder), warned()]).toStrictEqual([["state.json"], ""]);
  expect(await readFile(file, "utf8")).toContain(id);
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

test("a file that cannot be read is reported, not replaced", async () => {
  await mkdir(file);
  expect(await runToEnd("--port", "0", "--state", file)).toMatchObject({
    code: 1,
    stderr: `payments-client: --state ${file} is a folder; name a file in it\n`,
  });
  expect((await stat(file)).isDirectory()).toBe(true);
});

test("the greeting says where the state is kept", async () => {
  const plain = await greetingOf(start("--port", "0"));
  expect(plain).toMatch(/^ {2}state +in memory; --state FILE saves it$/m);
  expect(plain).toMatch(/^ {2}public URL +none; --public-url URL is for a tunnel$/m);
  const child = start("--port", "0", "--state", file, "--public-url", "https://name.example");
  const kept = await greetingOf(child);
  await stop(child);
  expect(kept).toMatch(/^ {2}public URL +https:\/\/name\.example$/m);
  expect(kept).toContain(`\n  state       ${file}\n`);
});

test("a damaged file is renamed and reported, and the sandbox starts empty, with the file's key if it has one", async () => {
  const state = await new Sandbox().state();
  const readable = JSON.stringify({ ...state, products: [{ id: "prd_1" }] });
  const damaged = [
    { ...state, key: { publicKey: "x", privateKey: "y" } },
    { ...state, key: { ...Object(state).key, privateKey: "AAAA" } },
  ].map((wrong) => JSON.stringify(wrong));
  for (const text of ["{", "", '{"version":2}', "[]", "null", readable, ...damaged]) {
    await writeFile(file, text);
    const { client, stop, warned } = await run();
    expect(await client.products.list(), text).toStrictEqual([]);
    const [kept = ""] = (await readdir(folder)).filter((name) => name.startsWith("state.json.damaged-"));
    expect(kept, text).toMatch(/^state\.json\.damaged-\d{4}-\d\d-\d\dT[\d.-]+Z$/);
    expect(warned(), text).toBe(
      `payments-client: ${file} does not hold a sandbox's state; renamed to ${join(folder, kept)}, starting empty, with ${text === readable ? "its key" : "a new public key"}\n`,
    );
    expect(await readFile(join(folder, kept), "utf8"), text).toBe(text);
    await stop();
    const { version, key } = JSON.parse(await readFile(file, "utf8"));
    expect([version, key.publicKey === Object(state).key.publicKey], text).toStrictEqual([
      1,
      text === readable,
    ]);
    await rm(join(folder, kept));
  }
});

test("an invalid option leaves the file unchanged", async () => {
  await writeFile(file, "{");
  expect(await runToEnd("--port", "0", "--state", file, "--shop-id", "a:b")).toMatchObject({ code: 1 });
  expect(await readFile(file, "utf8")).toBe("{");
  expect(await readdir(folder)).toStrictEqual(["state.json"]);
});
