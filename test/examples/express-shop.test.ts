import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { Sandbox } from "payments-client/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { installShared } from "./install-example.ts";
import { passOwnTests, runNode, typeErrors } from "./run.ts";
import { shopEnvironment } from "./start-shop.ts";

const folder = await installShared("express-shop");

test("the shop type checks, with Express, its rate limit, a style and the client as its only dependencies", async () => {
  expect(await typeErrors(folder)).toBe("");
  const { dependencies } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  expect(Object.keys(dependencies)).toEqual([
    "@picocss/pico",
    "express",
    "express-rate-limit",
    "payments-client",
  ]);
});

test("the shop's own tests pass", async () => {
  await passOwnTests(folder);
});

test("the compiled shop ends if its port is in use, and leaves no workers running", async () => {
  const tsc = ["node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json"];
  expect(await runNode(folder, tsc)).toMatchObject({ code: 0, stdout: "" });
  const taken = createServer().listen(0);
  await once(taken, "listening");
  onTestFinished(() => void taken.close());
  const sandbox = new Sandbox();
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const { port } = Object(taken.address());
  const env = { ...(await shopEnvironment(sandbox, server, port)), DATABASE: ":memory:" };
  const { code, stderr } = await runNode(folder, ["dist/main.js"], env);
  expect(code).toBe(1);
  expect(stderr).toContain("EADDRINUSE");
});

test("a shop without its settings names the missing ones", async () => {
  const { code, stderr } = await runNode(folder, ["src/main.ts"], { PAYMENTS_SHOP_ID: "1" });
  expect(code).toBe(1);
  expect(stderr).toContain(
    "Set PAYMENTS_SECRET_KEY, PAYMENTS_BASE_URL, PAYMENTS_CHECKOUT_URL, PAYMENTS_GATEWAY_URL, PAYMENTS_PUBLIC_KEY",
  );
});
