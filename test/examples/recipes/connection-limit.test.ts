import { createServer } from "node:http";
import { PaymentsClient } from "payments-client";
import { expect, test } from "vitest";
import { clientWithConnections } from "../../../examples/recipes/connection-limit.ts";
import { optionsFor } from "../../support/gateway.ts";
import { listen } from "../../support/listen.ts";

/** A gateway with delayed responses that counts open connections. */
async function openSlowGateway(milliseconds: number) {
  let open = 0;
  const seen = { requests: 0, most: 0 };
  const server = createServer((_, response) => {
    seen.requests += 1;
    setTimeout(() => response.end("[]"), milliseconds);
  });
  server.on("connection", (socket) => {
    open += 1;
    seen.most = Math.max(seen.most, open);
    socket.on("close", () => {
      open -= 1;
    });
  });
  const started = await listen(server);
  return { ...started, seen, options: optionsFor(started.url) };
}

const listTwelveTimes = (payments: PaymentsClient) =>
  Promise.all(Array.from({ length: 12 }, () => payments.products.list()));

test("a client with a limit opens no more connections, and all of its calls succeed", async () => {
  // While a busy machine sends them all, none of as many as possible is answered.
  for (const [connections, most, delay] of [
    [1, 1, 20],
    [3, 3, 200],
    [undefined, 12, 2000],
  ] as const) {
    await using gateway = await openSlowGateway(delay);
    const payments = connections
      ? clientWithConnections(connections, gateway.options)
      : new PaymentsClient(gateway.options);
    expect(await listTwelveTimes(payments)).toHaveLength(12);
    expect(gateway.seen).toStrictEqual({ requests: 12, most });
  }
});

test("the wait for a free connection counts toward timeout", async () => {
  await using gateway = await openSlowGateway(60_000);
  const payments = clientWithConnections(1, { ...gateway.options, maxRetries: 0 });
  const order = { amount: 3245, currency: "USD", description: "Annual pass" };
  const busy = new AbortController();
  const first = payments.products.list({ signal: busy.signal });
  await expect.poll(() => gateway.seen.requests).toBe(1);
  const waiting = payments.checkouts.create({ transaction_type: "payment", order }, { timeout: 300 });
  // The queue is undici's: the client cannot know that nothing was sent.
  await expect(waiting).rejects.toMatchObject({ code: "timeout", safeToRetry: false });
  busy.abort();
  await expect(first).rejects.toMatchObject({ code: "aborted" });
  expect(gateway.seen.requests).toBe(1);
});
