import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { PaymentsClient } from "../../../src/index.ts";
import { Sandbox } from "../../../src/sandbox.ts";

/** The CPU time that a page may take, in milliseconds. It needs less than 300, but more the first time on a busy machine. */
const MOST = 1000;

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc");

/** Bytes of the heap without garbage. */
const heapUsed = (): number => {
  collect();
  return process.memoryUsage().heapUsed;
};

test("with 20,000 orders, each list of the dashboard and each search answers without a noticeable wait, and memory stays", async () => {
  let posts = 0;
  const sandbox = new Sandbox({
    speed: 0.001,
    deliver: async () => {
      posts += 1;
      return new Response("", { status: posts % 4 ? 200 : 500 });
    },
  });
  const payments = new PaymentsClient({ ...sandbox.clientOptions, maxRetries: 0 });
  for (let number = 0; number < 20_000; number += 1) {
    const { token } = await payments.checkouts.create({
      transaction_type: "payment",
      order: { amount: 1000 + number, currency: "EUR", description: "Pass", tracking_id: `order-${number}` },
      customer: { email: `kim${number}@example.com` },
      settings: { notification_url: "https://shop.example/notify" },
    });
    await sandbox.pay(token, { card: number % 3 ? "4200000000000000" : "4000000000009995" });
  }
  const paths = [
    ...["/", "/?q=31.92", "/?q=visa", "/?q=nothing", "/?show=not-delivered", "/sandbox/api/orders"],
    ...[
      "/sandbox/log?show=notifications",
      "/sandbox/log?show=failed",
      "/sandbox/log?show=notifications&q=kim",
      "/sandbox/log?q=nothing",
    ],
    ...["/sandbox/log", "/sandbox/log?show=calls"],
  ];
  for (const path of paths) {
    const start = process.cpuUsage();
    const answer = await sandbox.fetch(new Request(`http://localhost${path}`));
    await answer.text();
    expect([path, answer.status]).toStrictEqual([path, 200]);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1000, path).toBeLessThan(MOST);
  }
  const before = heapUsed();
  for (const path of [...paths, ...paths])
    await (await sandbox.fetch(new Request(`http://localhost${path}`))).text();
  expect(heapUsed()).toBeLessThan(before + 5_000_000);
}, 900_000);
