import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { PaymentsClient } from "payments-client";
import { Sandbox } from "payments-client/sandbox";
import { expect, onTestFinished, test } from "vitest";
import { freePort, listen } from "../support/listen.ts";

const post = (url: string) => fetch(url, { method: "POST" });

const SHOPS: [language: string, command: (url: URL) => string[], refund: string][] = [
  ["php", ({ host }) => ["php", "-S", host, "shop.php"], "/test/refund?"],
  ["python", () => ["python3", "shop.py"], "/test/request?kind=refund&"],
];

test.each(SHOPS)(
  "two processes of the shop in %s make a refund once, at a gateway that is slow and knows no keys",
  async (language, commandOf, path) => {
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
      const answer = await sandbox.fetch(
        new Request(`http://127.0.0.1${url}`, { method, headers: own, body }),
      );
      response.writeHead(answer.status).end(await answer.text());
    });
    await using gateway = await listen(server);
    const folder = await mkdtemp(join(tmpdir(), "php-shop-"));
    const { shopId, secretKey } = sandbox.clientOptions;
    const publicKey = await sandbox.publicKey();
    const start = async (): Promise<string> => {
      const url = `http://127.0.0.1:${await freePort()}`;
      const [command = "", ...parameters] = commandOf(new URL(url));
      const child = spawn(command, parameters, {
        cwd: join(import.meta.dirname, `../../examples/${language}-shop`),
        stdio: "ignore",
        env: {
          ...process.env,
          // The Python for which Debian installs packages comes first.
          PATH: `/usr/bin:${process.env["PATH"]}`,
          PAYMENTS_SHOP_ID: shopId,
          PAYMENTS_SECRET_KEY: secretKey,
          PAYMENTS_CHECKOUT_URL: gateway.url,
          PAYMENTS_GATEWAY_URL: gateway.url,
          PAYMENTS_PUBLIC_KEY: publicKey,
          SHOP_URL: url,
          DATABASE: join(folder, "shop.sqlite"),
        },
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      while (!(await fetch(`${url}/test`).catch(() => undefined))) await sleep(50);
      return url;
    };
    const [shop, other] = [await start(), await start()];
    onTestFinished(() => rm(folder, { recursive: true }));
    const { orderId, token } = Object(await (await post(`${shop}/test/order`)).json());
    await sandbox.pay(token);
    await post(`${shop}/test/job`);
    const refund = post(`${shop}${path}order=${orderId}&amount=4000`);
    while (posts === 0) await sleep(20);
    const job = post(`${other}/test/job`);
    await Promise.race([job, sleep(3000)]);
    finish();
    expect((await refund).status).toBe(200);
    await job;
    expect(posts).toBe(1);
    const payments = new PaymentsClient(sandbox.clientOptions);
    const made = await payments.transactions.findByTrackingId(`${orderId}-refund-0`);
    expect(made.map(({ amount, status }) => [amount, status])).toStrictEqual([[4000, "successful"]]);
  },
);
