import { createServer } from "node:http";
import { expect, test } from "vitest";
import { listen } from "../support/listen.ts";
import { installExample } from "./install-example.ts";
import { passTests, runNode, typeErrors } from "./run.ts";

const folder = await installExample("subscriptions");

test("the job type checks", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test("the job's own tests pass", async () => {
  await passTests(folder, "--test-isolation=none", "test/*.test.ts");
});

test("a run with a clock that differs from the gateway's by a year charges nothing, and fails", async () => {
  const date = new Date(Date.now() - 365 * 86_400_000).toUTCString();
  const methods: unknown[] = [];
  const server = createServer(({ method }, response) => {
    methods.push(method);
    response.writeHead(200, { date, "content-type": "application/json" }).end('{"transactions":[]}');
  });
  await using gateway = await listen(server);
  const env = {
    PAYMENTS_SHOP_ID: "1",
    PAYMENTS_SECRET_KEY: "a secret key",
    PAYMENTS_BASE_URL: gateway.url,
    PAYMENTS_CHECKOUT_URL: gateway.url,
    PAYMENTS_GATEWAY_URL: gateway.url,
    RETURN_URL: "http://localhost/account",
    DATABASE: ":memory:",
  };
  const { code, stderr } = await runNode(folder, ["src/main.ts"], env);
  expect(stderr).toContain(`Error: Nothing is charged: it is `);
  expect(stderr).toContain(`here, and ${date} at the gateway`);
  expect(code).toBe(1);
  expect(methods).toStrictEqual(["GET"]);
});

test("the job does not start with test payments that count as paid behind https", async () => {
  const live = { RETURN_URL: "https://shop.example/account", TEST_MODE: "true", DATABASE: ":memory:" };
  const { code, stderr } = await runNode(folder, ["src/main.ts"], live);
  expect(code).toBe(1);
  expect(stderr).toContain("Error: Remove TEST_MODE: behind an https RETURN_URL, test payments must not");
});
