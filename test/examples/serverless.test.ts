import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PaymentsClient } from "payments-client";
import { type Deliver, Sandbox } from "payments-client/sandbox";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { environmentOf } from "./environment.ts";
import { installExample } from "./install-example.ts";
import { runNode, typeErrors } from "./run.ts";

let folder = "";

beforeAll(async () => {
  folder = await installExample("serverless");
  const { stderr } = await runNode(folder, ["build.ts"]);
  expect(stderr).toBe("");
});

/** What a module of the example exports. */
const load = (file: string) => import(pathToFileURL(join(folder, file)).href);

/** A sandbox over HTTP, and what the shop's environment says of it. */
async function openSandbox(deliver?: Deliver) {
  const sandbox = new Sandbox({ deliver });
  const server = await sandbox.listen();
  onTestFinished(() => server.close());
  const settings = {
    ...environmentOf(server),
    PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
    SHOP_URL: "https://shop.example",
  };
  return { sandbox, settings };
}

const tokenOf = (location: unknown): string =>
  new URL(String(location)).searchParams.get("token") ?? "no token";

/** Pays the order of a token once more, by a token of its own, as a customer with two pages open does. */
async function payAgain(sandbox: Sandbox, token: string): Promise<string> {
  const payments = new PaymentsClient(sandbox.clientOptions);
  const { order, settings } = await payments.checkouts.get(token);
  const other = await payments.checkouts.create({
    transaction_type: "payment",
    order: {
      amount: order?.amount ?? 0,
      currency: order?.currency ?? "",
      description: "again",
      tracking_id: order?.tracking_id ?? "",
    },
    settings: { notification_url: String(settings?.["notification_url"]) },
  });
  return (await sandbox.pay(other.token)).uid;
}

test("the functions type check", async () => {
  expect(await typeErrors(folder)).toBe("");
});

test.each([
  { base64: false, body: "text" },
  { base64: true, body: "base64" },
])("the Lambda function sends to the payment page, and takes a notification as $body", async ({ base64 }) => {
  const { toLambdaEvent } = await load("src/lambda-event.ts");
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
  const { handler } = await load(`dist/lambda.mjs?${base64}`);

  const url = "https://shop.example/checkout?article=annual-pass";
  const response = await invoke(new Request(url, { method: "POST" }));
  expect(response.status).toBe(303);
  await sandbox.pay(tokenOf(response.headers.get("location")));
  expect(sandbox.deliveries).toMatchObject([{ status: 200, attempts: 1 }]);
  await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
  expect(log.mock.calls).toEqual([[expect.stringMatching(/^order .* is paid$/)]]);

  const again = await payAgain(sandbox, tokenOf(response.headers.get("location")));
  expect(error.mock.calls).toEqual([
    [expect.stringMatching(new RegExp(`^order .* was paid before: give payment ${again} back$`))],
  ]);
  expect(log).toHaveBeenCalledTimes(1);

  const forged = new Request("https://shop.example/notifications", { method: "POST", body: "{}" });
  expect((await invoke(forged)).status).toBe(401);
  expect(error).toHaveBeenLastCalledWith(expect.stringContaining("answered 401 to a notification"));
  expect((await invoke(new Request("https://shop.example/"))).status).toBe(404);
});

test("the Worker sends to the payment page and takes a notification, in workerd", async () => {
  const { startWorker } = await load("src/start-worker.ts");
  const send = (path: string, request: RequestInit | Request) =>
    fetch(new Request(`${worker.url}${path}`, request), { redirect: "manual" });
  const { sandbox, settings } = await openSandbox((request) => send("/notifications", request));
  const worker = await startWorker(settings);
  onTestFinished(() => worker.stop());

  const response = await send("/checkout?article=annual-pass", { method: "POST" });
  expect(response.status).toBe(303);
  await sandbox.pay(tokenOf(response.headers.get("location")));
  expect(sandbox.deliveries).toMatchObject([{ status: 200, attempts: 1 }]);
  expect((await send("/notifications", { method: "POST", body: "{}" })).status).toBe(401);
  expect((await send("/checkout?article=none", { method: "POST" })).status).toBe(404);
});

test("sizes and cold starts are printed", async () => {
  const { code, stdout } = await runNode(folder, ["measure.ts"]);
  console.log(stdout);
  expect(code).toBe(0);
  expect(stdout).toMatch(/Lambda: [\d.]+ kB, [\d.]+ kB gzipped; first answer \d+ ms/);
  expect(stdout).toMatch(/Worker: [\d.]+ kB, [\d.]+ kB gzipped; first answer \d+ ms/);
});
