import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PaymentsClient } from "payments-client";
import { checkShop } from "payments-client/sandbox";
import { expect, onTestFinished, test, vi } from "vitest";
import { SEARCH, SEARCH_TIMEOUT } from "../support/search-limits.ts";
import { anotherToken } from "./another-token.ts";
import { installShared } from "./install-example.ts";
import { runNode, typeErrors } from "./run.ts";
import { form, openSandbox, startWorker, tokenOf, toLambdaEvent } from "./serverless.ts";

const folder = await installShared("serverless");
const { stderr } = await runNode(folder, ["build.ts"]);
expect(stderr).toBe("");

/** The exports of a module of the example. */
const load = (file: string) => import(pathToFileURL(join(folder, file)).href);

test("the functions type check", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test.each([
  { base64: false, body: "text" },
  { base64: true, body: "base64" },
])(
  "the Lambda function redirects to the payment page, and accepts a notification as $body",
  async ({ base64 }) => {
    const invoke = async (request: Request): Promise<Response> => {
      const { statusCode, headers, body } = await handler(await toLambdaEvent(request, base64));
      return new Response(body || null, { status: statusCode, headers });
    };
    const { sandbox, settings } = await openSandbox(invoke);
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
    onTestFinished(() => void vi.unstubAllEnvs());
    const log = vi.spyOn(console, "log").mockReturnValue();
    const error = vi.spyOn(console, "error").mockReturnValue();
    onTestFinished(() => {
      log.mockRestore();
      error.mockRestore();
    });
    const { handler, scheduled } = await load(`dist/lambda.mjs?${base64}`);

    const page = await invoke(new Request("https://shop.example/"));
    const [, session = ""] =
      /^session=([^;]+); Path=\/; HttpOnly; SameSite=Lax; Secure$/.exec(
        page.headers.get("set-cookie") ?? "",
      ) ?? [];
    const [, path = ""] = /action="([^"]*annual-pass[^"]*)"/.exec(await page.text()) ?? [];
    const url = `https://shop.example${path.replace("&amp;", "&")}`;
    const response = await invoke(new Request(url, form(session)));
    expect(response.status).toBe(303);
    await sandbox.pay(tokenOf(response.headers.get("location")));
    expect(sandbox.deliveries).toMatchObject([{ status: 200, attempts: 1 }]);
    await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
    expect(log).not.toHaveBeenCalled();
    await scheduled();
    await scheduled();
    expect(log.mock.calls).toEqual([[expect.stringMatching(/^order .* is fulfilled$/)]]);

    const token = tokenOf(response.headers.get("location"));
    const other = await anotherToken(new PaymentsClient(sandbox.clientOptions), token);
    const { uid } = await sandbox.pay(other);
    await scheduled();
    expect(error.mock.calls).toEqual([[expect.stringContaining(`payment ${uid} needs manual review`)]]);
    expect(log).toHaveBeenCalledTimes(1);

    const forged = new Request("https://shop.example/notifications", { method: "POST", body: "{}" });
    expect((await invoke(forged)).status).toBe(401);
    expect(error).toHaveBeenLastCalledWith(expect.stringContaining("answered 401 to a notification"));
    expect((await invoke(new Request("https://shop.example/cart"))).status).toBe(404);
    const placed = new Set<number>();
    for (let count = 0; count < 21; count += 1) {
      const order = `https://shop.example/checkout?article=annual-pass&order=${randomUUID()}`;
      placed.add((await invoke(new Request(order, form()))).status);
    }
    expect([...placed]).toEqual([303, 429]);
  },
);

test("the shop survives every trouble that a payment can have", {
  timeout: SEARCH_TIMEOUT,
}, async () => {
  const [{ createShop }, { memoryOrders }] = await Promise.all([load("src/shop.ts"), load("src/orders.ts")]);
  const { sandbox, settings } = await openSandbox((request) => shop.fetch(request, ""));
  for (const level of ["log", "warn", "error"] as const) {
    const spies = vi.spyOn(console, level).mockReturnValue();
    onTestFinished(() => spies.mockRestore());
  }
  const orders = memoryOrders();
  const shop = createShop(settings, orders);
  const report = await checkShop({
    sandbox,
    placeOrder: async () => {
      const orderId = randomUUID();
      const url = `https://shop.example/checkout?article=annual-pass&order=${orderId}`;
      // Each customer is another client.
      const response = await shop.fetch(new Request(url, form()), orderId);
      if (response.status !== 303) throw new Error(`The shop answered ${response.status}`);
      return { orderId, token: tokenOf(response.headers.get("location")) };
    },
    fulfillments: async (orderId) => {
      await shop.fulfill();
      return (await orders.find(orderId))?.isFulfilled ? 1 : 0;
    },
    inReview: async (orderId) => (await orders.reviews(orderId)).map(({ uid }: { uid?: string }) => uid),
    reconcile: shop.reconcile,
    ...SEARCH,
  });
  console.info(String(report));
  expect(report.failures, String(report)).toStrictEqual([]);
});

test("the Worker redirects to the payment page and accepts a notification, in workerd", async () => {
  const send = (path: string, request: RequestInit | Request) =>
    fetch(new Request(`${worker}${path}`, request), { redirect: "manual" });
  const { sandbox, settings } = await openSandbox((request) => send("/notifications", request));
  const worker = await startWorker(folder, settings);

  const response = await send(`/checkout?article=annual-pass&order=${randomUUID()}`, form());
  expect(response.status).toBe(303);
  await sandbox.pay(tokenOf(response.headers.get("location")));
  expect(sandbox.deliveries).toMatchObject([{ status: 200, attempts: 1 }]);
  expect((await send("/notifications", { method: "POST", body: "{}" })).status).toBe(401);
  expect((await send("/checkout?article=none", form())).status).toBe(404);
  // The scheduled event is not offered over HTTP: the module is called as the platform calls it.
  const { default: module } = await load("dist/worker.js");
  await expect(module.scheduled({}, settings)).resolves.toBeUndefined();
});
