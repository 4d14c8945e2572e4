import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { startCluster } from "./cluster.ts";
import { ask, paidOrder, retry } from "./customer.ts";

test("a payment is one trace through app, gateway and worker, which a stranger's traceparent does not join", async () => {
  await using cluster = await startCluster({
    apps: 1,
    workers: 1,
    flags: ["--import", join(import.meta.dirname, "print-spans.ts")],
    // A stranger also adds it to what the gateway posts.
    deliver: (request, post) => {
      request.headers.set("traceparent", `00-${"a".repeat(32)}-${"b".repeat(16)}-01`);
      return post(request);
    },
  });
  await ask(cluster, "POST", `/notifications?traceparent=00-${"a".repeat(32)}-${"b".repeat(16)}-01`, {});
  await paidOrder(cluster);
  await retry("Tracing it", async () => {
    const lines = cluster.programs.flatMap(({ program }) =>
      program.log.filter((line) => line.startsWith("{")),
    );
    const spans: { span: string; trace: string }[] = lines.map((line) => JSON.parse(line));
    const own = spans.find(({ span }) => span === "POST /orders/:id/pay")?.trace;
    const names = spans.filter(({ trace }) => trace === own).map(({ span }) => span);
    const call = ["POST /ctp/api/checkouts", "POST /orders/:id/pay", "checkouts.create"];
    assert.deepEqual(names.sort(), [...call, "fulfillment", "payment"]);
    assert.ok(spans.every(({ trace }) => !trace.startsWith("aaaa")));
  });
});
