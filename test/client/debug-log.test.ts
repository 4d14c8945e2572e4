import { beforeEach, expect, test, vi } from "vitest";
import { driftHooks, NotFoundError } from "../../src/index.ts";
import { startGateway } from "../support/gateway.ts";
import { retryWithoutDelay } from "../support/retry-without-delay.ts";
import { newProduct, rejection, SECRETS } from "./calls.ts";

retryWithoutDelay();

beforeEach(() => {
  vi.stubEnv("PAYMENTS_LOG", "debug");
});

/** The lines on stderr, with call ids and durations replaced. */
const linesDuring = async (action: () => Promise<unknown>): Promise<string[]> => {
  const lines: string[] = [];
  vi.spyOn(console, "error").mockImplementation((...values) => void lines.push(values.join(" ")));
  await action();
  const ids = new Set(lines.map((line) => /[0-9a-f-]{36}/.exec(line)?.[0]));
  expect(ids.size).toBeLessThanOrEqual(1);
  return lines.map((line) => line.replace(/[0-9a-f-]{36}/, "ID").replace(/\d+ ms/g, "N ms"));
};

test("PAYMENTS_LOG=debug prints a line for each event of a call, without private data", async () => {
  const body = { id: "prd_of_a_customer", amount: "drifted" };
  await using gateway = await startGateway({ status: 429 }, { status: 201, body });
  const client = gateway.client();
  const lines = await linesDuring(() => client.products.create({ ...newProduct, name: "kim@x.example" }));
  expect(lines).toStrictEqual([
    "payments-client products.create ID: attempt 1 sent",
    "payments-client products.create ID: attempt 1 got 429 in N ms",
    "payments-client products.create ID: attempt 1 failed (api), next in N ms",
    "payments-client products.create ID: attempt 2 sent",
    "payments-client products.create ID: attempt 2 got 201 in N ms",
  ]);
  const printed = lines.join("\n");
  for (const secret of [...SECRETS, "kim@x.example", "prd_of_a_customer", gateway.url, "drifted"]) {
    expect(printed).not.toContain(secret);
  }
});

test("prints the failure of a call, and calls the merchant's hooks for every event too", async () => {
  await using gateway = await startGateway(
    { status: 429 },
    { status: 200, body: { id: "prd_1" } },
    { status: 404, body: { message: "kim@x.example is gone" } },
  );
  const [onRequest, onResponse, onRetry, report, onError] = [vi.fn(), vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const hooks = { onRequest, onResponse, onRetry, onError, ...driftHooks(report) };
  const { products } = gateway.client({ hooks });
  await linesDuring(() => products.get("prd_1"));
  const lines = await linesDuring(() => rejection(products.get("prd_1"), NotFoundError));
  expect(lines.at(-1)).toBe("payments-client products.get ID: failed (api) after 1 attempts, N ms");
  expect(lines.join("\n")).not.toContain("kim@x.example");
  const counts = [onRequest, onResponse, onRetry, report, onError].map((hook) => hook.mock.calls.length);
  expect(counts).toStrictEqual([3, 3, 1, 1, 1]);
});

test.each([undefined, "", "true", "DEBUG"])("PAYMENTS_LOG=%j prints nothing", async (value) => {
  vi.stubEnv("PAYMENTS_LOG", value);
  await using gateway = await startGateway({ status: 200, body: [] });
  expect(await linesDuring(() => gateway.client().products.list())).toStrictEqual([]);
});
