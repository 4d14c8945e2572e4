import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { expect, test } from "vitest";
import { freePort, listen } from "../support/listen.ts";

test("two processes of the PHP shop make a refund once, at a gateway that is slow and knows no keys", async () => {
  const sandbox = new Sandbox();
  /** The gateway is at work on refunds until this is called. */
  let finish = (): void => undefined;
  const isAtWork = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let posts = 0;
  const server = createServer(async (request, response) => {
    const { method = "GET", url = "", headers } = request;
    const body = method === "POST" ? await buffer(request) : null;
    if (method === "POST" && url.includes("refunds")) {
      posts += 1;
      await isAtWork;
    }
    const own = { authorization: headers.authorization ?? "", "content-type": "application/json" };
    const answer = await sandbox.fetch(new Request(`http://127.0.0.1${url}`, { method, headers: own, body }));
    response.writeHead(answer.status).end(await answer.text());
  });
  await using gateway = await listen(server);
  const folder = await mkdtemp(join(tmpdir(), "php-shop-"));
  const port = await freePort();
  const shop = `http://127.0.0.1:${port}`;
  const { shopId, secretKey } = sandbox.clientOptions;
  const child = spawn("php", ["-S", `127.0.0.1:${port}`, "shop.php"], {
    cwd: join(import.meta.dirname, "../../examples/php-shop"),
    stdio: "ignore",
    // A group of processes: its workers do not end with it.
    detached: true,
    env: {
      ...process.env,
      PHP_CLI_SERVER_WORKERS: "3",
      PAYMENTS_SHOP_ID: shopId,
      PAYMENTS_SECRET_KEY: secretKey,
      PAYMENTS_CHECKOUT_URL: gateway.url,
      PAYMENTS_GATEWAY_URL: gateway.url,
      PAYMENTS_PUBLIC_KEY: await sandbox.publicKey(),
      SHOP_URL: shop,
      DATABASE: join(folder, "shop.sqlite"),
    },
  });
  try {
    while (!(await fetch(`${shop}/test`).catch(() => undefined))) await sleep(50);
    const { orderId, token } = Object(await (await fetch(`${shop}/test/order`)).json());
    await sandbox.pay(token);
    await fetch(`${shop}/test/job`);
    const refund = fetch(`${shop}/test/refund?order=${orderId}&amount=4000`);
    while (posts === 0) await sleep(20);
    const job = fetch(`${shop}/test/job`);
    await Promise.race([job, sleep(3000)]);
    finish();
    expect((await refund).status).toBe(200);
    await job;
    expect(posts).toBe(1);
    const payments = new PaymentsClient(sandbox.clientOptions);
    const made = await payments.transactions.findByTrackingId(`${orderId}-refund-0`);
    expect(made.map(({ amount, status }) => [amount, status])).toStrictEqual([[4000, "successful"]]);
  } finally {
    const gone = once(child, "exit");
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    await gone;
    await rm(folder, { recursive: true });
  }
});
