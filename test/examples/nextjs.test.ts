import { createServer } from "node:http";
import { PaymentsClient } from "payments-client";
import { checkShop, Sandbox, type SandboxServer } from "payments-client/sandbox";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentOf } from "../../src/sandbox/environment-lines.ts";
import { freePort } from "../support/free-port.ts";
import { listen } from "../support/listen.ts";
import { SEARCH, SEARCH_TIMEOUT } from "../support/search-limits.ts";
import { anotherToken } from "./another-token.ts";
import { peakMemoryOf, send, sendLarge } from "./hostile-requests.ts";
import { installExample } from "./install-example.ts";
import { ended, runNode, startNode } from "./run.ts";

const sandbox = new Sandbox();
const NEXT = "node_modules/next/dist/bin/next";
const NO_TELEMETRY = { NEXT_TELEMETRY_DISABLED: "1" };
let server: SandboxServer;
let shop = "";
let folder = "";
/** What the shop printed. */
let log = () => "";
let pid: number | undefined;
let stop = async (): Promise<unknown> => undefined;

/** Starts the built shop; `change` replaces its settings. */
async function startShop(change: Record<string, string> = {}) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const settings = {
    ...environmentOf({ ...server.clientOptions, publicKey: await sandbox.publicKey() }),
    // As an operator may write it: `//notifications` would be redirected.
    SHOP_URL: `${url}/`,
    CRON_SECRET: "open sesame",
    ...NO_TELEMETRY,
    ...change,
  };
  const args = [NEXT, "start", "--port", String(port), "--hostname", "127.0.0.1"];
  const child = startNode(folder, args, settings);
  const end = ended(child);
  let printed = "";
  child.stderr?.on("data", (chunk) => {
    printed += chunk;
  });
  const isReady = new Promise<void>((resolve) => {
    child.stdout?.on("data", (chunk) => {
      printed += chunk;
      if (printed.includes("Ready")) resolve();
    });
  });
  const tooEarly = end.then(({ stdout, stderr }) => Promise.reject(new Error(stdout + stderr)));
  await Promise.race([isReady, tooEarly]);
  tooEarly.catch(() => undefined);
  return {
    url,
    pid: child.pid,
    log: () => printed,
    stop: async () => {
      child.kill();
      await end;
    },
  };
}

/** Built without the shop's variables, as on a build machine. The build also checks types. */
beforeAll(async () => {
  folder = await installExample("nextjs");
  server = await sandbox.listen();
  const { code, stdout, stderr } = await runNode(folder, [NEXT, "build"], NO_TELEMETRY);
  expect(code, stdout + stderr).toBe(0);
  ({ url: shop, pid, log, stop } = await startShop());
});

afterAll(async () => {
  await stop();
  await server.close();
});

/** Sends the form of the shop's page. */
const buy = (article: string, origin: string | null = shop): Promise<Response> =>
  fetch(`${shop}/checkout?article=${article}`, {
    method: "POST",
    redirect: "manual",
    headers: origin === null ? {} : { origin },
  });

/** Calls a job as the scheduler does. */
const run = (job: "reconcile" | "fulfill", secret = "open sesame"): Promise<Response> =>
  fetch(`${shop}/${job}`, { headers: { authorization: `Bearer ${secret}` } });

/** How often an order was fulfilled, after a run of the job. */
async function fulfillments(orderId: string): Promise<number> {
  expect((await run("fulfill")).status).toBe(204);
  return log().split(`order ${orderId} is fulfilled\n`).length - 1;
}

const tokenOf = (response: Response): string =>
  new URL(response.headers.get("location") ?? "").searchParams.get("token") ?? "";

const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

test("the page lists the articles", async () => {
  expect(await textOf(shop)).toMatch(/<form[^>]*action="\/checkout\?article=annual-pass"/);
});

test("a customer buys, pays and comes back to a paid order", async () => {
  const response = await buy("annual-pass");
  expect(response.status).toBe(303);
  const token = tokenOf(response);
  const payments = new PaymentsClient(sandbox.clientOptions);
  const { order, settings } = await payments.checkouts.get(token);
  expect(order).toMatchObject({ amount: 12900, currency: "EUR" });
  const page = String(settings?.["return_url"]);
  expect(await textOf(page)).toContain("We are waiting for your payment.");

  await sandbox.pay(token);
  expect(sandbox.deliveries).toMatchObject([{ url: `${shop}/notifications`, status: 200, attempts: 1 }]);
  expect(await textOf(page)).toMatch(/129\.00.*Paid\. Thank you!/s);
  await sandbox.redeliver(sandbox.deliveries[0]?.id ?? "");
  expect(await textOf(page)).not.toContain("We have to check");
  expect(await fulfillments(order?.tracking_id ?? "")).toBe(1);

  const other = await anotherToken(payments, token);
  await sandbox.pay(other);
  expect(await textOf(page)).toMatch(/Paid\. Thank you!.*We have to check a payment/s);
  expect(await fulfillments(order?.tracking_id ?? "")).toBe(1);
});

