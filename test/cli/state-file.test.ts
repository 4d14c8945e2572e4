import { spawnSync } from "node:child_process";
import { link, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { Sandbox } from "../../src/sandbox.ts";
import { aCheckout, endlessProduct } from "../models/params.ts";
import { openSandbox, savedState } from "../sandbox/open-gateway.ts";
import { press } from "../support/press.ts";
import { recordsOf } from "../support/saved-state.ts";
import { expectMode, runToEnd, startSandbox, useFolder } from "./start.ts";

const inFolder = useFolder();
const file = () => inFolder("state.json");

const run = (...args: string[]) => startSandbox("--state", file(), ...args);

test("two sandboxes on one file, as in two containers, lose nothing: the one that finds the other's moves", async () => {
  const [first, second] = await Promise.all([run(), run()]);
  const { id } = await first.client.products.create(endlessProduct);
  const other = await second.client.products.create(endlessProduct);
  await expect.poll(() => first.warned() + second.warned()).not.toBe("");
  const last = await first.client.products.create(endlessProduct);
  await first.stop();
  await second.stop();
  // Whichever wrote first finds the other's file.
  const [stays, moves] = first.warned() === "" ? [first, second] : [second, first];
  const own = (await readdir(inFolder())).filter((name) => name !== "state.json");
  expect(own).toStrictEqual([expect.stringMatching(/^state\.json\.own-\d{4}-\d\d-\d\dT[\d.-]+Z$/)]);
  const moved = inFolder(own[0] ?? "");
  expect(moves.warned()).toBe(
    `payments-client: ${file()} was changed by another process. From now on, this local gateway is saved in ${moved}\n`,
  );
  expect(stays.warned()).toBe("");
  const idsIn = async (path: string) =>
    JSON.parse(await readFile(path, "utf8")).products.map((record: { id: string }) => record.id);
  expect(await idsIn(first === moves ? moved : file())).toStrictEqual([id, last.id]);
  expect(await idsIn(second === moves ? moved : file())).toStrictEqual([other.id]);
});

test("a file that another process replaces at the moment it is written is not lost", async () => {
  const replaced = async (): Promise<string> => {
    const { client, warned, stop } = await run();
    const { id } = await client.products.create(endlessProduct);
    while (!(await readFile(file(), "utf8").catch(() => "")).includes(id)) await wait(1);
    await writeFile(`${file()}.other`, "{}");
    await rename(`${file()}.other`, file());
    // Nothing changes any more.
    await wait(200);
    await stop();
    return warned();
  };
  let warning = "";
  // On a busy machine this test is not always fast enough.
  for (let attempt = 0; attempt < 20 && !warning.includes("was changed by"); attempt += 1) {
    warning = await replaced();
  }
  expect(warning).toContain(`${file()} was changed by another process`);
  const [own = ""] = (await readdir(inFolder())).filter((name) => name.includes(".own-"));
  expect(await readFile(file(), "utf8")).toBe("{}");
  expect(JSON.parse(await readFile(inFolder(own), "utf8")).products).toHaveLength(1);
});

test("the file before everything was cleared is kept, and can be loaded", async () => {
  const first = await run();
  const { token } = await first.client.checkouts.create(aCheckout);
  await expect.poll(() => readFile(file(), "utf8")).toContain(token);
  await press(first.url, "clear");
  await expect.poll(first.warned).toContain("Everything was cleared. The state before is in ");
  await first.stop();
  expect(await readFile(file(), "utf8")).not.toContain(token);
  const [kept = ""] = (await readdir(inFolder())).filter((name) => name.startsWith("state.json.cleared-"));
  await rename(inFolder(kept), file());
  const { client } = await run();
  expect((await client.checkouts.get(token)).token).toBe(token);
});

test("the file is readable by its owner only and is replaced at each change", async () => {
  const { client } = await run();
  await expect.poll(() => readFile(file(), "utf8").catch(() => "")).toContain('"version":1');
  const before = await readFile(file(), "utf8");
  await expectMode(file(), 0o600);
  // A hard link to the old file keeps the old content when a new file replaces it.
  await link(file(), inFolder("before.json"));
  const { token } = await client.checkouts.create(aCheckout);
  await expect.poll(() => readFile(file(), "utf8")).toContain(token);
  expect(await readFile(inFolder("before.json"), "utf8")).toBe(before);
  await expectMode(file(), 0o600);
});

test("a stranger's state file posts nothing before a click, and with --public-url nothing into a private network", async () => {
  const { sandbox, create } = openSandbox({ deliver: async () => new Response(null, { status: 500 }) });
  await sandbox.pay(await create({ settings: { notification_url: "http://0.0.0.0:9/notify" } }));
  const state = await savedState(sandbox);
  for (const delivery of recordsOf(state).deliveries) delivery.nextAttemptAt = new Date().toISOString();
  await writeFile(file(), JSON.stringify(state));
  const { url } = await run("--public-url", "https://kim.tunnel.example");
  const answers = async () => recordsOf(JSON.parse(await readFile(file(), "utf8"))).deliveries[0]?.answers;
  expect(await answers()).toHaveLength(1);
  await press(url, "notify-again", { notification: recordsOf(state).deliveries[0]?.id ?? "" });
  await expect
    .poll(answers)
    .toMatchObject([{ status: 500 }, { error: expect.stringContaining("refused: 0.0.0.0 is in a private") }]);
});

test("a file that was deleted meanwhile is written again", async () => {
  const { client, stop, warned } = await run();
  await expect.poll(() => readdir(inFolder())).toStrictEqual(["state.json"]);
  await rm(file());
  const { id } = await client.products.create(endlessProduct);
  await stop();
  expect([await readdir(inFolder()), warned()]).toStrictEqual([["state.json"], ""]);
  expect(await readFile(file(), "utf8")).toContain(id);
});

test("a state file in a folder that does not exist is refused at the start", async () => {
  const path = inFolder("nowhere/state.json");
  expect(await runToEnd("--state", path)).toMatchObject({
    code: 1,
    stderr: `payments-client: --state ${path}: the folder does not exist or is not writable.\n`,
  });
});

test("a damaged file is renamed and reported, and the sandbox starts empty, with the file's key if it has one", async () => {
  const state = await new Sandbox().state();
  const good = JSON.stringify(state);
  const withProducts = (json: string) => good.replace('"products":[]', `"products":${json}`);
  const damaged = JSON.stringify({ ...state, key: { ...Object(state).key, privateKey: "AAAA" } });
  for (const [text, hasKey] of [
    ["{", false],
    [damaged, false],
    [withProducts('[{"id":"prd_1"}]'), true],
    [withProducts('{"length":1}'), true],
    [withProducts('[{"id":"__proto__","fields":{},"createdAt":"x","updatedAt":"x"}]'), true],
  ] as const) {
    await writeFile(file(), text);
    const { client, stop, warned } = await run();
    expect(await client.products.list(), text).toStrictEqual([]);
    const [kept = ""] = (await readdir(inFolder())).filter((name) => name.startsWith("state.json.damaged-"));
    expect(kept, text).toMatch(/^state\.json\.damaged-\d{4}-\d\d-\d\dT[\d.-]+Z$/);
    expect(warned(), text).toBe(
      `payments-client: ${file()} does not contain the state of a local gateway. It was renamed to ${inFolder(kept)}, starting empty, with ${hasKey ? "its key" : "a new public key"}.\n`,
    );
    expect(await readFile(inFolder(kept), "utf8"), text).toBe(text);
    await stop();
    const { version, key } = JSON.parse(await readFile(file(), "utf8"));
    expect([version, key.publicKey === Object(state).key.publicKey], text).toStrictEqual([1, hasKey]);
    await rm(inFolder(kept));
  }
});

test("what a state file says of a notification reaches the terminal without control characters", async () => {
  const { sandbox, create } = openSandbox({ deliver: async () => new Response(null, { status: 500 }) });
  await sandbox.pay(await create({ settings: { notification_url: "http://127.0.0.1:9/notify" } }));
  const state = await savedState(sandbox);
  const [delivery] = recordsOf(state).deliveries;
  if (!delivery) throw new Error("no delivery");
  delivery.nextAttemptAt = undefined;
  const type = "pay\u001b[2Jment\n12:00:00 -> POST https://shop.example 200";
  delivery.body = JSON.stringify({ transaction: { type, status: "\u001b[32mpaid", tracking_id: "1\r2" } });
  await writeFile(file(), JSON.stringify(state));
  const { lines, url } = await run();
  await press(url, "notify-again", { notification: delivery.id });
  await expect.poll(() => lines().length).toBe(1);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what must not be printed
  expect(lines().join("")).not.toMatch(/[\u0000-\u001f]/);
});

test("a state file that names a prototype is read, and changes nothing else", async () => {
  const good = JSON.stringify(await savedState(openSandbox().sandbox));
  await writeFile(file(), good.replace("{", '{"__proto__":{"isPublic":true},'));
  const { client, warned } = await run();
  expect([await client.products.list(), warned()]).toStrictEqual([[], ""]);
  expect(Reflect.get({}, "isPublic")).toBeUndefined();
});

test("drafts of killed processes, which contain the key, are removed, and others stay", async () => {
  const gone = spawnSync(process.execPath, ["-e", ""]).pid;
  const drafts = [
    `state.json.${gone}.0a1b2c3d.tmp`,
    `other.json.${gone}.0a1b2c3d.tmp`,
    "state.json.note.tmp",
  ];
  const running = `state.json.${process.pid}.0a1b2c3d.tmp`;
  for (const name of [...drafts, running]) await writeFile(inFolder(name), "the key");
  const { stop } = await run();
  await stop();
  const left = [...drafts.slice(1), running, "state.json"].toSorted();
  expect((await readdir(inFolder())).toSorted()).toStrictEqual(left);
});
