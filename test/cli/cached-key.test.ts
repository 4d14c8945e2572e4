/** In this folder: the commands of `npx payments-client`. */

import { readdir, readFile, writeFile } from "node:fs/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { expectMode, startSandbox, useFolder } from "./start.ts";

const inFolder = useFolder();
const cache = () => inFolder("payments-client");
const file = () => inFolder("payments-client", "sandbox-key.json");

beforeEach(() => void vi.stubEnv("XDG_CACHE_HOME", inFolder()));

/** Starts a sandbox, and ends it once it has printed its environment. */
async function run(...args: string[]) {
  const { client, publicKey, warned, stop } = await startSandbox(...args);
  const products = await client.products.list();
  await stop();
  return { publicKey, products, warned: warned() };
}

test("the public key stays the same from start to start, and only its owner can read the file", async () => {
  const first = await run();
  const second = await run("--shop-id", "4821", "--secret-key", "another");
  expect(second).toStrictEqual({ publicKey: first.publicKey, products: [], warned: "" });
  expect(await readdir(cache())).toStrictEqual(["sandbox-key.json"]);
  await expectMode(file(), 0o600);
  await expectMode(cache(), 0o700);
  expect(await readFile(file(), "utf8")).not.toContain("sandbox-secret-key");
});

test("first starts at the same time have one key, which later starts have too", async () => {
  const starts = await Promise.all(Array.from({ length: 4 }, () => run()));
  const later = await run();
  expect(new Set([...starts, later].map(({ publicKey }) => publicKey)).size).toBe(1);
  expect(await readdir(cache())).toStrictEqual(["sandbox-key.json"]);
});

test("a sandbox with --state has a key of its own", async () => {
  const { publicKey } = await run();
  const before = await readFile(file(), "utf8");
  expect((await run("--state", inFolder("state.json"))).publicKey).not.toBe(publicKey);
  expect(await readFile(file(), "utf8")).toBe(before);
});

test("a damaged file is replaced", async () => {
  const { publicKey } = await run();
  for (const text of ["{", '{"version":2}']) {
    await writeFile(file(), text);
    const { publicKey: made, warned } = await run();
    expect(made, text).not.toBe(publicKey);
    expect(warned, text).toBe("");
    expect(await readFile(file(), "utf8"), text).toContain(made);
  }
});

test("a folder that cannot be written costs one line", async () => {
  await writeFile(cache(), "a file");
  const { products, warned } = await run();
  expect(products).toStrictEqual([]);
  expect(warned).toMatch(
    /^payments-client: The public key could not be saved and will change at the next start: \w+.*\.\n$/,
  );
});