test("the return page confirms a payment whose notification was lost", async () => {
  const token = tokenOf(await buy("annual-pass"));
  const { settings } = await new PaymentsClient(sandbox.clientOptions).checkouts.get(token);
  const page = String(settings?.["return_url"]);
  sandbox.disturbNext({ notification: "lost" });
  await sandbox.pay(token);
  sandbox.failNext({ status: 503, times: 3 });
  expect(await textOf(page)).toContain("We are waiting for your payment.");
  expect(await textOf(page)).toContain("Paid. Thank you!");
});

test("a declined customer reads it, and the order may still be paid", async () => {
  const token = tokenOf(await buy("monthly-pass"));
  const payments = new PaymentsClient(sandbox.clientOptions);
  const { settings } = await payments.checkouts.get(token);
  const page = String(settings?.["return_url"]);
  await sandbox.pay(token, { card: "4005550000000019" });
  expect(await textOf(page)).toContain("Your payment was not successful.");
  const [declined] = sandbox.deliveries.slice(-1);
  const again = await anotherToken(payments, token);
  await sandbox.pay(again);
  expect(await textOf(page)).toContain("Paid. Thank you!");
  await sandbox.redeliver(declined?.id ?? "");
  expect(await textOf(page)).toContain("Paid. Thank you!");
});

test("an unknown article, an unknown order and a forged notification are refused", async () => {
  for (const article of ["yacht", "", "constructor", "%ff"]) expect((await buy(article)).status).toBe(404);
  expect((await fetch(`${shop}/order?id=none`)).status).toBe(404);
  expect((await fetch(`${shop}/notifications`, { method: "POST", body: "{}" })).status).toBe(401);
  for (const job of ["reconcile", "fulfill"] as const) expect((await run(job, "open")).status).toBe(401);
});

test("a form of another site, and a request that is no form, start no payment", async () => {
  const before = sandbox.requests.length;
  for (const origin of ["https://attacker.example", "null", `${shop}.attacker.example`, null]) {
    expect((await buy("annual-pass", origin)).status, String(origin)).toBe(403);
  }
  expect(sandbox.requests).toHaveLength(before);
});

test("a malformed address is not an error of the shop", async () => {
  for (const path of [
    "/%ff",
    "/order/%ff",
    "/orders/%E0%A4%A",
    "/order?id=%ff",
    "/order?id=a&id=b",
    "/order?%",
  ]) {
    const answer = await send(shop, [`GET ${path} HTTP/1.1`, "Host: shop", "Connection: close"]);
    expect(answer, path).toMatch(/^HTTP\/1.1 404 /);
  }
});

test.each(["/checkout?article=annual-pass", "/notifications", "/order?id=none", "/"])(
  "a body of 256 MiB takes no memory: POST %s",
  async (path) => {
    const before = peakMemoryOf(pid);
    const answer = await sendLarge(
      shop,
      [
        `POST ${path} HTTP/1.1`,
        ...["Host: shop", `Origin: ${shop}`, "Connection: close"],
        ...["Content-Type: application/x-www-form-urlencoded", `Content-Length: ${256 * 1_048_576}`],
      ],
      256,
    );
    expect(answer).not.toMatch(/ 5\d\d /);
    expect(peakMemoryOf(pid) - before).toBeLessThan(200);
  },
);

test("a shop that could not take a notification, or has no valid address, sells nothing", async () => {
  for (const [name, value] of [
    ["PAYMENTS_PUBLIC_KEY", ""],
    ["SHOP_URL", "shop.example"],
    ["CRON_SECRET", ""],
  ] as const) {
    const wrong = await startShop({ [name]: value });
    expect((await fetch(wrong.url)).status, name).toBe(500);
    expect(wrong.log()).toContain(name);
    await wrong.stop();
  }
});

test("if the gateway fails, the customer gets an error page", async () => {
  sandbox.failNext({ status: 503 });
  const response = await buy("annual-pass");
  expect(response.status).toBe(502);
  expect(await response.text()).toContain("Please try again");
});

test("a gateway that hangs holds no customer for half a minute", async () => {
  await using hanging = await listen(createServer(() => undefined));
  const waiting = await startShop({ PAYMENTS_CHECKOUT_URL: hanging.url });
  const start = performance.now();
  const response = await fetch(`${waiting.url}/checkout?article=annual-pass`, {
    method: "POST",
    headers: { origin: waiting.url },
  });
  expect(response.status).toBe(502);
  expect(performance.now() - start).toBeLessThan(28_000);
  await waiting.stop();
});

test("the shop passes checkShop", { timeout: SEARCH_TIMEOUT }, async () => {
  const payments = new PaymentsClient(sandbox.clientOptions);
  const report = await checkShop({
    sandbox,
    placeOrder: async () => {
      const response = await buy("annual-pass");
      if (response.status !== 303) throw new Error(`The shop answered ${response.status}`);
      const token = tokenOf(response);
      const { order } = await payments.checkouts.get(token);
      return { orderId: order?.tracking_id ?? "", token };
    },
    fulfillments: fulfillments,
    // The page tells a customer about the payments in review, but not how many there are.
    reconcile: async () => expect((await run("reconcile")).status).toBe(204),
    timeout: 20_000,
    ...SEARCH,
  });
  console.log(String(report));
  expect(report.failures, String(report)).toStrictEqual([]);
});
